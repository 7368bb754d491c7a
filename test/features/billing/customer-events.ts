import type { CustomerEvent } from '../../../src/features/billing/customers/customer.events.ts';

export const ID = 'c1';
export const claim = (digest: string) => ({ kind: 'customer-email', digest });
export const created: Extract<CustomerEvent, { type: 'CustomerCreated' }> = {
  type: 'CustomerCreated',
  data: {
    customerId: ID,
    organizationId: 'o1',
    email: 'Ann@example.com',
    emailClaim: claim('ann'),
    externalId: null,
    externalIdClaim: null,
    name: 'Ann',
    billingAddress: null,
    taxId: null,
    metadata: { tier: 1 },
  },
};
