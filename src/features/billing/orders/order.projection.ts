import type { Instant } from '../../../kernel/clock.ts';
import type { Document } from '../../../kernel/document-store.ts';
import { subjectOf, typesOf, type Recorded } from '../../../kernel/events.ts';
import { sum } from '../../../kernel/money.ts';
import type { Projection } from '../../../kernel/projection.ts';
import { wireAddress, type WireAddress } from '../address.ts';
import { metadataEntries } from '../metadata.ts';
import type { Metadata } from '../products/product.events.ts';
import { orderEvents, type BillingReason, type OrderEvent, type OrderItem } from './order.events.ts';

export interface WireOrderItem {
  created_at: Instant;
  modified_at: Instant | null;
  id: string;
  label: string;
  amount: number;
  tax_amount: number;
  proration: boolean;
  product_price_id: string | null;
}

/** An order in its wire form, without customer, product and subscription, which the query adds. Amounts in cents. */
export interface OrderDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  status: 'pending' | 'paid';
  paid: boolean;
  subtotal_amount: number;
  discount_amount: number;
  net_amount: number;
  /** Legacy name of the net amount (BILLING_FACTS §2.3). */
  amount: number;
  tax_amount: number;
  total_amount: number;
  refunded_amount: number;
  refunded_tax_amount: number;
  currency: string;
  billing_reason: BillingReason;
  billing_address: WireAddress | null;
  customer_id: string;
  product_id: string;
  discount_id: null;
  subscription_id: string | null;
  checkout_id: string | null;
  metadata: Metadata;
  items: WireOrderItem[];
  organization_id: string;
  product_billing_type: 'one_time' | 'recurring';
  metadata_entries: string[];
  subjects: string[];
}

export const orderProjection: Projection<OrderDocument, OrderEvent> = {
  name: 'orders',
  version: 1,
  indexes: [
    ['organization_id', 'created_at'],
    ['organization_id', 'customer_id', 'created_at'],
    ['organization_id', 'product_id', 'created_at'],
    ['organization_id', 'product_billing_type', 'created_at'],
    ['organization_id', 'checkout_id', 'created_at'],
    ['organization_id', 'discount_id', 'created_at'],
    ['organization_id', 'subscription_id', 'created_at'],
    ['organization_id', 'status'],
    ['organization_id', 'net_amount'],
    ['organization_id', 'amount'],
  ],
  fields: ['metadata_entries'],
  handles: typesOf(orderEvents),
  targets: (event) => [event.data.orderId],

  evolve(document, event) {
    switch (event.type) {
      case 'OrderCreated':
        return created(event);
      case 'OrderPaid':
        return document && { ...document, status: 'paid', paid: true, modified_at: event.metadata.occurredAt };
      case 'OrderPaymentFailed':
        return document && { ...document, modified_at: event.metadata.occurredAt };
    }
  },

  blank(document, subject) {
    if (!document.subjects.includes(subject)) return document;
    return { ...document, billing_address: null, metadata: {}, metadata_entries: [] };
  },
};

function created({ data, metadata }: Recorded<Extract<OrderEvent, { type: 'OrderCreated' }>>): OrderDocument {
  const at = metadata.occurredAt;
  const subtotal = sum(data.items.map(({ amount }) => amount));
  const net = subtotal - data.discountAmount;
  return {
    id: data.orderId,
    created_at: at,
    modified_at: null,
    status: data.status,
    paid: data.status === 'paid',
    subtotal_amount: subtotal,
    discount_amount: data.discountAmount,
    net_amount: net,
    amount: net,
    tax_amount: data.taxAmount,
    total_amount: net + data.taxAmount,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency: data.currency,
    billing_reason: data.billingReason,
    billing_address: data.billingAddress && wireAddress(data.billingAddress),
    customer_id: data.customerId,
    product_id: data.productId,
    discount_id: null,
    subscription_id: data.subscriptionId,
    checkout_id: data.checkoutId,
    metadata: data.metadata,
    items: data.items.map((item) => wireItem(item, at)),
    organization_id: data.organizationId,
    product_billing_type: data.billingReason === 'purchase' ? 'one_time' : 'recurring',
    metadata_entries: metadataEntries(data.metadata),
    subjects: [subjectOf.customer(data.customerId)],
  };
}

function wireItem({ id, label, amount, taxAmount, proration, priceId }: OrderItem, at: Instant): WireOrderItem {
  return {
    created_at: at,
    modified_at: null,
    id,
    label,
    amount,
    tax_amount: taxAmount,
    proration,
    product_price_id: priceId,
  };
}
