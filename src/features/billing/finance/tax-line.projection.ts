import type { Projection } from '../../../kernel/reading/projection.ts';
import {
  afterOrder,
  bookingOf,
  FINANCE_EVENTS,
  taxPartsOf,
  NOWHERE,
  taxRowKey,
  type Booked,
  type FinanceEvent,
  type TaxTreatment,
} from './finance.rules.ts';

/** What one rate made of a sale or a refund (docs/BILLING.md#finance). Amounts in minor units, those of refunds below 0. */
export interface TaxLineDocument extends Booked {
  /** Of the rate; null without one. */
  name: string | null;
  percent: string | null;
  treatment: TaxTreatment;
  /** The row of the tax table that it belongs to. */
  row: string;
  /** What the rate applies to: the net amount of what was taxed so. */
  base_amount: number;
  tax_amount: number;
}

export const taxLineProjection: Projection<TaxLineDocument, FinanceEvent> = {
  name: 'tax_lines',
  version: 2,
  // The lines of an order that is paid or void are found by it.
  indexes: [['order_id'], ['organization_id', 'booked_at']],
  lists: {
    scope: ['organization_id'],
    sortings: ['booked_at', 'tax_amount'],
    filters: ['row', 'kind', 'treatment', 'currency', 'country', 'billing_reason', 'order_id', 'customer_id', 'number'],
    sums: ['base_amount'],
  },
  handles: FINANCE_EVENTS,
  targets(event) {
    if (event.type === 'OrderPaid' || event.type === 'OrderVoided')
      return { field: 'order_id', value: event.data.orderId };
    const booking = bookingOf(event);
    return taxPartsOf(booking).map((_, at) => lineId(booking.booked, at));
  },

  evolve(document, event, id) {
    if (event.type === 'OrderPaid' || event.type === 'OrderVoided') return afterOrder(document, event);
    const booking = bookingOf(event);
    const { booked } = booking;
    const part = taxPartsOf(booking).find((_, at) => lineId(booked, at) === id)!;
    const { place, name, percent, treatment, netAmount, taxAmount } = part;
    const rate = { name, percent, treatment, row: taxRowKey(booked, part) };
    return { ...booked, ...(place ?? NOWHERE), id, ...rate, base_amount: netAmount, tax_amount: taxAmount };
  },
};

function lineId({ id }: Booked, at: number): string {
  return `${id}:${at}`;
}
