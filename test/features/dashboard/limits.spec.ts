import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganization, organizationToken, post, signUp } from '../../support/accounts.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { LIMITS } from '../../../src/limits.ts';

const { meters, meterClauses, webhookEndpoints, currentTaxRates } = LIMITS.organization;

describe('GET /api/dashboard/limits', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  async function limits(headers: Record<string, string>, query = '') {
    const answer = await fetch(`${shop.url}/api/dashboard/limits${query}`, { headers });
    return { status: answer.status, body: (await answer.json()) as unknown };
  }
  const used = (counts: readonly number[]) => {
    const allowed = [meters, meterClauses, webhookEndpoints, currentTaxRates].map(({ most }) => most);
    const names = ['meters', 'meter_clauses', 'webhook_endpoints', 'tax_rates'];
    return Object.fromEntries(names.map((name, at) => [name, { used: counts[at], allowed: allowed[at] }]));
  };

  it('counts what the organization keeps, of as much as it can have', async () => {
    const { cookie } = await signUp(shop);
    const { id: organization_id } = await createOrganization(shop, cookie, { name: 'Counted' });
    const own = `?organization_id=${organization_id}`;
    expect(await limits({ cookie }, own)).toEqual({ status: 200, body: used([0, 0, 0, 0]) });
    const clause = { property: 'name', operator: 'eq', value: 'print' };
    const filter = { conjunction: 'and', clauses: [clause, { conjunction: 'or', clauses: [clause] }] };
    const meter = { name: 'Sheets', filter, aggregation: { func: 'count' }, organization_id };
    const endpoint = { url: 'https://example.com/hook', format: 'raw', events: ['order.paid'], organization_id };
    const rate = { country: 'FR', name: 'TVA', percent: '20', organization_id };
    await post(shop, '/v1/meters/', meter, cookie);
    await post(shop, '/v1/webhooks/endpoints', endpoint, cookie);
    await post(shop, '/api/dashboard/tax-rates', rate, cookie);
    const ended = (await (await post(shop, '/api/dashboard/tax-rates', { ...rate, name: 'Once' }, cookie)).json()) as {
      id: string;
    };
    await post(shop, `/api/dashboard/tax-rates/${ended.id}/end`, { organization_id }, cookie);
    await shop.settled();
    expect((await limits({ cookie }, own)).body).toEqual(used([1, 3, 1, 1]));
  });

  it('shows nothing that the caller may not read', async () => {
    const { token } = await organizationToken(shop, 'webhooks:read');
    const { body } = await limits({ authorization: `Bearer ${token}` });
    expect(body).toEqual({ ...used([0, 0, 0, 0]), meters: null, meter_clauses: null, tax_rates: null });
    const { token: other } = await organizationToken(shop, 'orders:read');
    expect((await limits({ authorization: `Bearer ${other}` })).status).toBe(403);
  });

  it('is for members of the organization', async () => {
    const { cookie } = await signUp(shop);
    await createOrganization(shop, cookie, { name: 'Another' });
    expect((await limits({ cookie }, `?organization_id=${shop.organizationId}`)).status).toBe(404);
    expect((await limits({ cookie })).status).toBe(422);
    expect((await limits({})).status).toBe(401);
  });
});
