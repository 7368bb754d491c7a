import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { TaxId } from '../tax-id.ts';

/** The stream `customer-{UUIDv7}` grows with changes to the customer. */
export const customerStream = (customerId: string): string => `customer-${customerId}`;

/** Kinds of claims, each unique within one organization. */
export const EMAIL_CLAIM = 'customer-email';
export const EXTERNAL_ID_CLAIM = 'customer-external-id';

interface AboutCustomer {
  customerId: string;
}

/** The fields that erasing a customer erases, with what replaces them. */
const personalFields = {
  subject: ({ customerId }: AboutCustomer): string => subjectOf.customer(customerId),
  fields: {
    email: ({ customerId }: AboutCustomer): string => erasedEmail(customerId),
    externalId: null,
    name: null,
    billingAddress: null,
    taxId: null,
    metadata: {},
  },
};

export const customerEvents = {
  CustomerCreated: event<{
    customerId: string;
    organizationId: string;
    email: string;
    emailClaim: Claim;
    externalId: string | null;
    externalIdClaim: Claim | null;
    name: string | null;
    billingAddress: Address | null;
    taxId: TaxId | null;
    metadata: Metadata;
  }>({ personal: [personalFields] }),
  /** Only the fields that changed. A new e-mail or external id has its claim, and the e-mail also the claim to release. */
  CustomerUpdated: event<{
    customerId: string;
    email?: string;
    emailClaim?: Claim;
    releasedEmailClaim?: Claim;
    externalId?: string;
    externalIdClaim?: Claim;
    name?: string | null;
    billingAddress?: Address | null;
    taxId?: TaxId | null;
    metadata?: Metadata;
  }>({ personal: [personalFields] }),
  /** By the customer, in their portal: the seller confirms it by deleting them. */
  CustomerErasureRequested: event<{ customerId: string; organizationId: string }>(),
  CustomerErasureWithdrawn: event<{ customerId: string; organizationId: string }>(),
  /** The seller keeps them, for a reason that the law allows. */
  CustomerErasureRefused: event<{ customerId: string; organizationId: string; reason: string }>({
    personal: [{ subject: ({ customerId }) => subjectOf.customer(customerId), fields: { reason: '' } }],
  }),
  /** Releases e-mail and external id. `erase`: they had asked for it, or the seller wants it. */
  CustomerDeleted: event<{ customerId: string; organizationId: string; released: Claim[]; erase?: true }>(),
};

export type CustomerEvent = EventsOf<typeof customerEvents> | ClaimForfeited;
