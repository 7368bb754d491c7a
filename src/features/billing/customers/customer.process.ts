import type { Claim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { EraseSubject } from '../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { SettleCustomerClaims } from './customer.commands.ts';
import type { CustomerEvent } from './customer.events.ts';

/** Confirms the claims that an event names, and releases others in case its request stopped half-way. */
export const customerClaimsProcess: ProcessManager<CustomerEvent> = {
  name: 'customer-claims',
  handles: ['CustomerCreated', 'CustomerUpdated', 'CustomerDeleted'],

  react(event) {
    if (!namesClaims(event)) return [];
    const claims = claimsNamedIn(event);
    return claims.length > 0 ? [send(SettleCustomerClaims, { customerId: event.data.customerId, claims })] : [];
  },
};

/** Erases deleted customers who had asked for it. */
export const customerErasingProcess: ProcessManager<Extract<CustomerEvent, { type: 'CustomerDeleted' }>> = {
  name: 'customer-erasing',
  handles: ['CustomerDeleted'],
  react: ({ data: { customerId, erase } }) =>
    erase ? [send(EraseSubject, { subject: subjectOf.customer(customerId) })] : [],
};

type Claiming = Extract<CustomerEvent, { type: 'CustomerCreated' | 'CustomerUpdated' | 'CustomerDeleted' }>;

function namesClaims(event: CustomerEvent): event is Claiming {
  return ['CustomerCreated', 'CustomerUpdated', 'CustomerDeleted'].includes(event.type);
}

function claimsNamedIn(event: Claiming): Claim[] {
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
