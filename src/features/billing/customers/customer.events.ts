import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { TaxId } from '../tax-id.ts';

/** A customer's stream is `customer-{UUIDv7}`; it grows by edits. */
export const customerStream = (customerId: string): string => `customer-${customerId}`;

const aboutCustomer = ({ customerId }: { customerId: string }): string => subjectOf.customer(customerId);

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
  }>({
    personal: [
      {
        subject: aboutCustomer,
        fields: {
          email: ({ customerId }) => erasedEmail(customerId),
          externalId: null,
          name: null,
          billingAddress: null,
          taxId: null,
          metadata: {},
        },
      },
    ],
  }),
  /** Only what has changed. A new e-mail or external id comes with its claim; the claim it replaces is named to be released. */
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
  }>({
    personal: [
      {
        subject: aboutCustomer,
        fields: {
          email: ({ customerId }) => erasedEmail(customerId),
          externalId: null,
          name: null,
          billingAddress: null,
          taxId: null,
          metadata: {},
        },
      },
    ],
  }),
  /** Its e-mail and external id are free again. */
  CustomerDeleted: event<{ customerId: string; organizationId: string; released: Claim[] }>(),
};

export type CustomerEvent = EventsOf<typeof customerEvents> | ClaimForfeited;
