import type { LicenseKeyEvent, LicenseKeyStatus } from './license-key.events.ts';

/** The same for the decider and every read model (docs/BILLING.md#license-keys). */
export function statusAfter(status: LicenseKeyStatus, event: LicenseKeyEvent): LicenseKeyStatus {
  switch (event.type) {
    case 'LicenseKeyIssued':
      return 'granted';
    case 'LicenseKeyRevoked':
      return 'revoked';
    case 'LicenseKeyChanged':
      return event.data.status ?? status;
    default:
      return status;
  }
}
