import { activeFilesOf } from '../benefits/benefit-properties.rules.ts';
import type { BenefitProperties } from '../benefits/benefit.events.ts';
import type { GrantProperties } from './grant.events.ts';

/** What a customer holds by a benefit, but for a license key, which is each grant's own. */
export function heldOf(benefit: BenefitProperties): GrantProperties {
  return benefit.type === 'downloadables' ? { files: activeFilesOf(benefit) } : {};
}
