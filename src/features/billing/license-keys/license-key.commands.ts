import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../metadata.ts';
import type { LicenseKeyEvent, LicenseKeyStatus } from './license-key.events.ts';

type Changed = Executed<unknown, LicenseKeyEvent>;

/** Gives a customer the key of a grant, with the terms that its benefit has now. */
export class IssueLicenseKey extends command('IssueLicenseKey')<{
  licenseKeyId: string;
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
}> {}
/** Gives the key the terms that its benefit has now. */
export class ApplyLicenseKeyTerms extends command('ApplyLicenseKeyTerms')<{ licenseKeyId: string }> {}
export class RevokeLicenseKey extends command('RevokeLicenseKey')<{ licenseKeyId: string }> {}
/** Changes only the given fields. */
export class UpdateLicenseKey extends command('UpdateLicenseKey')<
  {
    licenseKeyId: string;
    status?: LicenseKeyStatus;
    usage?: number;
    limitActivations?: number | null;
    limitUsage?: number | null;
    expiresAt?: Instant | null;
  },
  Changed
> {}
export class RotateLicenseKey extends command('RotateLicenseKey')<{ licenseKeyId: string }, Changed> {}
export class ActivateLicenseKey extends command('ActivateLicenseKey')<
  { licenseKeyId: string; activationId: string; label: string; conditions: Metadata; meta: Metadata },
  Changed
> {}
export class DeactivateLicenseKey extends command('DeactivateLicenseKey')<
  { licenseKeyId: string; activationId: string },
  Changed
> {}
/** Mails the customer a key, unless it has been replaced or revoked since, they are erased, or the organization does not want it. */
export class SendLicenseKeyMail extends command('SendLicenseKeyMail')<{ licenseKeyId: string; rotation: number }> {}
/** Records the hours of use that are over. */
export class RecordLicenseKeyUse extends command('RecordLicenseKeyUse')<{ licenseKeyId: string }> {}
