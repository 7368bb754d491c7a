import type { Claim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SettleCustomerClaims } from './customer.commands.ts';
import type { CustomerEvent } from './customer.events.ts';

/** Confirms the claims that an event names, and releases others in case its request stopped half-way. */
export const customerClaimsProcess: ProcessManager<CustomerEvent> = {
  name: 'customer-claims',
  from: 'beginning',
  handles: ['CustomerCreated', 'CustomerUpdated', 'CustomerDeleted'],

  react(event) {
    if (event.type === 'ClaimForfeited') return [];
    const claims = claimsNamedIn(event);
    return claims.length > 0 ? [send(SettleCustomerClaims, { customerId: event.data.customerId, claims })] : [];
  },
};

function claimsNamedIn(event: Exclude<CustomerEvent, { type: 'ClaimForfeited' }>): Claim[] {
  switch (event.type) {
    case 'CustomerCreated':
      return [event.data.emailClaim, event.data.externalIdClaim].filter((claim) => claim !== null);
    case 'CustomerUpdated': {
      const { emailClaim, releasedEmailClaim, externalIdClaim } = event.data;
      return [emailClaim, releasedEmailClaim, externalIdClaim].filter((claim) => claim !== undefined);
    }
    case 'CustomerDeleted':
      return event.data.released;
  }
}
