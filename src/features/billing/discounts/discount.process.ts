import type { Claim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SettleDiscountClaims } from './discount.commands.ts';
import type { DiscountEvent } from './discount.events.ts';

type ClaimingEvent = Extract<DiscountEvent, { type: 'DiscountCreated' | 'DiscountUpdated' | 'DiscountDeleted' }>;

/** Confirms the claim that an event names, and releases others in case its request stopped half-way. */
export const discountClaimsProcess: ProcessManager<ClaimingEvent> = {
  name: 'discount-claims',
  handles: ['DiscountCreated', 'DiscountUpdated', 'DiscountDeleted'],

  react(event) {
    const claims = claimsNamedIn(event);
    return claims.length > 0 ? [send(SettleDiscountClaims, { discountId: event.data.discountId, claims })] : [];
  },
};

function claimsNamedIn(event: ClaimingEvent): Claim[] {
  switch (event.type) {
    case 'DiscountCreated':
      return [event.data.codeClaim].filter((claim) => claim !== null);
    case 'DiscountUpdated':
      return [event.data.codeClaim, event.data.releasedCodeClaim].filter((claim) => claim != null);
    case 'DiscountDeleted':
      return [event.data.released].filter((claim) => claim !== null);
  }
}
