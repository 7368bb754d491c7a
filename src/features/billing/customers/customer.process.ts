import type { Claim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { RevokeCustomerSubscriptions } from '../subscriptions/subscription.commands.ts';
import { SettleCustomerClaims } from './customer.commands.ts';
import type { CustomerEvent } from './customer.events.ts';

/** Confirms and releases e-mails and external ids from the facts, where the request that did so did not come to its end. */
export const customerClaimsProcess: ProcessManager<CustomerEvent> = {
  name: 'customer-claims',
  from: 'beginning',
  handles: ['CustomerCreated', 'CustomerUpdated', 'CustomerDeleted'],

  react(event) {
    if (event.type === 'ClaimForfeited') return [];
    const claims = namedIn(event);
    return claims.length > 0 ? [send(SettleCustomerClaims, { customerId: event.data.customerId, claims })] : [];
  },
};

/** What a customer's deletion ends (docs/BILLING.md#deleting-a-customer); grants see to themselves. */
export const customerDeletionProcess: ProcessManager<Extract<CustomerEvent, { type: 'CustomerDeleted' }>> = {
  name: 'customer-deletion',
  from: 'beginning',
  handles: ['CustomerDeleted'],
  react: ({ data: { customerId } }) => [send(RevokeCustomerSubscriptions, { customerId })],
};

function namedIn(event: Exclude<CustomerEvent, { type: 'ClaimForfeited' }>): Claim[] {
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
