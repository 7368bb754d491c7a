import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { Commands } from '../../../src/app/commands.ts';
import { creditNoteDecider } from '../../../src/features/billing/invoices/credit-note.decider.ts';
import { DocumentPdf } from '../../../src/features/billing/invoices/document-pdf.service.ts';
import { documentNumberDeciders } from '../../../src/features/billing/invoices/document-number.decider.ts';
import { DocumentNumbers } from '../../../src/features/billing/invoices/document-numbers.service.ts';
import { IssueInvoice, type TakeDocumentNumbers } from '../../../src/features/billing/invoices/invoice.commands.ts';
import { invoiceDecider } from '../../../src/features/billing/invoices/invoice.decider.ts';
import {
  invoiceStream,
  numbersStream,
  type CreditNoteEvent,
  type DocumentNumberEvent,
  type InvoiceEvent,
} from '../../../src/features/billing/invoices/invoice.events.ts';
import { invoiceProcess } from '../../../src/features/billing/invoices/invoice.process.ts';
import { documentNumber } from '../../../src/features/billing/invoices/invoice.rules.ts';
import { printable } from '../../../src/features/billing/invoices/printable.rules.ts';
import {
  printedCreditNote,
  printedInvoice,
  type PrintedDocument,
} from '../../../src/features/billing/invoices/printed-document.rules.ts';
import { orderStream, type OrderEvent, type OrderLine } from '../../../src/features/billing/orders/order.events.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import type { BillTerms, TaxRate } from '../../../src/features/billing/pricing/terms.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { subjectOf } from '../../../src/kernel/writing/events.ts';
import { EraseSubject } from '../../../src/kernel/writing/erasure.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

type OrderCreated = Extract<OrderEvent, { type: 'OrderCreated' }>['data'];
type CreditNoteIssued = Extract<CreditNoteEvent, { type: 'CreditNoteIssued' }>['data'];

const ORDER = '0190a000-0000-7000-8000-0123456789ab';
const MONTH = { start: '2026-01-31T10:00:00.000Z', end: '2026-02-28T10:00:00.000Z' };

const line = (label: string, amount: number, quantity = 1): OrderLine => {
  return { id: newUuid(), label, priceId: null, quantity, amount, proration: false };
};

function orderOf(
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
    ...{ billingAddress: null, billingName: null, customFieldData: {}, metadata: {}, ...more },
  };
}

const invoice: InvoiceEvent['data'] = {
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

const rowsOf = ({ totals }: PrintedDocument) => totals.map(({ label, amount }) => `${label}: ${amount}`);

describe.each(['invoice', 'credit_note'] as const)('the numbers of a year, of each %s', (kind) => {
  const given = specOf(documentNumberDeciders[kind]);
  const about = { organizationId: 'g1', kind, year: 2026 };
  type Take = TakeDocumentNumbers['data'];
  const take = (documentIds: readonly string[], more: Partial<Take> & { issuedOn?: string } = {}) => {
    const { issuedOn = '2026-01-31', ...data } = more;
    const documents = documentIds.map((documentId) => ({ documentId, issuedOn }));
    return { type: 'TakeDocumentNumbers', data: { ...about, documents, issued: [], after: 0, ...data } } as const;
  };
  const taken = (documentId: string, sequence: number, more: Partial<DocumentNumberEvent['data']> = {}) => {
    const data = { ...about, documentId, sequence, issuedOn: '2026-01-31', issued: [], ...more };
    return { type: 'DocumentNumberTaken', data } as const;
  };
  /** Of releases that took one number at a time, once the document before was issued. */
  const takenAlone = (documentId: string, sequence: number): DocumentNumberEvent => {
    const { issued: _, ...data } = taken(documentId, sequence).data;
    return { type: 'DocumentNumberTaken', data };
  };

  it('begin at 1 and have no gap', () => {
    given()
      .when(take(['a', 'b']))
      .then(taken('a', 1), taken('b', 2));
    given(taken('a', 1), taken('b', 2))
      .when(take(['c', 'd'], { after: 2, issued: ['a'] }))
      .then(taken('c', 3, { issued: ['a'] }), taken('d', 4));
  });

  it('are taken once for a document until it is issued, which nobody asks for again', () => {
    given(taken('a', 1))
      .when(take(['a'], { after: 1 }))
      .then();
    given(taken('a', 1), taken('b', 2))
      .when(take(['a', 'c', 'c'], { after: 2 }))
      .then(taken('c', 3));
    given(taken('a', 1), taken('b', 2, { issued: ['a'] }))
      .when(take(['a'], { after: 2 }))
      .then(taken('a', 3));
    given(takenAlone('a', 1), takenAlone('b', 2))
      .when(take(['b', 'a'], { after: 2 }))
      .then(taken('a', 3));
  });

  it('are refused to those who have not seen the last one', () =>
    given(taken('a', 1))
      .when(take(['b']))
      .thenRefused('Conflict'));

  it('never go back by a day', () =>
    given(taken('a', 1, { issuedOn: '2026-02-02' }))
      .when(take(['b'], { after: 1, issuedOn: '2026-02-01' }))
      .then(taken('b', 2, { issuedOn: '2026-02-02' })));

  it('say what they number, and the year', () => {
    const text = documentNumber(kind, 2026, 7);
    expect(text).toBe(kind === 'invoice' ? 'INV-2026-00007' : 'CN-2026-00007');
    expect(documentNumber(kind, 2026, 123_456)).toMatch(/-2026-123456$/);
  });
});

describe('an invoice', () => {
  it('is issued once, and never changes', () => {
    const given = specOf(invoiceDecider);
    const issued: InvoiceEvent = { type: 'InvoiceIssued', data: invoice };
    given().when({ type: 'IssueInvoice', data: invoice }).then(issued);
    given(issued)
      .when({ type: 'IssueInvoice', data: { ...invoice, number: 'INV-2026-00043' } })
      .then();
  });

  it('is issued when its order is paid, at birth or later, and not while it waits', () => {
    const created = (status: 'paid' | 'pending') =>
      recorded<OrderEvent>({ type: 'OrderCreated', data: orderOf([line('Plan', 900)], 'jpy', {}, { status }) });
    const react = (event: OrderEvent) => invoiceProcess.react(recorded(event) as never).map(({ data }) => data);
    expect(react(created('paid'))).toEqual([{ orderId: ORDER, paidAt: NOW }]);
    expect(react(created('pending'))).toEqual([]);
    const paid = { ...created('pending').data, paymentId: 'm1', netAmount: 900 } as never;
    expect(react({ type: 'OrderPaid', data: paid })).toEqual([{ orderId: ORDER, paidAt: NOW }]);
    expect(invoiceProcess.key!(created('paid') as never)).toBe(ORDER);
  });
});

describe('a credit note', () => {
  const given = specOf(creditNoteDecider);
  const about = { refundId: 'r1', orderId: ORDER, organizationId: 'g1', customerId: 'c1' };
  const data: CreditNoteIssued = { ...about, paymentId: 'm1', number: 'CN-2026-00001', issuedOn: '2026-01-31' };
  const issued: CreditNoteEvent = { type: 'CreditNoteIssued', data };
  const canceledOn = '2026-02-03';
  const canceled: CreditNoteEvent = {
    type: 'CreditNoteCanceled',
    data: { ...about, number: 'CN-2026-00001', canceledOn },
  };
  const cancel = { type: 'CancelCreditNote', data: { refundId: 'r1', canceledOn } } as const;

  it('is issued once, and canceled once, when the refund fails after all', () => {
    given().when({ type: 'IssueCreditNote', data }).then(issued);
    given(issued).when({ type: 'IssueCreditNote', data }).then();
    given(issued).when(cancel).then(canceled);
    given(issued, canceled).when(cancel).then();
    given(issued, canceled).when({ type: 'IssueCreditNote', data }).then();
    given().when(cancel).thenRefused('ResourceNotFound');
  });

  it.each([
    ['usd', '−3.33', '−0.63', '−3.96'],
    ['jpy', '−333', '−63', '−396'],
    ['bhd', '−0.333', '−0.063', '−0.396'],
  ])('takes back what was refunded, with its share of the tax, in %s', (currency, net, tax, total) => {
    const rates = [{ name: 'VAT', percent: '19', country: 'DE', state: null }];
    const order = orderOf([line('Paper', 1_000)], currency, {
      tax: { rates, reverseCharge: false, calculator: 'table' },
    });
    const refund = { amount: 333, taxAmount: 63, paymentAmount: 396, balanceAmount: 0, currency };
    const printed = printedCreditNote(order, invoice, { refund, creditNote: data, canceledOn: null });
    expect(printed.facts).toContainEqual({ label: 'Corrects invoice', text: 'INV-2026-00042 of 31 Jan 2026' });
    expect(printed.lines).toMatchObject([{ description: 'Refund of Paper', amount: net }]);
    expect(rowsOf(printed)).toEqual([
      `Total excluding tax: ${net}`,
      `VAT 19 % (DE): ${tax}`,
      `Total credited: ${total}`,
      `Refunded to the payment method: ${total}`,
    ]);
    expect(printed.notes).toEqual([]);
    const void_ = printedCreditNote(order, invoice, { refund, creditNote: data, canceledOn });
    expect(void_.notes).toEqual([expect.stringContaining('Canceled on 3 Feb 2026')]);
  });

  it('splits its tax by the rates of the order, to the last cent', () => {
    const rates = ['7', '5'].map((percent, at) => ({ name: `T${at}`, percent, country: 'CA', state: null }));
    const tax = { rates, reverseCharge: false, calculator: 'table' };
    const order = orderOf([line('Paper', 1_000)], 'usd', { tax });
    const refund = { amount: 333, taxAmount: 40, paymentAmount: 300, balanceAmount: 73, currency: 'usd' };
    const rows = rowsOf(printedCreditNote(order, invoice, { refund, creditNote: data, canceledOn: null }));
    expect(rows.slice(1, 3)).toEqual(['T0 7 % (CA): −0.23', 'T1 5 % (CA): −0.17']);
    expect(rows.slice(-2)).toEqual([
      'Refunded to the payment method: −3.00',
      'Credited to the customer’s account: −0.73',
    ]);
  });
});

describe('a printed invoice', () => {
  const vat: TaxRate = { name: 'VAT', percent: '19', country: 'DE', state: null };
  const taxed = (rates: TaxRate[], reverseCharge = false) => ({ tax: { rates, reverseCharge, calculator: 'table' } });

  it.each([
    ['usd', ['10.00', '−1.00', '9.00', '1.71', '10.71', '−10.71', '0.00']],
    ['jpy', ['1,000', '−100', '900', '171', '1,071', '−1,071', '0']],
  ])('adds up in %s', (currency, amounts) => {
    const discount = { discountId: 'd1', type: 'percentage', basisPoints: 1_000 } as const;
    const printed = printedInvoice(orderOf([line('Paper', 1_000)], currency, { discount, ...taxed([vat]) }), invoice);
    expect(printed.currency).toBe(currency.toUpperCase());
    expect(rowsOf(printed)).toEqual(
      [
        ...['Subtotal', 'Discount 10 %', 'Total excluding tax', 'VAT 19 % (DE)', 'Total'],
        ...['Paid on 31 Jan 2026 by Visa ending in 4242', 'Amount due'],
      ].map((label, at) => `${label}: ${amounts[at]}`),
    );
  });

  it('names seller and buyer as they were', () => {
    const { seller, buyer, footer } = printedInvoice(orderOf([line('Paper', 1_000)], 'usd'), invoice);
    expect(seller).toEqual({
      name: 'Ledger Paper GmbH',
      lines: ['1 Main St', '10115 Berlin', 'Tax ID DE123456789', 'billing@example.com'],
    });
    expect(buyer).toEqual({
      name: 'Ada Lovelace',
      lines: ['1 Main St', 'SF, CA 94104', 'United States', 'Tax ID 12-3456789', 'ada@example.com'],
    });
    expect(footer).toBe('Registered in Berlin');
  });

  it('says which period each line is for, in the seller’s days', () => {
    const proration = { start: '2026-01-15T23:30:00.000Z', end: MONTH.start };
    const lines = [
      {
        ...line('Remaining time on Pro — From Jan 15, 2026 to Jan 31, 2026', -500),
        proration: true,
        period: proration,
      },
      line('Seats — From Jan 31, 2026 to Feb 28, 2026', 4_500, 3),
    ];
    const printed = printedInvoice(orderOf(lines, 'usd', {}, { period: MONTH }), invoice);
    expect(printed.lines).toEqual([
      {
        ...{ description: 'Remaining time on Pro', detail: '16 Jan 2026 – 31 Jan 2026' },
        ...{ quantity: '1', unitPrice: '−5.00', amount: '−5.00' },
      },
      {
        ...{ description: 'Seats', detail: '31 Jan 2026 – 28 Feb 2026' },
        ...{ quantity: '3', unitPrice: '15.00', amount: '45.00' },
      },
    ]);
  });

  it('says who owes the tax where the charge is reversed', () => {
    const printed = printedInvoice(orderOf([line('Paper', 1_000)], 'eur', taxed([vat], true)), invoice);
    expect(rowsOf(printed)).toContain('VAT 19 % (DE): 0.00');
    expect(printed.notes).toEqual([
      'Reverse charge: the buyer accounts for the tax (VAT 19 %) to the authorities. No tax was charged.',
    ]);
  });

  it.each([
    ['a credit', -300, { dueAmount: 700 }, ['Customer credit applied: −3.00', 'Paid on 31 Jan 2026: −7.00']],
    ['a debt', 30, { dueAmount: 1_030 }, ['Owed from earlier orders: 0.30', 'Paid on 31 Jan 2026: −10.30']],
    ['all by credit', -1_000, { dueAmount: 0, paymentId: null }, ['Customer credit applied: −10.00']],
    [
      'too little to charge',
      -970,
      { dueAmount: 30, paymentId: null },
      ['Customer credit applied: −9.70', 'Carried to the next order: −0.30'],
    ],
  ])('settles the customer’s account: %s', (_, appliedBalanceAmount, more, rows) => {
    const order = orderOf([line('Paper', 1_000)], 'usd', {}, { appliedBalanceAmount, ...more });
    const shown = rowsOf(printedInvoice(order, { ...invoice, card: null }));
    expect(shown.slice(shown.indexOf('Total: 10.00') + 1)).toEqual([...rows, 'Amount due: 0.00']);
  });

  it('credits what it is below 0', () => {
    const order = orderOf([line('Remaining time', -500)], 'jpy', {}, { dueAmount: 0, paymentId: null });
    expect(rowsOf(printedInvoice(order, invoice)).slice(1)).toEqual([
      'Total: −500',
      'Credited to the customer’s account: 500',
      'Amount due: 0',
    ]);
  });

  it('numbers its pages where it has several, and is the same bytes every time', async () => {
    const pdf = new DocumentPdf();
    const one = printedInvoice(orderOf([line('Paper', 1_000)], 'usd'), invoice);
    const lines = Array.from({ length: 60 }, (_, at) => line(`Seat ${at + 1}`, 100 + at));
    const many = printedInvoice(orderOf(lines, 'usd', {}, { period: MONTH }), invoice);
    const [short, long] = [readPdf(await pdf.print(one)), readPdf(await pdf.print(many))];
    expect(short.pages).toBe(1);
    expect(short.text).not.toContain('Page');
    expect(long.pages).toBeGreaterThan(2);
    for (let page = 1; page <= long.pages; page++) expect(long.text).toContain(`Page ${page} of ${long.pages}`);
    expect(long.text.match(/Amount in USD/g)).toHaveLength(long.pages);
    for (const { label } of lines) expect(long.text.split('\n')).toContain(label);
    expect(await pdf.print(many)).toEqual(await pdf.print(many));
  });

  it('prints names in Latin, Greek and Cyrillic, and marks what its font lacks', async () => {
    const names = 'Ελένη Παπαδοπούλου, Ада Ловелас, Nguyễn Ánh, Łukasz Żółć, Æsa Þórsdóttir, Şule';
    const buyer = { name: `${names} 山田`, email: 'a@example.com', address: null, taxId: null };
    const { text } = readPdf(await new DocumentPdf().print(printedInvoice(orderOf([], 'usd'), { ...invoice, buyer })));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`${names} ��`);
  });

  it('is printed whatever its texts are', async () => {
    const random = Array.from({ length: 16 }, (_, at) => String.fromCodePoint(...units(90, at * 69_001)));
    const texts = [
      '',
      ' ',
      '\u0000\u001b[31m',
      '\ud800',
      '👩‍👩‍👧‍👦 e\u0301\u0489',
      'x'.repeat(5_000),
      'a\n'.repeat(40),
      'مرحبا',
      ...random,
    ];
    const pdf = new DocumentPdf();
    for (const text of texts) {
      const seller = { ...invoice.seller, name: text, address: text, footer: text };
      const buyer = { name: text, email: text, address: null, taxId: [text, 'us_ein'] as [string, string] };
      const bytes = await pdf.print(printedInvoice(orderOf([line(text, 100)], 'usd'), { ...invoice, seller, buyer }));
      expect(readPdf(bytes).text).toContain('Invoice INV-2026-00042');
    }
  });

  it('marks a character without a glyph once, with what is added to it', () => {
    const glyphs = new Set([...'abcé �'].map((one) => one.codePointAt(0)!));
    const shown = (text: string) => printable(text, glyphs);
    expect([shown('abc'), shown('e\u0301'), shown('x'), shown('👩‍👧'), shown('a\u0489b'), shown('a\tb\r\nc')]).toEqual([
      ...['abc', 'é', '�', '�', 'ab', 'a b\nc'],
    ]);
  });
});

/** Code points of every script, surrogates among them. */
function units(count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, at) => (seed + at * 7_919) % 0x1_1000);
}

describe('invoices over HTTP', () => {
  let shop: Shop;
  let paper: string;
  let buyers = 0;

  beforeAll(async () => {
    shop = await openShop({ at: '2026-03-01T10:00:00.000Z' });
    const rate = { country: 'DE', name: 'USt', percent: '19' };
    expect((await http('POST', '/api/dashboard/tax-rates', rate)).status).toBe(201);
    paper = (await shop.product({ amount: 1_000 })).id;
  });
  afterAll(() => shop.close());

  async function http(method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { detail: unknown } };
  }
  const settings = (invoice_settings: object | null) =>
    http('PATCH', `/v1/organizations/${shop.organizationId}`, { invoice_settings });
  const buy = async (productId = paper): Promise<Order> => {
    const checkoutId = await shop.buy(productId, { email: `buyer${(buyers += 1)}@example.com` });
    return (await shop.seller.orders.list({ checkoutId })).result.items[0]!;
  };
  const download = async (url: string) => {
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes };
  };
  const invoiceOf = async ({ id }: Pick<Order, 'id'>) => download((await shop.seller.orders.invoice({ id })).url);
  const numberOf = async ({ id }: Pick<Order, 'id'>) => (await http('GET', `/v1/orders/${id}`)).body['invoice_number'];
  const taken = async (kind: 'invoice' | 'credit_note' = 'invoice', year = 2026) => {
    const events = await shop.events<DocumentNumberEvent>(numbersStream(kind, shop.organizationId, year));
    return events.map(({ data }) => data);
  };
  const happened = (data: Partial<OrderCreated>) => {
    const lines = [line('Almanac', 1_500)];
    const about = { organizationId: shop.organizationId, customerId: newUuid() };
    const event: OrderEvent = { type: 'OrderCreated', data: { ...orderOf(lines, 'jpy'), ...about, ...data } };
    return happen(shop, orderStream(event.data.orderId), event);
  };

  it('answer a link to a PDF, as the official client asks for it', async () => {
    const address = '1 Quill Lane\n10115 Berlin\nGermany';
    const printed = { legal_name: 'Ledger Paper GmbH', address, tax_id: 'DE123456789', footer: 'Registered in Berlin' };
    expect(await settings(printed)).toMatchObject({
      status: 200,
      body: { invoice_settings: { ...printed, email: null } },
    });
    const order = await buy();
    const { status, headers, bytes } = await invoiceOf(order);
    const number = (await numberOf(order)) as string;
    expect(number).toMatch(/^INV-2026-\d{5}$/);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      ...[200, 'application/pdf', `attachment; filename="${number}.pdf"`],
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { text, pages } = readPdf(bytes);
    expect(pages).toBe(1);
    for (const words of [
      ...[number, 'Ledger Paper GmbH', '1 Quill Lane', 'Tax ID DE123456789', 'Registered in Berlin', 'Ada'],
      ...['Ledger paper', '10.00', 'USt 19 % (DE)', '1.90', '11.90', 'Paid on 1 Mar 2026 by Visa ending in 4242'],
    ])
      expect(text).toContain(words);
    expect((await http('GET', `/v1/orders/${order.id}`)).body).toMatchObject({ is_invoice_generated: true });
    const found = await http('GET', `/v1/orders/?query=${number.toLowerCase()}`);
    expect((found.body['items'] as Order[]).map(({ id }) => id)).toEqual([order.id]);
  });

  it('stay as they were when the customer or the seller changes, and when the customer is erased', async () => {
    const order = await buy();
    const before = (await invoiceOf(order)).bytes;
    await shop.seller.customers.update({
      id: order.customerId,
      customerUpdate: { name: 'Countess', billingAddress: { country: 'FR' }, taxId: ['FR27552008443', 'eu_vat'] },
    });
    await settings({ legal_name: 'Another AG', address: 'Elsewhere' });
    await http('PATCH', `/v1/organizations/${shop.organizationId}`, { name: 'Renamed' });
    await shop.settled();
    expect((await invoiceOf(order)).bytes).toEqual(before);
    await shop.app
      .get(Commands)
      .execute(new EraseSubject({ subject: subjectOf.customer(order.customerId) }, shop.context()));
    await shop.settled();
    const erased = await shop.seller.orders.get({ id: order.id });
    expect([erased.customer.name, erased.billingAddress]).toEqual([null, null]);
    const { bytes } = await invoiceOf(order);
    expect(bytes).toEqual(before);
    expect(readPdf(bytes).text).toContain('Ada');
    const later = readPdf((await invoiceOf(await buy())).bytes).text;
    expect(later).toContain('Another AG');
    expect(later).not.toContain('Ledger Paper GmbH');
  });

  it('are refused for orders that are not paid, and are issued when they are', async () => {
    const orderId = newUuid();
    const { customerId, productId } = await buy();
    await happened({ orderId, customerId, productId, status: 'pending' });
    await shop.settled();
    expect((await http('GET', `/v1/orders/${orderId}`)).body).toMatchObject({
      invoice_number: null,
      is_invoice_generated: false,
    });
    await expect(shop.seller.orders.invoice({ id: orderId })).rejects.toBeInstanceOf(ResourceNotFound);
    const generate = () => http('POST', `/v1/orders/${orderId}/invoice`);
    expect(await generate()).toMatchObject({ status: 409, body: { error: 'OrderNotEligibleForInvoice' } });
    expect((await http('GET', `/v1/orders/${orderId}/receipt`)).status).toBe(404);
    const about = { orderId, organizationId: shop.organizationId, customerId, subscriptionId: null, productId };
    const paid = { ...about, paymentId: 'm1', billingReason: 'purchase', netAmount: 1_500, currency: 'jpy' } as const;
    await happen(shop, orderStream(orderId), { type: 'OrderPaid', data: paid });
    await shop.settled();
    expect(await generate()).toMatchObject({ status: 202, body: null });
    const receipt = (await http('GET', `/v1/orders/${orderId}/receipt`)).body['url'] as string;
    const { text } = readPdf((await invoiceOf({ id: orderId })).bytes);
    expect(readPdf(Buffer.from(await (await fetch(receipt)).arrayBuffer())).text).toBe(text);
    for (const words of ['Amount in JPY', '1,500', '−1,500']) expect(text.split('\n')).toContain(words);
    await expect(shop.seller.orders.invoice({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    expect((await http('GET', '/v1/orders/nonsense/invoice')).status).toBe(422);
  });

  it('have numbers without a gap, one for each order, in a race of fifty', async () => {
    const orderIds = Array.from({ length: 50 }, () => newUuid());
    const ask = (orderId: string) =>
      shop.app.get(Commands).execute(new IssueInvoice({ orderId, paidAt: shop.clock.now() }, shop.context()));
    const before = (await taken()).length;
    await Promise.all(orderIds.map((orderId) => happened({ orderId })));
    // The process issues them all; others ask too, for each and fifty times for one.
    const asked = [...orderIds, ...orderIds.map(() => orderIds[0]!)].map(ask);
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject({ status: 409 });
    await shop.settled();
    const numbers = await taken();
    expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, at) => at + 1));
    expect(
      numbers
        .slice(before)
        .map(({ documentId }) => documentId)
        .sort(),
    ).toEqual([...orderIds].sort());
    for (const { documentId, sequence } of numbers.slice(before)) {
      const issued = await shop.events<InvoiceEvent>(invoiceStream(documentId));
      expect(issued.map(({ data }) => data.number)).toEqual([documentNumber('invoice', 2026, sequence)]);
    }
    await Promise.all(orderIds.map(ask));
    expect(await taken()).toEqual(numbers);
  });

  it('go on with the next number while one document is not issued yet, which keeps its number', async () => {
    const [stuck, next] = [newUuid(), newUuid()];
    const { organizationId } = shop;
    const numbers = shop.app.get(DocumentNumbers);
    const about = { organizationId, documentId: stuck, at: shop.clock.now(), timeZone: 'UTC' };
    const first = await numbers.take('invoice', about, shop.context());
    await happened({ orderId: next });
    await shop.settled();
    expect(await numbers.take('invoice', about, shop.context())).toEqual(first);
    await happened({ orderId: stuck });
    await shop.settled();
    const [issued] = await shop.events<InvoiceEvent>(invoiceStream(stuck));
    expect(issued!.data.number).toBe(first.number);
    expect((await taken()).slice(-2).map(({ documentId }) => documentId)).toEqual([stuck, next]);
    // The next append forgets it.
    await happened({ orderId: newUuid() });
    await shop.settled();
    await expect(numbers.take('invoice', about, shop.context())).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('begin a year of their own where the seller is', async () => {
    const other = await openShop({ at: '2026-12-31T12:00:00.000Z' });
    const zone = { time_zone: 'Pacific/Auckland' };
    const headers = { authorization: `Bearer ${other.bearer}`, 'content-type': 'application/json' };
    const path = `${other.url}/v1/organizations/${other.organizationId}`;
    expect((await fetch(path, { method: 'PATCH', headers, body: JSON.stringify(zone) })).status).toBe(200);
    const checkoutId = await other.buy((await other.product({})).id);
    const [order] = (await other.seller.orders.list({ checkoutId })).result.items;
    const answer = await fetch(`${other.url}/v1/orders/${order!.id}`, { headers });
    expect(((await answer.json()) as Record<string, unknown>)['invoice_number']).toBe('INV-2027-00001');
    await other.close();
  });

  it('open by their link alone, for ten minutes, and by no other', async () => {
    const [order, another] = [await buy(), await buy()];
    const { url } = await shop.seller.orders.invoice({ id: order.id });
    expect(url.startsWith(`${shop.url}/v1/invoices/${order.id}/pdf?`)).toBe(true);
    expect((await download(url)).status).toBe(200);
    const link = new URL(url);
    const changed = (name: string, value: string) => {
      const copy = new URL(link);
      copy.searchParams.set(name, value);
      return copy.href;
    };
    const wrong = [
      ...[url.replace(order.id, another.id), url.replace('/v1/invoices/', '/v1/credit-notes/'), url.split('?')[0]!],
      changed('expires', String(Number(link.searchParams.get('expires')) + 1)),
      ...[changed('expires', ''), changed('expires', 'soon'), changed('signature', 'x'), changed('signature', '')],
    ];
    for (const one of wrong) expect([one, (await download(one)).status]).toEqual([one, 403]);
    expect((await download(url.replace(order.id, 'x'))).status).toBe(422);
    shop.clock.advanceMachine(601);
    expect((await download(url)).status).toBe(410);
    expect((await invoiceOf(order)).status).toBe(200);
    const logged = JSON.stringify(shop.logged);
    expect(logged).not.toContain(link.searchParams.get('signature'));
  });

  it('are corrected by credit notes, one for each refund that succeeds', async () => {
    const order = await buy();
    const refund = (amount: number) =>
      shop.seller.refunds.create({ orderId: order.id, amount, reason: 'customer_request' });
    const [part, rest] = [(await refund(333))!, (await refund(667))!];
    await shop.settled();
    const listed = (await http('GET', `/v1/refunds/?order_id=${order.id}`)).body['items'] as Record<string, string>[];
    const numbers = await taken('credit_note');
    expect(numbers.map(({ documentId, sequence }) => [documentId, sequence])).toEqual([
      ...[part, rest].map(({ id }, at) => [id, at + 1]),
    ]);
    expect(listed.map(({ credit_note_number }) => credit_note_number).sort()).toEqual([
      'CN-2026-00001',
      'CN-2026-00002',
    ]);
    const answer = await http('GET', `/v1/refunds/${part.id}/credit-note`);
    const { status, headers, bytes } = await download(answer.body['url'] as string);
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="CN-2026-00001.pdf"']);
    const { text } = readPdf(bytes);
    for (const words of ['Credit note', `${await numberOf(order)} of 1 Mar 2026`, '−3.33', '−0.63', '−3.96'])
      expect(text).toContain(words);
    expect((await http('GET', `/v1/refunds/${newUuid()}/credit-note`)).status).toBe(404);
  });

  it('have a credit note that is void when the refund fails after all', async () => {
    const { id: orderId } = await buy();
    const { id } = (await shop.seller.refunds.create({ orderId, amount: 100, reason: 'other' }))!;
    await shop.settled();
    const url = async () => (await http('GET', `/v1/refunds/${id}/credit-note`)).body['url'] as string;
    expect((await http('POST', `/sandbox/refunds/${id}/settle`, { outcome: 'failed' })).status).toBeLessThan(300);
    await shop.settled();
    expect(readPdf((await download(await url())).bytes).text).toContain('Canceled on 1 Mar 2026');
  });

  it('say only what the seller may set', async () => {
    expect(await settings({ legal_name: '', address: null, email: 'a@example.com' })).toMatchObject({
      status: 200,
      body: {
        invoice_settings: { legal_name: null, address: null, tax_id: null, email: 'a@example.com', footer: null },
      },
    });
    for (const [wrong, field] of [
      [{ legal_name: 'x'.repeat(256) }, 'legal_name'],
      [{ address: 'x'.repeat(501) }, 'address'],
      [{ tax_id: 7 }, 'tax_id'],
      [{ email: 'nobody' }, 'email'],
      [{ footer: 'x'.repeat(501) }, 'footer'],
    ] as const) {
      const { status, body } = await settings(wrong);
      expect([field, status, (body.detail as { loc: string[] }[])[0]!.loc]).toEqual([
        ...[field, 422, ['body', 'invoice_settings', field]],
      ]);
    }
  });
});
