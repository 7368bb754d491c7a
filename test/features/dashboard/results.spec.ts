import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerStandings } from '../../../src/features/dashboard/customer-standings/customer-standings.dto.ts';
import type { OrderTotals } from '../../../src/features/billing/orders/orders.dto.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('what came of links, discounts and customers', () => {
  let shop: Shop;
  let paper: string;
  let ink: string;

  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true });
    paper = (await shop.product({ amount: 1_000 })).id;
    const prices = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'jpy' }];
    ink = (await http<{ id: string }>('POST', '/v1/products', { name: 'Ink', recurring_interval: null, prices })).id;
  });
  afterAll(() => shop.close());

  async function http<T>(method: string, path: string, body?: object, bearer = shop.bearer): Promise<T> {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as T;
  }
  const countOf = async (query: string) =>
    (await http<{ pagination: { total_count: number } }>('GET', `/v1/checkouts?${query}`)).pagination.total_count;

  it('lists the checkouts that a link opened, and those of them that sold', async () => {
    const link = await http<{ id: string; url: string }>('POST', '/v1/checkout-links', {
      payment_processor: 'stripe',
      products: [paper],
    });
    const visit = async () => {
      const { headers } = await fetch(link.url, { redirect: 'manual' });
      return /checkout\/([^/?]+)/.exec(headers.get('location')!)![1]!;
    };
    await visit();
    await shop.confirm(await visit(), { email: 'linked@example.com' });
    await shop.buy(paper, { email: 'direct@example.com' });
    await shop.settled();
    expect(await countOf(`checkout_link_id=${link.id}`)).toBe(2);
    expect(await countOf(`checkout_link_id=${link.id}&status=succeeded`)).toBe(1);
    expect(await countOf('status=succeeded')).toBe(2);
  });

  it('adds up what a discount gave away and brought in, each currency for itself', async () => {
    const terms = { name: 'Fifth', type: 'percentage', duration: 'once', basis_points: 2_000 };
    const discount = await http<{ id: string }>('POST', '/v1/discounts', terms);
    for (const product of [paper, ink, ink]) {
      const { client_secret } = await http<{ client_secret: string }>('POST', '/v1/checkouts', {
        products: [product],
        discount_id: discount.id,
      });
      await shop.confirm(client_secret, { email: `d-${client_secret.slice(-8)}@example.com` });
    }
    await shop.settled();
    const path = `/api/dashboard/orders/totals?discount_id=${discount.id}&status=paid`;
    const { totals } = await http<OrderTotals>('GET', path);
    expect(totals.map((one) => [one.currency, one.count, one.discount_amount, one.net_amount])).toEqual([
      ['jpy', 2, 360, 1_440],
      ['usd', 1, 200, 800],
    ]);
  });

  it('says of a page of customers how their subscriptions stand and what they spent', async () => {
    const plan = (await shop.product({ interval: 'month', amount: 500 })).id;
    const of = async (email: string) => (await shop.seller.customers.list({ email })).result.items[0]!.id;
    await shop.buy(paper, { email: 'both@example.com' });
    await shop.buy(ink, { email: 'both@example.com' });
    await shop.buy(plan, { email: 'both@example.com' });
    await shop.buy(ink, { email: 'once@example.com' });
    const [both, once] = [await of('both@example.com'), await of('once@example.com')];
    const ask = (ids: string[], bearer?: string) => {
      const query = new URLSearchParams({ organization_id: shop.organizationId });
      for (const id of ids) query.append('customer_id', id);
      return http<CustomerStandings>('GET', `/api/dashboard/customer-standings?${query.toString()}`, undefined, bearer);
    };
    const shown = ({ items }: CustomerStandings) =>
      items
        .map((one) => [
          one.customer_id,
          one.subscription,
          one.orders,
          one.spent.map(({ currency, net_amount }) => [currency, net_amount]),
        ])
        .sort();
    const expected = [
      [
        both,
        'active',
        3,
        [
          ['jpy', 900],
          ['usd', 1_500],
        ],
      ],
      [once, 'none', 1, [['jpy', 900]]],
    ].sort();
    expect(shown(await ask([both, once]))).toEqual(expected);
    expect((await ask([both], 'seller-strangers')).items).toEqual([]);
    const [subscription] = (await shop.seller.subscriptions.list({ customerId: both })).result.items;
    await http('PATCH', `/v1/subscriptions/${subscription!.id}`, {
      revoke: true,
      customer_cancellation_reason: 'too_expensive',
    });
    await shop.settled();
    expect(shown(await ask([both]))[0]![1]).toBe('ended');
    const reasons = '/api/dashboard/subscriptions/cancellation-reasons';
    expect(await http('GET', reasons)).toEqual({ items: [{ reason: 'too_expensive', count: 1 }] });
    expect(await http('GET', `${reasons}?cancellation_reason=unused`)).toEqual({ items: [] });
    expect(await http('GET', reasons, undefined, 'seller-strangers')).toEqual({ items: [] });
  });
});
