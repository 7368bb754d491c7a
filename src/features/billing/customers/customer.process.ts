import type { Claim } from '../../../kernel/writing/claim.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { EraseSubject } from '../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { SettleCustomerClaims } from './customer.commands.ts';
import type { CustomerEvent } from './customer.events.ts';

/** Confirms the claims that an event names, and releases others in case its request stopped half-way. */
export const customerClaimsProcess = reactingTo<CustomerEvent>()({
  name: 'customer-claims',
  on: {
    CustomerCreated: ({ customerId, emailClaim, externalIdClaim }) =>
      settled(customerId, [emailClaim, externalIdClaim]),
    CustomerUpdated: ({ customerId, emailClaim, releasedEmailClaim, externalIdClaim }) =>
      settled(customerId, [emailClaim, releasedEmailClaim, externalIdClaim]),
    CustomerDeleted: ({ customerId, released }) => settled(customerId, released),
  },
});

function settled(customerId: string, named: readonly (Claim | null | undefined)[]): Step[] {
  const claims = named.filter((claim) => claim != null);
  return claims.length > 0 ? [send(SettleCustomerClaims, { customerId, claims })] : [];
}

/** Erases deleted customers who had asked for it. */
export const customerErasingProcess = reactingTo<CustomerEvent>()({
  name: 'customer-erasing',
  on: {
    CustomerDeleted: ({ customerId, erase }) =>
      erase ? [send(EraseSubject, { subject: subjectOf.customer(customerId) })] : [],
  },
});
