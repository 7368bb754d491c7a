import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  FinanceEntryList,
  FinanceEntryTotals,
  FinanceOverview,
  TaxLineList,
} from '../../../src/features/billing/finance/finance.dto.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('finance over HTTP', () => {
  let shop: Shop;
  const range = 'start_date=2026-03-01&end_date=2026-04-30';

  beforeAll(async () => {
    shop = await openShop({ at: '2026-03-31T20:00:00.000Z' });
    for (const rate of [
      { country: 'DE', name: 'USt', percent: '19' },
      { country: 'JP', name: '=JCT', percent: '10' },
    ])
      expect((await http('POST', '/api/dashboard/tax-rates', rate)).status).toBe(201);
    expect((await http('PUT', '/api/dashboard/tax/origin', { country: 'JP' })).status).toBe(200);
    const paper = (await shop.product({ amount: 1_000 })).id;
    const prices = [{ amount_type: 'fixed', price_amount: 1_000, price_currency: 'jpy' }];
    const { id: ink } = (await http('POST', '/v1/products', { name: 'Ink', recurring_interval: null, prices }))
      .body as { id: string };
    const sell = async (product: string, email: string, more: object = {}) => {
      const { id, clientSecret } = await shop.seller.checkouts.create({ products: [product] });
      await shop.confirm(clientSecret, { email }, more);
      await shop.settled();
      return (await shop.seller.orders.list({ checkoutId: id })).result.items[0]!.id;
    };
    const first = await sell(paper, 'ada@example.com');
    const vat = {
      ...{ isBusinessCustomer: true, customerBillingName: 'Ada GmbH', customerTaxId: 'DE123456788' },
      customerBillingAddress: { line1: 'Weg 1', city: 'Ulm', postalCode: '89073', country: 'DE' },
    };
    await sell(paper, 'gmbh@example.com', vat);
    await sell(paper, 'uk@example.com', { customerBillingAddress: { country: 'GB' } });
    const second = await sell(ink, 'emi@example.com', { customerBillingAddress: { country: 'JP' } });
    shop.clock.advance({ days: 1 });
    for (const [order_id, amount] of [
      [first, 333],
      [second, 500],
    ] as const)
      expect((await http('POST', '/v1/refunds', { order_id, amount, reason: 'other' })).status).toBe(200);
    await shop.settled();
  });
  afterAll(() => shop.close());

  async function raw(path: string, bearer = shop.bearer): Promise<Response> {
    return fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  }
  async function http<T = Record<string, unknown>>(method: string, path: string, body?: object, bearer = shop.bearer) {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as T };
  }
  const overview = (query = range) =>
    http<FinanceOverview>('GET', `/api/dashboard/finance?organization_id=${shop.organizationId}&${query}`);

  it('answers sales, refunds and tax by period, each currency for itself', async () => {
    const { status, body } = await overview();
    expect(status).toBe(200);
    expect(body.periods.map((one) => [one.start_date, one.currencies.map(({ currency }) => currency)])).toEqual([
      ['2026-03-01', ['jpy', 'usd']],
      ['2026-04-01', ['jpy', 'usd']],
    ]);
    const [march, april] = body.periods.map(({ currencies }) => currencies);
    expect(march![1]!.sales).toEqual({
      count: 3,
      net_amount: 3_000,
      tax_amount: 190,
      total_amount: 3_190,
      payment_amount: 3_190,
    });
    expect(march![0]!.sales).toMatchObject({ count: 1, net_amount: 1_000, tax_amount: 100 });
    expect(march![1]!.refunds.count).toBe(0);
    expect(april![1]!.refunds).toEqual({
      count: 1,
      net_amount: -333,
      tax_amount: -63,
      total_amount: -396,
      payment_amount: -396,
    });
    expect(april![0]!.refunds).toMatchObject({ count: 1, net_amount: -500, tax_amount: -50 });
    const rows = body.currencies.map(({ currency, taxes }) => [
      currency,
      taxes.map((tax) => [tax.country, tax.treatment, tax.percent, tax.base_amount, tax.tax_amount]),
    ]);
    expect(rows).toEqual([
      ['jpy', [['JP', 'taxed', '10', 500, 50]]],
      [
        'usd',
        [
          ['DE', 'reverse_charge', '19', 1_000, 0],
          ['DE', 'taxed', '19', 667, 127],
          ['GB', 'no_rate', null, 1_000, 0],
        ],
      ],
    ]);
  });

  it('opens each figure to the rows that it is the sum of', async () => {
    const { body } = await overview();
    const booked = 'booked_from=2026-03-01T00:00:00Z&booked_to=2026-05-01T00:00:00Z';
    for (const { currency, sales, refunds, taxes } of body.currencies) {
      const ask = async <T>(query: string) =>
        (await http<T>('GET', `/api/dashboard/finance/${query}&currency=${currency}&${booked}`)).body;
      const totals = (query: string) => ask<FinanceEntryTotals>(query);
      expect((await totals('entries/totals?kind=sale')).totals).toEqual([{ currency, ...sales }]);
      expect((await totals('entries/totals?kind=refund&kind=refund_reversal')).totals).toEqual([
        { currency, ...refunds },
      ]);
      for (const { row, count, base_amount, tax_amount } of taxes) {
        const query = `row=${encodeURIComponent(row)}`;
        expect((await totals(`tax-lines/totals?${query}`)).totals).toEqual([
          { currency, count, base_amount, tax_amount },
        ]);
        const { items, pagination } = await ask<TaxLineList>(`tax-lines?${query}`);
        expect([items.length, pagination.total_count]).toEqual([count, count]);
        expect(items.reduce((sum, one) => sum + one.tax_amount, 0)).toBe(tax_amount);
      }
    }
    const { items } = (await http<FinanceEntryList>('GET', '/api/dashboard/finance/entries?query=emi')).body;
    expect(items.map((one) => [one.kind, one.customer_email, one.total_amount])).toEqual([
      ['refund', 'emi@example.com', -550],
      ['sale', 'emi@example.com', 1_100],
    ]);
  });

  it('counts by the days of the organization', async () => {
    const zone = { time_zone: 'Asia/Tokyo' };
    expect((await http('PATCH', `/v1/organizations/${shop.organizationId}`, zone)).status).toBe(200);
    await shop.settled();
    const { body } = await overview();
    expect(body.periods.map(({ currencies }) => currencies.length)).toEqual([0, 2]);
    await http('PATCH', `/v1/organizations/${shop.organizationId}`, { time_zone: 'Etc/UTC' });
    await shop.settled();
  });

  it('lists invoices and credit notes by their numbers, each currency with its own sum', async () => {
    const ask = async (query: string) =>
      (await http<FinanceEntryList>('GET', `/api/dashboard/finance/entries?sorting=booked_at&${query}`)).body.items.map(
        (one) => [one.document_number, one.document_day, one.currency, one.total_amount],
      );
    const notes = await ask('query=cn-2026');
    expect(notes.map(([, day, currency, total]) => [day, currency, total])).toEqual([
      ['2026-04-01', 'usd', -396],
      ['2026-04-01', 'jpy', -550],
    ]);
    expect(new Set(notes.map(([number]) => number))).toEqual(new Set(['CN-2026-00001', 'CN-2026-00002']));
    const invoices = await ask('query=INV-2026-0000&kind=sale');
    expect(invoices.map(([number]) => number)).toEqual([1, 2, 3, 4].map((n) => `INV-2026-0000${n}`));
    expect(await ask('query=INV-2026-00004')).toEqual([['INV-2026-00004', '2026-03-31', 'jpy', 1_100]]);
    const sums = await http<FinanceEntryTotals>('GET', '/api/dashboard/finance/entries/totals?query=INV-2026');
    expect(sums.body.totals.map(({ currency, total_amount }) => [currency, total_amount])).toEqual([
      ['jpy', 1_100],
      ['usd', 3_190],
    ]);
    const orders = await (await raw('/api/dashboard/orders/export')).text();
    expect(orders).toContain(',INV-2026-00004,2026-03-31,');
  });

  it('exports the table and the rows, with formulas escaped', async () => {
    const table = await raw(`/api/dashboard/finance/export?organization_id=${shop.organizationId}&${range}`);
    const lines = (await table.text()).split('\r\n');
    expect(lines[0]).toBe('start_date,end_date,currency,country,state,treatment,tax_name,percent,base,tax');
    expect(lines).toContain("2026-03-01,2026-03-31,JPY,JP,,taxed,'=JCT,10,1000,100");
    expect(lines).toContain('2026-03-01,2026-03-31,USD,GB,,no_rate,,,10.00,0.00');
    expect(lines).toContain('2026-04-01,2026-04-30,USD,DE,,taxed,USt,19,-3.33,-0.63');
    const entries = await (await raw('/api/dashboard/finance/entries/export?kind=refund')).text();
    expect(entries).toContain('CN-2026-00001,2026-04-01,2026-04-01,refund,');
    expect(entries.trim().split('\r\n')).toHaveLength(3);
    const taxLines = await (await raw('/api/dashboard/finance/tax-lines/export?country=JP')).text();
    expect(taxLines.trim().split('\r\n')).toHaveLength(3);
    expect(taxLines).toContain(",'=JCT,10,-500,-50,");
  });

  it('shows nothing of another organization, and refuses bad ranges', async () => {
    const strange = 'seller-strangers';
    const of = `organization_id=${shop.organizationId}`;
    expect((await http('GET', `/api/dashboard/finance?${of}&${range}`, undefined, strange)).status).toBe(404);
    expect((await raw(`/api/dashboard/finance/export?${of}&${range}`, strange)).status).toBe(404);
    for (const list of ['entries', 'tax-lines']) {
      expect((await http('GET', `/api/dashboard/finance/${list}?${of}`, undefined, strange)).body['items']).toEqual([]);
      expect((await http('GET', `/api/dashboard/finance/${list}/totals?${of}`, undefined, strange)).body['count']).toBe(
        0,
      );
      const file = await (await raw(`/api/dashboard/finance/${list}/export?${of}`, strange)).text();
      expect(file.trim().split('\r\n')).toHaveLength(1);
    }
    const refusals = async (query: string) => {
      const path = `/api/dashboard/finance?organization_id=${shop.organizationId}&${query}`;
      const { status, body } = await http<{ detail: { loc: string[] }[] }>('GET', path);
      return [status, ...body.detail.map(({ loc }) => loc.join('.'))];
    };
    expect(await refusals('start_date=2026-02-30&end_date=x')).toEqual([422, 'query.start_date', 'query.end_date']);
    expect(await refusals('start_date=2026-03-02&end_date=2026-03-01')).toEqual([422, 'query']);
    expect(await refusals('start_date=2023-01-01&end_date=2026-01-01')).toEqual([422, 'query']);
    expect(await refusals(`${range}&interval=day`)).toEqual([422, 'query.interval']);
    expect(await refusals('end_date=2026-03-01')).toEqual([422, 'query.start_date']);
  });
});
