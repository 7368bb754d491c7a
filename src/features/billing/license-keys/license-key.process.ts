import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { GrantEvent } from '../grants/grant.events.ts';
import { ApplyLicenseKeyTerms, IssueLicenseKey, RevokeLicenseKey } from './license-key.commands.ts';

/** Issues a license key with each grant of one, changes it with its benefit, and revokes it with the grant. */
export const licenseKeyProcess = reactingTo<GrantEvent>()({
  name: 'license-keys',
  on: {
    BenefitGranted: ({ properties, grantId, organizationId, customerId, benefitId }) =>
      withKey(properties, (licenseKeyId) =>
        send(IssueLicenseKey, { licenseKeyId, grantId, organizationId, customerId, benefitId }),
      ),
    BenefitGrantUpdated: ({ properties }) =>
      withKey(properties, (licenseKeyId) => send(ApplyLicenseKeyTerms, { licenseKeyId })),
    BenefitGrantRevoked: ({ properties }) =>
      withKey(properties, (licenseKeyId) => send(RevokeLicenseKey, { licenseKeyId })),
  },
});

function withKey(properties: { license_key_id?: string } | undefined, step: (licenseKeyId: string) => Step): Step[] {
  const licenseKeyId = properties?.license_key_id;
  return licenseKeyId === undefined ? [] : [step(licenseKeyId)];
}
