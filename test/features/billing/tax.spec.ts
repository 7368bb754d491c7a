import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TAX_CALCULATOR } from '../../../src/app/tokens.ts';
import type { TaxCalculator } from '../../../src/features/billing/pricing/tax-calculator.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { organizationId } from '../../support/sellers.ts';
import { foundOrganization } from '../../support/shop.ts';

interface Answer {
  id: string;
  detail: { loc: (string | number)[] }[];
  [field: string]: unknown;
}

describe('the tax table over HTTP', () => {
  let running: TestApp;

  beforeAll(async () => {
    running = await startApp({ at: '2026-03-01T10:00:00.000Z' });
    await foundOrganization(running, 'tax');
  });
  afterAll(() => running.close());

  async function raw(method: string, path: string, body?: unknown, bearer = 'seller-tax') {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const response = await fetch(`${running.url}/api/dashboard/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }
  const paths = ({ body }: { body: Answer }) => body.detail.map(({ loc }) => loc.join('.'));
  const add = (body: object, bearer?: string) => raw('POST', 'tax-rates', body, bearer);
  const preview = async (query: Record<string, string>, bearer?: string) =>
    raw('GET', `tax/preview?${new URLSearchParams({ amount: '1999', currency: 'usd', ...query })}`, undefined, bearer);
  const taxOn = async (query: Record<string, string>) => (await preview(query)).body.tax_amount;
  const vat = { country: 'DE', name: ' VAT ', percent: '19.0' };

  it('is empty at first: no tax, wherever the buyer is', async () => {
    expect((await raw('GET', 'tax-rates')).body).toMatchObject({ items: [], pagination: { total_count: 0 } });
    expect((await raw('GET', 'tax/origin')).body).toEqual({ country: null });
    expect((await preview({ country: 'DE' })).body).toEqual({
      needs_state: false,
      reverse_charge: false,
      rates: [],
      currency: 'usd',
      net_amount: 1_999,
      tax_amount: 0,
      total_amount: 1_999,
    });
  });

  it('taxes from the day that a rate begins to the day that it ends', async () => {
    const added = await add(vat);
    expect([added.status, added.body]).toMatchObject([
      201,
      {
        organization_id: organizationId('tax'),
        country: 'DE',
        state: null,
        name: 'VAT',
        percent: '19',
        applies_to_businesses: false,
        starts_on: '2026-03-01',
        ends_on: null,
        modified_at: null,
      },
    ]);
    expect((await preview({ country: 'DE', amount: '1000', currency: 'eur' })).body).toMatchObject({
      rates: [{ name: 'VAT', percent: '19', country: 'DE', state: null, amount: 190 }],
      total_amount: 1_190,
    });
    expect(await taxOn({ country: 'DE', amount: '1000', currency: 'jpy' })).toBe(190);
    const ended = await raw('POST', `tax-rates/${added.body.id}/end`, { ends_on: '2026-07-01' });
    expect([ended.status, ended.body.ends_on]).toEqual([200, '2026-07-01']);
    expect((await add({ ...vat, percent: '16', starts_on: '2026-07-01' })).status).toBe(201);
    expect(await taxOn({ country: 'DE', amount: '1000' })).toBe(190);
    running.clock.set('2026-06-30T23:59:59.999Z');
    expect(await taxOn({ country: 'DE', amount: '1000' })).toBe(190);
    running.clock.set('2026-07-01T00:00:00.000Z');
    expect(await taxOn({ country: 'DE', amount: '1000' })).toBe(160);
    const { body } = await raw('GET', 'tax-rates?sorting=place&sorting=starts_on');
    expect(body.items).toMatchObject([
      { percent: '19', ends_on: '2026-07-01' },
      { percent: '16', ends_on: null },
    ]);
    expect((await raw('GET', 'tax-rates?unended_on=2026-07-01')).body.items).toMatchObject([{ percent: '16' }]);
  });

  it('applies the rates of a country and its state side by side, and asks for the state', async () => {
    await add({ country: 'CA', name: 'GST', percent: '5' });
    await add({ country: 'CA', state: 'qc', name: 'QST', percent: '9.975' });
    expect((await preview({ country: 'CA', state: 'CA-QC', amount: '1000' })).body).toMatchObject({
      rates: [
        { name: 'GST', amount: 50 },
        { name: 'QST', state: 'CA-QC', amount: 100 },
      ],
      tax_amount: 150,
    });
    expect((await preview({ country: 'CA' })).body).toMatchObject({ needs_state: true, tax_amount: 0 });
    expect(await taxOn({ country: 'CA', state: 'AB', amount: '1000' })).toBe(50);
    const calculator = running.app.get<TaxCalculator>(TAX_CALCULATOR);
    const sale = { at: running.clock.now(), taxId: null, isBusiness: false, currency: 'usd', lines: [{ amount: 1 }] };
    const nowhere = { ...sale, address: null };
    expect(await calculator.determine({ ...nowhere, organizationId: organizationId('tax') })).toBe('unknown_location');
    expect(await calculator.determine({ ...nowhere, organizationId: organizationId('tax_other') })).toBeNull();
  });

  it('charges nothing to a business in another country of the EU, once it is known where the seller is', async () => {
    const business = { country: 'DE', amount: '1000', tax_id: 'DE123456788' };
    expect(await taxOn(business)).toBe(160);
    expect((await raw('PUT', 'tax/origin', { country: 'FR' })).body).toEqual({ country: 'FR' });
    expect((await preview(business)).body).toMatchObject({
      reverse_charge: true,
      rates: [{ percent: '16', amount: 0 }],
      total_amount: 1_000,
    });
    expect(await taxOn({ ...business, tax_id: '' })).toBe(160);
    await raw('PUT', 'tax/origin', { country: 'DE' });
    expect(await taxOn(business)).toBe(160);
    expect((await raw('GET', 'tax/origin')).body).toEqual({ country: 'DE' });
    expect((await raw('PUT', 'tax/origin', { country: null })).body).toEqual({ country: null });
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['body.country', 'body.name', 'body.percent']],
    ['an unknown country', { ...vat, country: 'XX' }, ['body.country']],
    ['a country in lower case', { ...vat, country: 'fr' }, ['body.country']],
    ['an exponent', { ...vat, percent: '1e5' }, ['body.percent']],
    ['a negative rate', { ...vat, percent: '-3' }, ['body.percent']],
    ['more than everything', { ...vat, percent: '100.00001' }, ['body.percent']],
    ['a number instead of text', { ...vat, percent: 19 }, ['body.percent']],
    ['an empty name', { ...vat, name: '  ' }, ['body.name']],
    ['a long name', { ...vat, name: 'a'.repeat(61) }, ['body.name']],
    ['a state of a country without', { ...vat, state: 'BY' }, ['body.state']],
    ['an unknown state', { ...vat, country: 'US', state: 'US-XX' }, ['body.state']],
    ['a day that does not exist', { ...vat, starts_on: '2026-02-30' }, ['body.starts_on']],
    ['a day with time', { ...vat, starts_on: '2026-08-01T00:00:00Z' }, ['body.starts_on']],
    ['yesterday', { ...vat, country: 'FR', starts_on: '2026-06-30' }, ['body.starts_on']],
    ['a second rate of the same name', vat, ['body.name']],
    ['a flag as text', { ...vat, applies_to_businesses: 'yes' }, ['body.applies_to_businesses']],
  ])('refuses %s', async (_, body, at) => {
    const total = async () => (await raw('GET', 'tax-rates')).body.pagination;
    const before = await total();
    const answer = await add(body);
    expect([answer.status, paths(answer)]).toEqual([422, at]);
    expect(await total()).toEqual(before);
  });

  it.each<[Record<string, string>, string]>([
    [{ country: 'XX' }, 'query.country'],
    [{ country: 'US', state: 'XX' }, 'query.state'],
    [{ country: 'DE', amount: '1.5' }, 'query.amount'],
    [{ country: 'DE', amount: '1e3' }, 'query.amount'],
    [{ country: 'DE', currency: 'dollar' }, 'query.currency'],
  ])('previews no %j', async (query, at) => expect(paths(await preview(query))).toEqual([at]));

  it('belongs to its organization, and members only read it', async () => {
    const { items } = (await raw('GET', 'tax-rates')).body as unknown as { items: Answer[] };
    const [rate] = items;
    expect((await raw('GET', 'tax-rates', undefined, 'seller-tax_other')).body.items).toEqual([]);
    expect((await raw('POST', `tax-rates/${rate!.id}/end`, {}, 'seller-tax_other')).status).toBe(404);
    expect((await raw('POST', `tax-rates/${newUuid()}/end`, {})).status).toBe(404);
    expect((await add(vat, 'reader-tax')).status).toBe(403);
    expect((await raw('POST', `tax-rates/${rate!.id}/end`, {}, 'reader-tax')).status).toBe(403);
    expect((await raw('PUT', 'tax/origin', { country: 'DE' }, 'reader-tax')).status).toBe(403);
    expect((await raw('GET', 'tax-rates', undefined, 'reader-tax')).status).toBe(200);
    expect(paths(await add(vat, 'user-tax'))).toEqual(['body.organization_id']);
    expect(paths(await add({ ...vat, organization_id: organizationId('tax') }))).toEqual(['body.organization_id']);
    const foreign = await preview({ country: 'DE', organization_id: organizationId('tax') }, 'user-globex');
    expect(foreign.status).toBe(404);
    const own = await preview({ country: 'DE', organization_id: organizationId('tax'), amount: '1000' }, 'user-tax');
    expect(own.body.tax_amount).toBe(160);
  });
});
