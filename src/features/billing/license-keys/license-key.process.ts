import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { GrantEvent } from '../grants/grant.events.ts';
import { ApplyLicenseKeyTerms, IssueLicenseKey, RevokeLicenseKey } from './license-key.commands.ts';

/** Issues a license key with each grant of one, changes it with its benefit, and revokes it with the grant. */
export const licenseKeyProcess: ProcessManager<
  Extract<GrantEvent, { type: 'BenefitGranted' | 'BenefitGrantUpdated' | 'BenefitGrantRevoked' }>
> = {
  name: 'license-keys',
  handles: ['BenefitGranted', 'BenefitGrantUpdated', 'BenefitGrantRevoked'],

  react({ type, data }) {
    const licenseKeyId = data.properties?.license_key_id;
    if (licenseKeyId === undefined) return [];
    switch (type) {
      case 'BenefitGranted': {
        const { grantId, organizationId, customerId, benefitId } = data;
        return [send(IssueLicenseKey, { licenseKeyId, grantId, organizationId, customerId, benefitId })];
      }
      case 'BenefitGrantUpdated':
        return [send(ApplyLicenseKeyTerms, { licenseKeyId })];
      case 'BenefitGrantRevoked':
        return [send(RevokeLicenseKey, { licenseKeyId })];
    }
  },
};
