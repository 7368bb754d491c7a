import { command } from '../../../kernel/writing/command.ts';
import type { GrantProperties, GrantScope, RevokeReason } from './grant.events.ts';

/** Grants one customer one benefit of one purchase. A revoked grant is granted again under the id it had. */
export class GrantBenefit extends command('GrantBenefit')<{
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  benefitType: string;
  /** What its customer holds, but for a license key, which gets an id of its own each time. */
  properties: GrantProperties;
  scope: GrantScope;
}> {}
/** Changes what the customer holds, after the benefit has changed. */
export class UpdateGrant extends command('UpdateGrant')<{
  customerId: string;
  benefitId: string;
  scope: GrantScope;
  properties: GrantProperties;
}> {}
export class CycleGrant extends command('CycleGrant')<{
  customerId: string;
  benefitId: string;
  scope: GrantScope;
  orderId: string;
}> {}
export class RevokeGrant extends command('RevokeGrant')<{
  customerId: string;
  benefitId: string;
  scope: GrantScope;
  reason: RevokeReason;
}> {}

/** Grants the benefits that a purchase's product has now, and revokes those it no longer has. */
export class AlignGrants extends command('AlignGrants')<{ scope: GrantScope }> {}
/** Aligns the grants of every live purchase of a product, after its benefits have changed. */
export class AlignProductGrants extends command('AlignProductGrants')<{ productId: string }> {}
/** Updates the grants of a benefit whose properties have changed. */
export class UpdateGrants extends command('UpdateGrants')<{ benefitId: string }> {}
export class CycleGrants extends command('CycleGrants')<{ subscriptionId: string; orderId: string }> {}
export class RevokeGrants extends command('RevokeGrants')<
  { reason: RevokeReason } & ({ scope: GrantScope } | { benefitId: string } | { customerId: string })
> {}
