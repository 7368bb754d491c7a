import { describe, expect, it } from '@jest/globals';
import {
  aboutTitle,
  aboutWords,
  actorWords,
  amountWords,
  changedFields,
  dataLines,
  eventWords,
  fieldWords,
  orderStreams,
  usageCreditEvents,
} from '@/lib/ledger';
import { pageNamedBy } from '@/features/events/places';

describe('an event', () => {
  it('is named in words, without the page’s own subject', () => {
    expect([
      eventWords('SubscriptionRenewalFailed'),
      eventWords('SubscriptionRenewalFailed', 'subscription'),
      eventWords('OrderPaid', 'subscription'),
    ]).toEqual(['Subscription renewal failed', 'Renewal failed', 'Order paid']);
  });

  it('names who caused it, and what Tillbook did by itself', () => {
    expect([
      actorWords({ kind: 'user', id: 'u1', name: 'Ada' }),
      actorWords({ kind: 'token', id: '01a33bad-8534-7a6e' }),
      actorWords({ kind: 'system', id: 'renewal' }),
      actorWords({ kind: 'system', id: 'grants' }),
    ]).toEqual(['by Ada', 'by access token 01a33b…7a6e', 'Scheduled renewal', 'Automatic']);
  });

  it('is in the history of an order if it is of its refunds, invoice or credit notes', () => {
    const refunds = [
      { id: 'f1', payment_id: 'y1', credit_note_number: 'CN-1' },
      { id: 'f2', payment_id: 'y1', credit_note_number: null },
    ];
    expect(orderStreams({ id: 'r1', invoice_number: 'INV-1' }, refunds)).toEqual([
      'refunds-y1',
      'invoice-r1',
      'creditnote-f1',
    ]);
    expect(orderStreams({ id: 'r1', invoice_number: null }, [])).toEqual([]);
  });

  it('is in the history of an order if it credits usage that was voided, or no longer does', () => {
    const at = '2026-11-21T10:34:07.120Z';
    const entries = [
      { event_id: 'e2', type: 'UsageCreditCanceled' as const, at, amount: -180, voids: 2 },
      { event_id: 'e1', type: 'UsageCredited' as const, at, amount: 216, voids: 1 },
    ];
    const said = usageCreditEvents({ currency: 'usd', entries }).map((event) => [
      ...[event.id, event.words, amountWords(event), actorWords(event.actor)],
      dataLines(event.data)[0]!.name,
    ]);
    expect(said).toEqual([
      ['e1', 'Credited for voided usage', '$2.16', 'Automatic', 'Voided usage events'],
      ['e2', 'No longer credited for voided usage', '−$1.80', 'Automatic', 'Voided usage events'],
    ]);
  });

  it('shows its data as lines, without empty fields', () => {
    const data = {
      amount: 1900,
      currency: 'usd',
      paidAt: '2026-11-21T10:34:07.120Z',
      note: null,
      items: [],
      trial: false,
    };
    expect(dataLines(data).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Amount: $19.00',
      'Currency: USD',
      'Paid at: 2026-11-21 10:34:07 UTC',
      'Trial: no',
    ]);
    expect(fieldWords('current_period_end')).toBe('Current period end');
  });

  it('writes codes in words, and addresses, items and prices on lines of their own', () => {
    const address = { line1: '91 Moor Street', city: 'Albany', postal_code: '12207', state: 'US-NY', country: 'US' };
    const state = {
      billing_reason: 'subscription_cycle',
      currency: 'eur',
      billing_address: address,
      items: [
        { id: 'i1', label: 'Reader — From Nov 21, 2026 to Dec 21, 2026', amount: 900 },
        { id: 'i2', label: 'Setup', amount: 1000 },
      ],
      code: 'insufficient_funds',
      totals: { total_amount: 1900 },
    };
    expect(dataLines(state).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Billing reason: Renewal',
      'Currency: EUR',
      'Billing address: 91 Moor Street\nAlbany, NY 12207\nUnited States',
      'Items: Reader, 21 Nov 2026 to 21 Dec 2026, €9.00\nSetup, €10.00',
      'Code: insufficient funds',
      'Totals: total amount €19.00',
    ]);
    const stored = { line1: 'Moor 1', postalCode: '10115', city: 'Berlin', state: null, country: 'DE' };
    expect(dataLines({ billingAddress: stored })[0]!.value).toBe('Moor 1\n10115 Berlin\nGermany');
    const items = [
      { productId: 'p1', quantity: 1, price: { id: 'q', amountType: 'fixed', amount: 500, currency: 'jpy' } },
    ];
    expect(dataLines({ items, currency: 'jpy' })[0]!.value).toBe('¥500');
  });

  it('says what an entry is about and its amount with the currency', () => {
    const customer = { kind: 'customer', id: 'c1', name: 'jasmine@example.com' };
    const order = { kind: 'order', id: 'r1', name: 'K7Q2-M9PX' };
    const entry = { category: 'order', stream: 'order-01a33bad-8534-7a6e', amount: 2400, currency: 'eur' };
    const entryAbout = (about: { kind: string; id: string; name: string | null }[]) => ({ ...entry, about });
    expect([aboutWords(entryAbout([order, customer])), amountWords(entry)]).toEqual(['jasmine@example.com', '€24.00']);
    expect(aboutWords(entryAbout([order, { ...customer, name: null }]))).toBe('K7Q2-M9PX');
    expect(aboutWords(entryAbout([]))).toBe('01a33b…7a6e');
    expect(aboutTitle(entryAbout([order]))).toBe('order K7Q2-M9PX, order-01a33bad-8534-7a6e');
    expect(amountWords({ amount: 0, currency: 'usd' })).toBe('$0');
    expect(amountWords({ amount: null, currency: null })).toBeUndefined();
  });

  it('shows the fields of the state that changed', () => {
    expect(changedFields({ status: 'open', tags: ['a'] }, { status: 'paid', tags: ['a'] })).toEqual({ status: 'paid' });
    expect(changedFields(null, { status: 'open' })).toEqual({ status: 'open' });
  });
});

describe('the data of an event', () => {
  const words = (data: Record<string, unknown>) => dataLines(data).map(({ name, value }) => `${name}: ${value}`);

  it('says in words what it contains: cards, what something is for, and rates', () => {
    expect(
      words({
        card: { brand: 'visa', last4: '4242' },
        for: { kind: 'order', orderId: '01a33bad-8534-7a6e-8000-000000000001' },
        currency: 'jpy',
        rates: [{ name: 'JCT', percent: '10', country: 'JP', state: null, amount: 120 }],
      }),
    ).toEqual(['Card: Visa ending in 4242', 'For: order 01a33b…0001', 'Currency: JPY', 'Rates: JCT 10%, ¥120']);
  });

  it('has field names that say something outside the program', () => {
    expect(['wire_status', 'mismatched', 'id', 'orderId', 'product_ids'].map(fieldWords)).toEqual([
      'Status in the API',
      'Another amount received',
      'ID',
      'Order ID',
      'Product IDs',
    ]);
  });
});

it('links a payment’s event to its order, and every id to its page', () => {
  const page = (field: string, value: unknown) => pageNamedBy(field, value, 'acme');
  const order = { to: '/$org/orders/$id', params: { org: 'acme', id: 'o1' } };
  expect(page('purpose', { kind: 'order', orderId: 'o1' })).toMatchObject(order);
  expect(page('orderId', 'o1')).toMatchObject(order);
  expect(page('order_id', 'o1')).toMatchObject(order);
  expect(page('purpose', { kind: 'checkout', checkoutId: 'c1' })).toMatchObject({ to: '/$org/checkouts/$id' });
  expect(page('endpointId', 'e1')).toMatchObject({ to: '/$org/webhooks/$id' });
  expect(page('purpose', { kind: 'setup', paymentMethodId: 'm1' })).toBeUndefined();
  expect(page('note', 'o1')).toBeUndefined();
});
