import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { SendLicenseKeyMail } from './license-key.commands.ts';
import type { LicenseKeyEvent } from './license-key.events.ts';

/** Mails customers the keys that they get. */
export const licenseKeyMailProcess = reactingTo<LicenseKeyEvent>()({
  name: 'license-key-mails',
  on: { LicenseKeyIssued: mail, LicenseKeyRotated: mail },
});

function mail({ licenseKeyId, rotation }: { licenseKeyId: string; rotation: number }): Step[] {
  return [send(SendLicenseKeyMail, { licenseKeyId, rotation })];
}
