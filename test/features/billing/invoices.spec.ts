import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { Commands } from '../../../src/app/commands.ts';
import { DocumentPdf } from '../../../src/features/billing/invoices/document-pdf.service.ts';
import { DocumentNumbers } from '../../../src/features/billing/invoices/document-numbers.service.ts';
import { IssueInvoice } from '../../../src/features/billing/invoices/invoice.commands.ts';
import {
  invoiceStream,
  numbersStream,
  type DocumentNumberEvent,
  type InvoiceEvent,
} from '../../../src/features/billing/invoices/invoice.events.ts';
import { documentNumber } from '../../../src/features/billing/invoices/invoice.rules.ts';
import { printedInvoice } from '../../../src/features/billing/invoices/printed-document.rules.ts';
import { orderStream, type OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { subjectOf } from '../../../src/kernel/writing/events.ts';
import { EraseSubject } from '../../../src/kernel/writing/erasure.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { MONTH, line, orderOf, invoice, type OrderCreated } from './invoiced-orders.ts';

describe('a printed invoice', () => {
  it('numbers its pages where it has several, and is the same bytes every time', async () => {
    const pdf = new DocumentPdf();
    const one = printedInvoice(orderOf([line('Paper', 1_000)], 'usd'), invoice);
    const lines = Array.from({ length: 60 }, (_, at) => line(`Seat ${at + 1}`, 100 + at));
    const many = printedInvoice(orderOf(lines, 'usd', {}, { period: MONTH }), invoice);
    const [short, long] = [readPdf(await pdf.print(one, 'o1')), readPdf(await pdf.print(many, 'o1'))];
    expect(short.pages).toBe(1);
    expect(short.text).not.toContain('Page');
    expect(long.pages).toBeGreaterThan(2);
    for (let page = 1; page <= long.pages; page++) expect(long.text).toContain(`Page ${page} of ${long.pages}`);
    expect(long.text.match(/Amount in USD/g)).toHaveLength(long.pages);
    for (const { label } of lines) expect(long.text.split('\n')).toContain(label);
    expect(await new DocumentPdf().print(many, 'o1')).toEqual(await pdf.print(many, 'o1'));
  });

  it('prints names in Latin, Greek and Cyrillic, and marks what its font lacks', async () => {
    const names = 'Ελένη Παπαδοπούλου, Ада Ловелас, Nguyễn Ánh, Łukasz Żółć, Æsa Þórsdóttir, Şule';
    const buyer = { name: `${names} 山田`, email: 'a@example.com', address: null, taxId: null };
    const document = printedInvoice(orderOf([], 'usd'), { ...invoice, buyer });
    const { text } = readPdf(await new DocumentPdf().print(document, 'o1'));
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
      const document = printedInvoice(orderOf([line(text, 100)], 'usd'), { ...invoice, seller, buyer });
      const bytes = await pdf.print(document, 'o1');
      expect(readPdf(bytes).text).toContain('Invoice INV-2026-00042');
    }
  });

  it('has few pages where its texts are line breaks alone', async () => {
    const text = 'a\n'.repeat(300);
    const seller = { ...invoice.seller, name: text, address: text, footer: text };
    const address = { line1: text, line2: text, postalCode: text, city: text, state: text, country: 'DE' };
    const buyer = { name: text, email: text, address, taxId: [text, 'us_ein'] as [string, string] };
    const document = printedInvoice(orderOf([line(text, 100)], 'usd'), { ...invoice, seller, buyer });
    expect(readPdf(await new DocumentPdf().print(document, 'o1')).pages).toBeLessThanOrEqual(4);
  });

  it('is drawn once for all who ask for it, and again once it says something else', async () => {
    const pdf = new DocumentPdf();
    const document = (name: string) =>
      printedInvoice(orderOf([], 'usd'), { ...invoice, buyer: { name, email: null, address: null, taxId: null } });
    const [one, same] = await Promise.all([pdf.print(document('Ann'), 'o1'), pdf.print(document('Ann'), 'o1')]);
    expect(same).toBe(one);
    expect(await pdf.print(document('Ann'), 'o1')).toBe(one);
    expect(readPdf(await pdf.print(document('Erased'), 'o1')).text).not.toContain('Ann');
    // The twenty that were asked for last are kept.
    for (let n = 0; n < 19; n++) await pdf.print(document(`Buyer ${n}`), 'o1');
    expect(await pdf.print(document('Ann'), 'o1')).not.toBe(one);
  });

  it('waits for others of its organization, which take no turn from another', async () => {
    const pdf = new DocumentPdf();
    const printed: string[] = [];
    const print = async (name: string, organizationId: string) => {
      const buyer = { name, email: null, address: null, taxId: null };
      await pdf.print(printedInvoice(orderOf([], 'usd'), { ...invoice, buyer }), organizationId);
      printed.push(name);
    };
    const many = Array.from({ length: 12 }, (_, n) => print(`a${n}`, 'o1'));
    const refused = expect(many[11]).rejects.toMatchObject({ status: 503 });
    await print('b', 'o2');
    expect(printed.length).toBeLessThanOrEqual(3);
    await refused;
    await Promise.allSettled(many);
    expect(printed).toHaveLength(12);
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
    shop = await openShop({ at: '2026-03-01T10:00:00.000Z', ages: true });
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
      customerUpdate: { name: 'Countess', billingAddress: { country: 'FR' }, taxId: ['FR40303265045', 'eu_vat'] },
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
