import type { InvoiceEvent } from '../../../src/features/billing/invoices/invoice.events.ts';
import type { OrderEvent, OrderLine } from '../../../src/features/billing/orders/order.events.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import type { BillTerms } from '../../../src/features/billing/pricing/terms.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { NOW } from '../../support/given.ts';

export type OrderCreated = Extract<OrderEvent, { type: 'OrderCreated' }>['data'];

export const ORDER = '0190a000-0000-7000-8000-0123456789ab';
export const MONTH = { start: '2026-01-31T10:00:00.000Z', end: '2026-02-28T10:00:00.000Z' };

export const line = (label: string, amount: number, quantity = 1): OrderLine => {
  return { id: newUuid(), label, priceId: null, quantity, amount, proration: false };
};

export function orderOf(
  lines: OrderLine[],
  currency: string,
  terms: Partial<BillTerms> = {},
  more: Partial<OrderCreated> = {},
): OrderCreated {
  const bill = billOf(lines, currency, { discount: null, tax: null, ...terms });
  return {
    ...bill,
    ...{ orderId: ORDER, organizationId: 'g1', customerId: 'c1', subscriptionId: null, productId: 'x1' },
    ...{ checkoutId: null, billingReason: 'purchase', status: 'paid', appliedBalanceAmount: 0 },
    ...{ dueAmount: bill.totals.totalAmount, period: null, paymentId: 'm1', paymentMethodId: 'k1' },
    ...{ billingAddress: null, place: null, billingName: null, customFieldData: {}, metadata: {}, ...more },
  };
}

export const invoice: InvoiceEvent['data'] = {
  ...{ orderId: ORDER, organizationId: 'g1', customerId: 'c1', number: 'INV-2026-00042' },
  ...{ issuedOn: '2026-01-31', paidAt: NOW, card: { brand: 'visa', last4: '4242' } },
  seller: {
    ...{ name: 'Ledger Paper GmbH', address: '1 Main St\r\n10115 Berlin', taxId: 'DE123456789' },
    ...{ email: 'billing@example.com', footer: 'Registered in Berlin', timeZone: 'Europe/Berlin' },
  },
  buyer: {
    ...{ name: 'Ada Lovelace', email: 'ada@example.com', taxId: ['12-3456789', 'us_ein'] },
    address: { line1: '1 Main St', line2: null, postalCode: '94104', city: 'SF', state: 'US-CA', country: 'US' },
  },
};
