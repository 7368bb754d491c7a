import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SendLicenseKeyMail } from './license-key.commands.ts';
import type { LicenseKeyEvent } from './license-key.events.ts';

/** Mails customers the keys that they get. */
export const licenseKeyMailProcess: ProcessManager<
  Extract<LicenseKeyEvent, { type: 'LicenseKeyIssued' | 'LicenseKeyRotated' }>
> = {
  name: 'license-key-mails',
  handles: ['LicenseKeyIssued', 'LicenseKeyRotated'],
  react: ({ data: { licenseKeyId, rotation } }) => [send(SendLicenseKeyMail, { licenseKeyId, rotation })],
};
