import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { subjectOf, typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { Period } from '../pricing/proration.ts';
import { wireAddress, type WireAddress } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import { metadataEntries, type Metadata } from '../metadata.ts';
import { taxedPartsOf } from '../pricing/bill.ts';
import type { InvoiceEvent } from '../invoices/invoice.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { orderNumber } from './order-number.rules.ts';
import { STATUS_AFTER, type OrderStatus } from './order-status.rules.ts';
import { orderEvents, type BillingReason, type OrderCreated, type OrderEvent, type OrderItem } from './order.events.ts';

export interface WireOrderItem {
  created_at: Instant;
  modified_at: Instant | null;
  id: string;
  label: string;
  amount: number;
  tax_amount: number;
  proration: boolean;
  product_price_id: string | null;
  /** The period that it pays for, if any. */
  start_timestamp: Instant | null;
  end_timestamp: Instant | null;
}

/** Not in the contract: how an order's tax was computed. Amounts in minor units. */
export interface WireOrderTax {
  rates: { name: string; percent: string; country: string; state: string | null; amount: number }[];
  /** The buyer owes the tax of what they bought to the state themselves. */
  reverse_charge: boolean;
}

/** An order in its wire form except for `void`, without customer, product and subscription, which the presenter adds. Amounts in minor units. */
export interface OrderDocument extends Document {
  /** Such as `K7Q2-M9PX`. */
  number: string;
  /** Such as `INV-2026-00001`; null until it is issued. */
  invoice_number: string | null;
  created_at: Instant;
  modified_at: Instant | null;
  status: OrderStatus | 'partially_refunded' | 'refunded';
  paid: boolean;
  paid_at: Instant | null;
  subtotal_amount: number;
  discount_amount: number;
  net_amount: number;
  /** Legacy name of the net amount (docs/BILLING.md#order-states). */
  amount: number;
  tax_amount: number;
  /** How it was computed; null if the seller collected no tax. */
  tax: WireOrderTax | null;
  total_amount: number;
  applied_balance_amount: number;
  due_amount: number;
  refunded_amount: number;
  refunded_tax_amount: number;
  currency: string;
  billing_reason: BillingReason;
  billing_address: WireAddress | null;
  billing_name: string | null;
  voided_at: Instant | null;
  customer_id: string;
  product_id: string;
  discount_id: string | null;
  subscription_id: string | null;
  checkout_id: string | null;
  metadata: Metadata;
  /** By the field's id. */
  custom_field_values: CustomFieldValues;
  items: WireOrderItem[];
  organization_id: string;
  product_billing_type: 'one_time' | 'recurring';
  metadata_entries: string[];
  subjects: string[];
}

type RefundOfOrder = Extract<RefundEvent, { type: 'RefundSucceeded' | 'RefundReversed' }>;

/** Refunds and invoices have streams of their own. */
type FoldedEvent = OrderEvent | RefundOfOrder | InvoiceEvent;

export const orderProjection: Projection<OrderDocument, FoldedEvent> = {
  name: 'orders',
  version: 9,
  indexes: [
    ['organization_id', 'customer_id', 'created_at'],
    ['organization_id', 'product_id', 'created_at'],
    ['organization_id', 'product_billing_type', 'created_at'],
    ['organization_id', 'checkout_id', 'created_at'],
    ['organization_id', 'discount_id', 'created_at'],
    ['organization_id', 'subscription_id', 'created_at'],
    ['organization_id', 'status'],
    ['organization_id', 'number'],
    ['organization_id', 'invoice_number'],
    ['organization_id'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'amount', 'net_amount', 'discount_id', 'subscription_id'],
    filters: [
      'customer_id',
      'product_id',
      'product_billing_type',
      'checkout_id',
      'metadata_entries',
      'status',
      'billing_reason',
      'paid_at',
      'currency',
      'number',
    ],
    sums: ['total_amount', 'refunded_amount', 'discount_amount'],
  },
  maps: ['custom_field_values', 'metadata'],
  handles: [...typesOf(orderEvents), 'RefundSucceeded', 'RefundReversed', 'InvoiceIssued'],
  targets: (event) => [event.data.orderId],

  evolve(document, event) {
    switch (event.type) {
      case 'OrderCreated':
        return created(event);
      case 'OrderPaid': {
        const at = event.metadata.occurredAt;
        return document && { ...document, status: STATUS_AFTER[event.type], paid: true, paid_at: at, modified_at: at };
      }
      case 'OrderPaymentFailed':
        return document && { ...document, modified_at: event.metadata.occurredAt };
      case 'OrderVoided': {
        const at = event.metadata.occurredAt;
        return document && { ...document, status: STATUS_AFTER[event.type], voided_at: at, modified_at: at };
      }
      case 'RefundSucceeded':
        return document && refunded(document, event, 1);
      case 'RefundReversed':
        return document && refunded(document, event, -1);
      case 'InvoiceIssued':
        return document && { ...document, invoice_number: event.data.number };
    }
  },

  blank(document, subject) {
    if (!document.subjects.includes(subject)) return document;
    return { ...document, billing_address: null, billing_name: null, ...NOTHING_PERSONAL };
  },
};

const NOTHING_PERSONAL = { custom_field_values: {}, metadata: {}, metadata_entries: [] };

function created({ data, metadata }: Recorded<OrderCreated>): OrderDocument {
  const at = metadata.occurredAt;
  const { subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount } = data.totals;
  return {
    id: data.orderId,
    number: orderNumber(data.orderId),
    invoice_number: null,
    created_at: at,
    modified_at: null,
    status: data.status,
    paid: data.status === 'paid',
    paid_at: data.status === 'paid' ? at : null,
    subtotal_amount: subtotalAmount,
    discount_amount: discountAmount,
    net_amount: netAmount,
    amount: netAmount,
    tax_amount: taxAmount,
    tax: wireTax(data),
    total_amount: totalAmount,
    applied_balance_amount: data.appliedBalanceAmount,
    due_amount: data.dueAmount,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency: data.currency,
    billing_reason: data.billingReason,
    billing_address: data.billingAddress && wireAddress(data.billingAddress),
    billing_name: data.billingName,
    voided_at: null,
    customer_id: data.customerId,
    product_id: data.productId,
    discount_id: data.discount?.discountId ?? null,
    subscription_id: data.subscriptionId,
    checkout_id: data.checkoutId,
    metadata: data.metadata,
    custom_field_values: data.customFieldData,
    items: data.items.map((item) => wireItem(item, item.period ?? data.period, at)),
    organization_id: data.organizationId,
    product_billing_type: data.billingReason === 'purchase' ? 'one_time' : 'recurring',
    metadata_entries: metadataEntries(data.metadata),
    subjects: [subjectOf.customer(data.customerId)],
  };
}

/** Adds a refund, or takes off one that was reversed. */
function refunded(document: OrderDocument, { data, metadata }: Recorded<RefundOfOrder>, sign: 1 | -1): OrderDocument {
  const refunded_amount = document.refunded_amount + sign * data.amount;
  const refunded_tax_amount = document.refunded_tax_amount + sign * data.taxAmount;
  const isAll = refunded_amount === document.net_amount;
  const status = refunded_amount === 0 ? 'paid' : isAll ? 'refunded' : 'partially_refunded';
  return { ...document, status, refunded_amount, refunded_tax_amount, modified_at: metadata.occurredAt };
}

function wireTax(order: OrderCreated['data']): WireOrderTax | null {
  const taxes = taxedPartsOf(order).flatMap(({ tax }) => tax ?? []);
  if (taxes.length === 0) return null;
  const rates = taxes.flatMap((tax) => tax.rates);
  return {
    rates: rates.map(({ name, percent, country, state, amount }) => ({ name, percent, country, state, amount })),
    reverse_charge: taxes[0]!.reverseCharge,
  };
}

function wireItem(
  { id, label, amount, taxAmount, proration, priceId }: OrderItem,
  period: Period | null,
  at: Instant,
): WireOrderItem {
  return {
    created_at: at,
    modified_at: null,
    id,
    label,
    amount,
    tax_amount: taxAmount,
    proration,
    product_price_id: priceId,
    start_timestamp: period?.start ?? null,
    end_timestamp: period?.end ?? null,
  };
}
