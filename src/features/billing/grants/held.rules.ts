import { deriveUuid } from '../../../kernel/ids.ts';
import { activeFilesOf } from '../benefits/benefit-properties.rules.ts';
import type { BenefitProperties } from '../benefits/benefit.events.ts';
import type { GrantProperties } from './grant.events.ts';

/** The id of the grant of a benefit by a purchase: a subscription, or the order of a one-time product. */
export function grantIdOf(purchaseId: string, benefitId: string): string {
  return deriveUuid(purchaseId, `grant:${benefitId}`);
}

/** @param times how often the grant was granted before: each time gives another key */
export function licenseKeyIdOf(grantId: string, times: number): string {
  return deriveUuid(grantId, `license-key:${times}`);
}

/** What a customer holds by a benefit, but for a license key, which is each grant's own. */
export function heldOf(benefit: BenefitProperties): GrantProperties {
  return benefit.type === 'downloadables' ? { files: activeFilesOf(benefit) } : {};
}
