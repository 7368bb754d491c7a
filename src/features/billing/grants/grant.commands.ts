import { command } from '../../../kernel/writing/command.ts';
import type { GrantScope, RevokeReason } from './grant.events.ts';

/** Grants one customer one benefit of one purchase. A revoked grant is granted again under the id it had. */
export class GrantBenefit extends command('GrantBenefit')<{
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  benefitType: string;
  scope: GrantScope;
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
export class CycleGrants extends command('CycleGrants')<{ subscriptionId: string; orderId: string }> {}
export class RevokeGrants extends command('RevokeGrants')<
  { reason: RevokeReason } & ({ scope: GrantScope } | { benefitId: string } | { customerId: string })
> {}
