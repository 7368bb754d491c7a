import { createHash } from 'node:crypto';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { erasedEmail, subjectOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded, normalEmail } from '../../../kernel/folding.ts';
import { wireAddress, type WireAddress } from '../address.ts';
import { metadataEntries, type Metadata } from '../metadata.ts';
import type { OrderCreated } from '../orders/order.events.ts';
import type { TaxId } from '../tax-id.ts';
import type { CustomerEvent } from './customer.events.ts';

export interface CustomerDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  metadata: Metadata;
  external_id: string | null;
  email: string;
  email_verified: boolean;
  name: string | null;
  billing_address: WireAddress | null;
  tax_id: TaxId | null;
  organization_id: string;
  /** Since when they ask to be erased. */
  erasure_requested_at: Instant | null;
  /** Deleted customers are kept for their orders, and hidden from lists. */
  deleted_at: Instant | null;
  avatar_url: string;
  /** What addresses are compared by. */
  email_key: string;
  email_lower: string;
  name_lower: string | null;
  /** Other names that purchases were billed to, such as of their companies, the latest first, each on a line; for search. */
  billing_names_lower: string | null;
  metadata_entries: string[];
  subjects: string[];
}

type Fields = Omit<
  CustomerDocument,
  'avatar_url' | 'email_key' | 'email_lower' | 'name_lower' | 'metadata_entries' | 'subjects'
>;
type CustomersOwn = Exclude<CustomerEvent, { type: 'ClaimForfeited' }>;
/** Orders have streams of their own. */
type FoldedEvent = CustomersOwn | OrderCreated;

/** How many billing names are found; who buys for more companies is found by the latest. */
const MOST_NAMES = 10;

/** Customers in wire form. */
export const customerProjection: Projection<CustomerDocument, FoldedEvent> = {
  name: 'customers',
  version: 5,
  indexes: [
    ['organization_id', 'email_key'],
    ['organization_id', 'created_at', 'email_lower', 'name_lower', 'billing_names_lower'],
    ['organization_id', 'erasure_requested_at'],
    ['organization_id', 'external_id'],
    ['organization_id'],
  ],
  lists: {
    scope: ['organization_id', 'deleted_at'],
    sortings: ['created_at', 'email_lower', 'name_lower'],
    filters: ['metadata_entries', 'billing_names_lower'],
  },
  maps: ['metadata'],
  handles: [
    'CustomerCreated',
    'CustomerUpdated',
    'CustomerErasureRequested',
    'CustomerErasureWithdrawn',
    'CustomerErasureRefused',
    'CustomerDeleted',
    'OrderCreated',
  ],
  targets: ({ type, data }) => (type === 'OrderCreated' && isRenewal(data) ? [] : [data.customerId]),

  evolve(document, event) {
    if (event.type === 'OrderCreated') return document && billed(document, event.data);
    const at = event.metadata.occurredAt;
    if (event.type === 'CustomerCreated') return searchable(created(event.data, at));
    return document && searchable({ ...document, ...changesOf(event, document, at), modified_at: at });
  },

  blank(document) {
    const blanked = { external_id: null, name: null, billing_address: null, tax_id: null, metadata: {} };
    return searchable({ ...document, ...blanked, email: erasedEmail(document.id), billing_names_lower: null });
  },
};

/** Billed to the subscription's name or the customer's own, which are known already. */
function isRenewal({ billingReason }: OrderCreated['data']): boolean {
  return billingReason === 'subscription_cycle';
}

function billed(document: CustomerDocument, { billingName }: OrderCreated['data']): CustomerDocument {
  const name = billingName && folded(billingName);
  if (!name || name === document.name_lower) return document;
  const others = document.billing_names_lower?.split('\n').filter((other) => other !== name) ?? [];
  return { ...document, billing_names_lower: [name, ...others].slice(0, MOST_NAMES).join('\n') };
}

function created(data: Extract<FoldedEvent, { type: 'CustomerCreated' }>['data'], at: Instant): Fields {
  return {
    id: data.customerId,
    created_at: at,
    modified_at: null,
    metadata: data.metadata,
    external_id: data.externalId,
    email: data.email,
    email_verified: false,
    name: data.name,
    billing_address: data.billingAddress && wireAddress(data.billingAddress),
    tax_id: data.taxId,
    organization_id: data.organizationId,
    erasure_requested_at: null,
    deleted_at: null,
    billing_names_lower: null,
  };
}

function changesOf(
  event: Exclude<CustomersOwn, { type: 'CustomerCreated' }>,
  { external_id, metadata }: CustomerDocument,
  at: Instant,
): Partial<Fields> {
  if (event.type === 'CustomerErasureRequested') return { erasure_requested_at: at };
  if (event.type === 'CustomerErasureWithdrawn' || event.type === 'CustomerErasureRefused')
    return { erasure_requested_at: null };
  if (event.type === 'CustomerDeleted') {
    // The external id itself is free for others; the contract keeps a copy here (docs/BILLING.md#deleting-a-customer).
    const kept = external_id === null ? metadata : { ...metadata, __external_id: external_id };
    return { deleted_at: at, external_id: null, metadata: kept };
  }
  const { email, externalId, name, billingAddress, taxId, metadata: replaced } = event.data;
  return {
    ...(email !== undefined && { email, email_verified: false }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(name !== undefined && { name }),
    ...(billingAddress !== undefined && { billing_address: billingAddress && wireAddress(billingAddress) }),
    ...(taxId !== undefined && { tax_id: taxId }),
    ...(replaced !== undefined && { metadata: replaced }),
  };
}

function searchable(fields: Fields): CustomerDocument {
  const email_key = normalEmail(fields.email);
  return {
    ...fields,
    avatar_url: `https://www.gravatar.com/avatar/${createHash('sha256').update(email_key).digest('hex')}?d=404`,
    email_key,
    email_lower: folded(fields.email),
    name_lower: fields.name === null ? null : folded(fields.name),
    metadata_entries: metadataEntries(fields.metadata),
    subjects: [subjectOf.customer(fields.id)],
  };
}
