import { describe, expect, it } from '@jest/globals';
import { create } from 'fontkit';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { creditNoteDecider } from '../../../src/features/billing/invoices/credit-note.decider.ts';
import { documentNumberDeciders } from '../../../src/features/billing/invoices/document-number.decider.ts';
import type { TakeDocumentNumbers } from '../../../src/features/billing/invoices/invoice.commands.ts';
import { invoiceDecider } from '../../../src/features/billing/invoices/invoice.decider.ts';
import type {
  CreditNoteEvent,
  DocumentNumberEvent,
  InvoiceEvent,
} from '../../../src/features/billing/invoices/invoice.events.ts';
import { invoiceProcess } from '../../../src/features/billing/invoices/invoice.process.ts';
import { documentNumber } from '../../../src/features/billing/invoices/invoice.rules.ts';
import { printable } from '../../../src/features/billing/invoices/printable.rules.ts';
import {
  printedCreditNote,
  printedInvoice,
  type PrintedDocument,
} from '../../../src/features/billing/invoices/printed-document.rules.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { TaxRate } from '../../../src/features/billing/pricing/terms.ts';
import { taxedPartsOf } from '../../../src/features/billing/pricing/bill.ts';
import { refundedPartsOf } from '../../../src/features/billing/refunds/refund.rules.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';
import { ORDER, MONTH, line, orderOf, invoice } from './invoiced-orders.ts';

type CreditNoteIssued = Extract<CreditNoteEvent, { type: 'CreditNoteIssued' }>['data'];

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
    const sums = { amount: 333, taxAmount: 63, paymentAmount: 396, balanceAmount: 0, currency };
    const refund = { ...sums, parts: refundedPartsOf(sums, taxedPartsOf(order), []) };
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
    const sums = { amount: 333, taxAmount: 40, paymentAmount: 300, balanceAmount: 73, currency: 'usd' };
    const refund = { ...sums, parts: refundedPartsOf(sums, taxedPartsOf(order), []) };
    const rows = rowsOf(printedCreditNote(order, invoice, { refund, creditNote: data, canceledOn: null }));
    expect(rows.slice(1, 3)).toEqual(['T0 7 % (CA): −0.23', 'T1 5 % (CA): −0.17']);
    expect(rows.slice(-2)).toEqual([
      'Refunded to the payment method: −3.00',
      'Credited to the customer’s account: −0.73',
    ]);
  });
});

describe('a printed invoice', () => {
  // All forms: `web/test/addresses.spec.ts`.
  it('has the address of its buyer in the form of their country', () => {
    const address = { line1: 'Rue 1', line2: null, postalCode: '75001', city: 'Paris', state: null, country: 'FR' };
    const buyer = { name: 'Ada', email: null, address, taxId: null };
    expect(printedInvoice(orderOf([], 'eur'), { ...invoice, buyer }).buyer.lines).toEqual([
      'Rue 1',
      '75001 Paris',
      'France',
    ]);
  });

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

  it.each([
    ['usd', { consumed: '1250', unitAmount: '0.5' }, 625, '1,250', '0.005', '6.25'],
    ['jpy', { consumed: '2000.5', credited: '500', unitAmount: '2' }, 3_001, '1,500.5', '2', '3,001'],
    ['kwd', { consumed: '10', credited: '-67', unitAmount: '500' }, 38_500, '77', '0.500', '38.500'],
    ['eur', { consumed: '20', credited: '500', unitAmount: '10' }, 0, '0', '0.10', '0.00'],
    // What is capped has no price that holds for all units.
    ['eur', { consumed: '1000', unitAmount: '50', capAmount: 500 }, 500, '1,000', '', '5.00'],
    ['eur', { consumed: '10', unitAmount: '50', capAmount: 500 }, 500, '10', '0.50', '5.00'],
  ] as const)('prints the units that were billed, and their price: %s %j', (currency, of, amount, ...printed) => {
    const metered = { meterId: 'm1', periodId: 'p1', credited: '0', capAmount: null, ...of };
    const { lines } = printedInvoice(orderOf([{ ...line('Tokens', amount), metered }], currency), invoice);
    expect(lines.map(({ quantity, unitPrice, ...rest }) => [quantity, unitPrice, rest.amount])).toEqual([printed]);
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

  it('marks a character without a glyph once, with what is added to it', () => {
    const glyphs = new Set([...'abcé �'].map((one) => one.codePointAt(0)!));
    const shown = (text: string) => printable(text, glyphs);
    expect([shown('abc'), shown('e\u0301'), shown('x'), shown('👩‍👧'), shown('a\u0489b'), shown('a\tb\r\nc')]).toEqual([
      ...['abc', 'é', '�', '�', 'ab', 'a b\nc'],
    ]);
  });

  it('prints every letter that the font of invoices has or can compose', async () => {
    const require = createRequire(import.meta.url);
    const file = '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf';
    const font = create(await readFile(require.resolve(file)));
    const glyphs = new Set('characterSet' in font ? font.characterSet : []);
    const composed = ['Ṣọlá Adéọlá', 'Ḥasan Ṭāhir', 'Kṛṣṇa', 'Ṅkechi', 'Ḃrian Ṁac', 'Łódź', 'Ђорђе', 'Νίκος', 'ﬁn'];
    for (const name of composed.flatMap((one) => [one, one.normalize('NFD')])) {
      expect([name, printable(name, glyphs)]).not.toContainEqual(expect.stringContaining('\ufffd'));
      expect(printable(name, glyphs).normalize('NFKC')).toBe(name.normalize('NFKC'));
    }
    const others = ['１２３', '山\u3000田', 'ʿAbd al-Raʾūf', 'Ḫalīl', 'Ƙano'].map((name) => printable(name, glyphs));
    expect(others).toEqual(['123', '� �', '‘Abd al-Ra’ūf', 'Halīl', '�ano']);
  });
});
