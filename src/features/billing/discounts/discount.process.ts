import type { Claim } from '../../../kernel/writing/claim.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { SettleDiscountClaims } from './discount.commands.ts';
import type { DiscountEvent } from './discount.events.ts';

/** Confirms the claim that an event names, and releases others in case its request stopped half-way. */
export const discountClaimsProcess = reactingTo<DiscountEvent>()({
  name: 'discount-claims',
  on: {
    DiscountCreated: ({ discountId, codeClaim }) => settled(discountId, [codeClaim]),
    DiscountUpdated: ({ discountId, codeClaim, releasedCodeClaim }) =>
      settled(discountId, [codeClaim, releasedCodeClaim]),
    DiscountDeleted: ({ discountId, released }) => settled(discountId, [released]),
  },
});

function settled(discountId: string, named: readonly (Claim | null | undefined)[]): Step[] {
  const claims = named.filter((claim) => claim != null);
  return claims.length > 0 ? [send(SettleDiscountClaims, { discountId, claims })] : [];
}
