import { command } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../products/product.events.ts';
import type { BenefitProperties } from './benefit.events.ts';
import type { GrantScope, RevokeReason } from '../grants/grant.events.ts';

export class CreateBenefit extends command('CreateBenefit')<{
  benefitId: string;
  organizationId: string;
  description: string;
  properties: BenefitProperties;
  metadata: Metadata;
}> {}
export class UpdateBenefit extends command('UpdateBenefit')<{
  benefitId: string;
  organizationIds: readonly string[];
  description?: string;
  properties?: BenefitProperties;
  metadata?: Metadata;
}> {}
export class DeleteBenefit extends command('DeleteBenefit')<{
  benefitId: string;
  organizationIds: readonly string[];
}> {}

/** One customer's one benefit from one purchase. A grant that was revoked comes back under the id it had. */
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

/** Grants what a purchase's product has now and it has not, and revokes what it has and the product no longer has. */
export class AlignGrants extends command('AlignGrants')<{ scope: GrantScope }> {}
/** The same for every live purchase of a product, after its benefits changed. */
export class AlignProductGrants extends command('AlignProductGrants')<{ productId: string }> {}
export class CycleGrants extends command('CycleGrants')<{ subscriptionId: string; orderId: string }> {}
export class RevokeGrants extends command('RevokeGrants')<
  { reason: RevokeReason } & ({ scope: GrantScope } | { benefitId: string } | { customerId: string })
> {}
