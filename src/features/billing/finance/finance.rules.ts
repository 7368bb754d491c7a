import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { orderNumber } from '../orders/order-number.rules.ts';
import type { BillingReason, OrderEvent } from '../orders/order.events.ts';
import type { Place } from '../address.ts';
import { taxedPartsOf, type TaxedPart } from '../pricing/bill.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';

export const FINANCE_KINDS = ['sale', 'refund', 'refund_reversal'] as const;
export type FinanceKind = (typeof FINANCE_KINDS)[number];

export const TAX_TREATMENTS = ['taxed', 'reverse_charge', 'no_rate'] as const;
export type TaxTreatment = (typeof TAX_TREATMENTS)[number];

export type FinanceEvent =
  | Extract<OrderEvent, { type: 'OrderCreated' | 'OrderPaid' | 'OrderVoided' }>
  | Extract<RefundEvent, { type: 'RefundSucceeded' | 'RefundReversed' }>;

export const FINANCE_EVENTS: readonly FinanceEvent['type'][] = [
  'OrderCreated',
  'OrderPaid',
  'OrderVoided',
  'RefundSucceeded',
  'RefundReversed',
];

/** A document of a sale, a refund or the reversal of a refund. */
export interface Booked extends Document {
  organization_id: string;
  kind: FinanceKind;
  /** When the order was paid, the refund succeeded or was reversed; null while an order is not paid. */
  booked_at: Instant | null;
  order_id: string;
  /** Of the order, such as `K7Q2-M9PX`. */
  number: string;
  refund_id: string | null;
  customer_id: string;
  currency: string;
  billing_reason: BillingReason;
  /** Where it was sold, whether it was taxed or not; null if the buyer gave no address. */
  country: string | null;
  /** Such as `US-CA`; only of countries whose states are known. */
  state: string | null;
}

/** What an event books. Amounts in minor units, below 0 if money leaves the seller. */
export interface Booking {
  booked: Booked;
  netAmount: number;
  taxAmount: number;
  /** Charged to or refunded to a card; the rest is the customer's account. */
  paymentAmount: number;
  parts: readonly TaxedPart[];
}

/** The part of a booking that one rate applies to. */
export interface TaxPart {
  /** Where it was sold. */
  place: Place | null;
  /** Of the rate, or of the sale if no rate applies to it. */
  country: string | null;
  state: string | null;
  name: string | null;
  percent: string | null;
  treatment: TaxTreatment;
  netAmount: number;
  taxAmount: number;
}

export type BookingEvent = Extract<FinanceEvent, { type: 'OrderCreated' | 'RefundSucceeded' | 'RefundReversed' }>;

export const NOWHERE = { country: null, state: null };

export function bookingOf({ type, data, metadata: { occurredAt } }: Recorded<BookingEvent>): Booking {
  const { organizationId, orderId, customerId, currency, billingReason } = data;
  const parts = type === 'OrderCreated' ? taxedPartsOf(data) : data.parts;
  const about = {
    ...{ organization_id: organizationId, order_id: orderId, number: orderNumber(orderId), customer_id: customerId },
    ...{ currency, billing_reason: billingReason, ...(parts[0]?.place ?? NOWHERE) },
  };
  if (type === 'OrderCreated') {
    const { totals, status, paymentId, dueAmount } = data;
    const booked_at = status === 'paid' ? occurredAt : null;
    return {
      booked: { id: orderId, kind: 'sale', booked_at, refund_id: null, ...about },
      netAmount: totals.netAmount,
      taxAmount: totals.taxAmount,
      paymentAmount: paymentId === null ? 0 : dueAmount,
      parts,
    };
  }
  const { refundId, amount, taxAmount, paymentAmount } = data;
  const booked = { booked_at: occurredAt, refund_id: refundId, ...about };
  if (type === 'RefundReversed')
    return {
      booked: { id: `${refundId}:reversal`, kind: 'refund_reversal', ...booked },
      netAmount: amount,
      taxAmount,
      paymentAmount,
      parts,
    };
  return {
    booked: { id: refundId, kind: 'refund', ...booked },
    ...{ netAmount: 0 - amount, taxAmount: 0 - taxAmount, paymentAmount: 0 - paymentAmount },
    parts: parts.map(negated),
  };
}

function negated({ netAmount, tax, ...part }: TaxedPart): TaxedPart {
  const rates = tax?.rates.map((rate) => ({ ...rate, amount: 0 - rate.amount }));
  return { ...part, netAmount: 0 - netAmount, tax: tax && { ...tax, rates: rates! } };
}

/** One per rate of each part; what has no rates has one. */
export function taxPartsOf({ parts }: Booking): TaxPart[] {
  return parts.flatMap(({ netAmount, tax, place }): TaxPart[] => {
    const about = { place, netAmount };
    if (!tax || tax.rates.length === 0)
      return [{ ...about, ...(place ?? NOWHERE), name: null, percent: null, treatment: 'no_rate', taxAmount: 0 }];
    const treatment = tax.reverseCharge ? 'reverse_charge' : 'taxed';
    return tax.rates.map(({ amount, ...rate }) => ({ ...about, ...rate, treatment, taxAmount: amount }));
  });
}

/** A sale is booked once it is paid; undefined removes what never will be. */
export function afterOrder<D extends Booked>(
  document: D | undefined,
  { type, metadata: { occurredAt } }: Recorded<Extract<FinanceEvent, { type: 'OrderPaid' | 'OrderVoided' }>>,
): D | undefined {
  if (document?.kind !== 'sale') return document;
  return type === 'OrderPaid' ? { ...document, booked_at: occurredAt } : undefined;
}

/** What the rows of a tax table are told apart by, such as `usd/US-CA/taxed/7.25/Sales tax`. */
export function taxRowKey({ currency }: Booked, { country, state, name, percent, treatment }: TaxPart): string {
  return [currency, state ?? country ?? '', treatment, percent ?? '', name ?? ''].join('/');
}

export interface TaxRow {
  currency: string;
  country: string | null;
  state: string | null;
  treatment: TaxTreatment;
  percent: string | null;
  name: string | null;
}

/** Reads `taxRowKey`. */
export function taxRowOf(key: string): TaxRow {
  const [currency = '', place = '', treatment = '', percent = '', ...name] = key.split('/');
  return {
    currency,
    country: place.slice(0, 2) || null,
    state: place.length > 2 ? place : null,
    treatment: treatment as TaxTreatment,
    percent: percent || null,
    name: name.join('/') || null,
  };
}
