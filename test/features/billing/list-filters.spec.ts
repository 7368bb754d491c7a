import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { happen, organizationId } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

interface Row {
  id: string;
  number: string;
  billing_reason: string;
  paid_at: string | null;
  customer_id: string;
  product_id: string;
  subscription_id: string | null;
  recurring_interval: string;
  customer: { email: string };
  customer_email: string;
  email: string;
}

interface Amounts {
  currency: string;
  amount: number;
  status: string;
  paid: boolean;
  voided_at: string | null;
  net_amount: number;
  discount_amount: number;
  total_amount: number;
  recurring_interval: string;
}

describe('the lists of a shop', () => {
  let shop: Shop;
  let products: Record<'paper' | 'plan' | 'atlas' | 'journal', string>;

  beforeAll(async () => {
    shop = await openShop({ at: '2026-01-10T12:00:00.000Z', allowSeveral: true });
    const [paper, plan, atlas, journal] = [
      await shop.product({ amount: 1_000, name: 'Paper' }),
      await shop.product({ amount: 2_000, interval: 'month', name: 'Plan' }),
      await shop.product({ amount: 12_003, interval: 'year', name: 'Atlas' }),
      await shop.product({ amount: 2_000, interval: 'month', name: 'Journal' }),
    ];
    products = { paper: paper.id, plan: plan.id, atlas: atlas.id, journal: journal.id };
    const added: Price[] = [{ id: newUuid(), amountType: 'fixed', amount: 1_750, currency: 'eur' }];
    const data = { productId: plan.id, archived: plan.prices.map(({ id }) => id), added };
    await happen(shop, `product-${plan.id}`, { type: 'ProductPricesChanged', data });
    await shop.settled();
    await shop.buy(products.paper, { email: 'ann@example.com' });
    await shop.advanceTo('2026-01-20T12:00:00.000Z');
    const { clientSecret } = await shop.seller.checkouts.create({ products: [products.plan] });
    const address = { line1: '1 Main St', city: 'Berlin', postalCode: '10115', country: 'DE' };
    const business = { isBusinessCustomer: true, customerBillingName: 'Müller & Söhne' };
    await shop.confirm(clientSecret, { email: 'bob@example.com' }, { ...business, customerBillingAddress: address });
    await shop.settled();
    await shop.buy(products.atlas, { email: 'ann@example.com' });
    await shop.buy(products.atlas, { email: 'erin@example.com' });
    await shop.buy(products.journal, { email: 'carl@example.com', token: 'ctoken_renewal_declined' });
    await shop.buy(products.journal, { email: 'dora@example.com', token: 'ctoken_renewal_declined' });
    await shop.advanceTo('2026-02-20T12:00:00.000Z');
    const change = async (who: string, body: object) => {
      const [one] = await rows(`subscriptions?query=${who}`);
      await shop.seller.subscriptions.update({ id: one!.id, subscriptionUpdate: body as never });
    };
    const [ann] = (await shop.seller.customers.list({ email: 'ann@example.com' })).result.items;
    await shop.seller.customers.update({ id: ann!.id, customerUpdate: { externalId: 'crm-ann' } });
    await change('dora', { revoke: true });
    await change('erin', { cancelAtPeriodEnd: true });
    await shop.settled();
  });
  afterAll(() => shop.close());

  const get = (path: string, bearer = shop.bearer) =>
    fetch(`${shop.url}/v1/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  async function rows(path: string, bearer?: string): Promise<Row[]> {
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}limit=100`, bearer);
    expect([path, answer.status]).toEqual([path, 200]);
    return ((await answer.json()) as { items: Row[] }).items;
  }
  const nameOf = ({ email }: { email: string }) => email.replace('@example.com', '');
  const ordersBy = async (query: string) =>
    (await rows(`orders?${query}`)).map((row) => `${nameOf(row.customer)} ${row.billing_reason}`).sort();
  const subscribersBy = async (query: string) =>
    (await rows(`subscriptions?${query}`)).map(({ customer }) => nameOf(customer)).sort();

  const FIRST = ['ann', 'bob', 'carl', 'dora', 'erin'].map((name) => `${name} subscription_create`);
  const CYCLES = ['bob', 'carl', 'dora'].map((name) => `${name} subscription_cycle`);

  it.each([
    ['status=paid', ['ann purchase', ...FIRST, 'bob subscription_cycle']],
    ['status=pending', ['carl subscription_cycle']],
    ['status=void', ['dora subscription_cycle']],
    ['status=pending&status=void', ['carl subscription_cycle', 'dora subscription_cycle']],
    ['billing_reason=purchase', ['ann purchase']],
    ['billing_reason=purchase&billing_reason=subscription_cycle', ['ann purchase', ...CYCLES]],
    ['currency=eur', ['bob subscription_create', 'bob subscription_cycle']],
    ['currency=USD&billing_reason=subscription_cycle', ['carl subscription_cycle', 'dora subscription_cycle']],
    ['currency=chf', []],
    ['created_from=2026-01-20T12:00:00Z&created_to=2026-02-20T12:00:00Z', FIRST],
    ['created_to=2026-01-20T12:00:00Z', ['ann purchase']],
    ['created_before=2026-01-20T12:00:00Z', ['ann purchase']],
    ['created_before=2026-01-20T12:00:00Z&created_to=2026-01-20T12:00:00Z', ['ann purchase']],
    ['external_customer_id=crm-ann', ['ann purchase', 'ann subscription_create']],
    ['external_customer_id=crm-ann&billing_reason=purchase&query=paper', ['ann purchase']],
    ['external_customer_id=crm-bob&external_customer_id=crm-ann&currency=eur', []],
    ['external_customer_id=ann', []],
    ['created_from=2026-02-20T13:00:00%2B01:00', CYCLES],
    ['paid_from=2026-02-01T00:00:00Z', ['bob subscription_cycle']],
    ['paid_to=2026-01-20T12:00:00Z', ['ann purchase']],
    ['query=ANN@', ['ann purchase', 'ann subscription_create']],
    ['query=bob', ['bob subscription_create', 'bob subscription_cycle']],
    ['query=paper', ['ann purchase']],
    ['query=atla&billing_reason=purchase', []],
    ['query=nobody', []],
    ['query=%20%20', ['ann purchase', ...FIRST, ...CYCLES]],
  ])('filters orders by %s', async (query, expected) => {
    expect(await ordersBy(query)).toEqual([...expected].sort());
  });

  it('finds everything else of a customer by the external id, in this organization alone', async () => {
    for (const list of ['refunds', 'checkouts', 'benefit-grants', 'customer-meters']) {
      const [{ customer_id } = { customer_id: '' }] = await rows('orders?external_customer_id=crm-ann');
      const byId = (await rows(`${list}?customer_id=${customer_id}`)).map(({ id }) => id);
      expect([list, (await rows(`${list}?external_customer_id=crm-ann`)).map(({ id }) => id)]).toEqual([list, byId]);
      expect([list, await rows(`${list}?external_customer_id=nobody`)]).toEqual([list, []]);
    }
    expect((await rows('checkouts?external_customer_id=crm-ann')).length).toBe(2);
    const differing = await get('orders?created_after=2026-01-20T12:00:00Z&created_from=2026-01-21T12:00:00Z');
    const { detail } = (await differing.json()) as { detail: { loc: string[] }[] };
    expect([differing.status, detail.map(({ loc }) => loc)]).toEqual([422, [['query', 'created_after']]]);
  });

  it('finds an order by its number, the beginning of one, and its id', async () => {
    const [order] = await rows('orders?billing_reason=purchase');
    expect(order!.number).toBe(orderNumber(order!.id));
    for (const text of [order!.number, order!.number.toLowerCase().replace('-', ''), order!.id.toUpperCase()])
      expect(await ordersBy(`query=${text}`)).toEqual(['ann purchase']);
    expect(await ordersBy(`query=${order!.number.slice(0, 6)}`)).toContain('ann purchase');
  });

  it('finds the orders of one subscription', async () => {
    const [{ id } = { id: '' }] = await rows('subscriptions?query=bob');
    expect(await ordersBy(`subscription_id=${id}`)).toEqual(['bob subscription_create', 'bob subscription_cycle']);
  });

  it('shows when an order was paid', async () => {
    expect((await rows('orders?status=pending')).map(({ paid_at }) => paid_at)).toEqual([null]);
    expect((await rows('orders?query=bob&sorting=created_at')).map(({ paid_at }) => paid_at?.slice(0, 10))).toEqual([
      '2026-01-20',
      '2026-02-20',
    ]);
  });

  it.each([
    ['status=active', ['ann', 'bob', 'erin']],
    ['status=past_due', ['carl']],
    ['status=canceled', ['dora']],
    ['status=past_due&status=canceled', ['carl', 'dora']],
    ['ending=true', ['erin']],
    ['cancel_at_period_end=true', ['erin']],
    ['external_customer_id=crm-ann', ['ann']],
    ['started_before=2026-01-20T12:00:00Z', []],
    ['ending=false', ['ann', 'bob', 'carl', 'dora']],
    ['recurring_interval=year', ['ann', 'erin']],
    ['currency=eur', ['bob']],
    ['started_from=2026-01-20T12:00:00Z', ['ann', 'bob', 'carl', 'dora', 'erin']],
    ['started_to=2026-01-20T12:00:00Z', []],
    ['period_ends_from=2026-02-21T00:00:00Z&period_ends_to=2026-12-31T00:00:00Z', ['bob', 'carl', 'dora']],
    ['ended_from=2026-02-20T12:00:00Z&ended_to=2026-02-21T00:00:00Z', ['dora']],
    ['ended_to=2026-02-20T12:00:00Z', []],
    ['query=atlas', ['ann', 'erin']],
    ['query=carl', ['carl']],
  ])('filters subscriptions by %s', async (query, expected) => {
    expect(await subscribersBy(query)).toEqual(expected);
  });

  it.each([
    ['checkouts', 'created_to=2026-01-20T12:00:00Z', ['ann']],
    ['checkouts', 'created_from=2026-01-20T12:00:00Z&query=ann', ['ann']],
    ['checkouts', 'created_from=2026-02-01T00:00:00Z', []],
    ['customers', 'created_to=2026-01-20T12:00:00Z', ['ann']],
    ['customers', 'created_from=2026-01-20T12:00:00Z', ['bob', 'carl', 'dora', 'erin']],
  ])('filters %s by %s', async (list, query, expected) => {
    const found = await rows(`${list}?${query}`);
    expect(found.map((row) => nameOf({ email: row.customer_email ?? row.email })).sort()).toEqual(expected);
  });

  it.each([
    ['/v1/customers', 1],
    ['/v1/orders', 2],
    ['/v1/subscriptions', 1],
    ['/v1/checkouts', 1],
    ['/v1/payments', 2],
    ['/api/dashboard/finance/entries', 2],
  ])("finds in %s who bought in a company's name", async (path, count) => {
    const answer = await fetch(`${shop.url}${path}?query=sohne`, {
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    const { items } = (await answer.json()) as { items: unknown[] };
    expect([answer.status, items.length]).toEqual([200, count]);
    expect(JSON.stringify(items)).toContain('bob@example.com');
  });

  it.each([
    'orders?status=open',
    'orders?billing_reason=gift',
    'orders?currency=dollar',
    'orders?created_from=2026-01-20',
    'orders?paid_to=yesterday',
    'orders?subscription_id=1',
    'subscriptions?status=ended',
    'subscriptions?ending=maybe',
    'subscriptions?recurring_interval=week',
    'subscriptions?ended_from=2026',
    'checkouts?created_to=2026-13-01T00:00:00Z',
    'customers?created_from=x',
  ])('refuses /v1/%s with 422', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(422);
    const [field] = ((await answer.json()) as { detail: { loc: string[] }[] }).detail;
    expect(field!.loc).toEqual(['query', path.slice(path.indexOf('?') + 1, path.indexOf('='))]);
  });

  it("finds nothing of another tenant's, by any filter", async () => {
    const [order] = await rows('orders?query=bob');
    const { product_id, customer_id, subscription_id, number, id } = order!;
    const filters = { product_id, customer_id, subscription_id, organization_id: shop.organizationId };
    const queries = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
    const searches = ['bob', 'plan', number, id].map((text) => `query=${text}`);
    for (const query of [...queries, ...searches])
      expect([query, await rows(`orders?${query}`, 'seller-other')]).toEqual([query, []]);
    for (const query of ['query=bob', 'status=active', `organization_id=${shop.organizationId}`])
      expect([query, await rows(`subscriptions?${query}`, 'seller-other')]).toEqual([query, []]);
    const both = `organization_id=${organizationId('other')}&query=bob`;
    expect(await rows(`orders?${both}`)).toEqual([]);
  });

  const dashboard = (path: string, bearer = shop.bearer) =>
    fetch(`${shop.url}/api/dashboard/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  /** All rows of a list, page by page. */
  async function everyRow(list: string, query: string): Promise<Amounts[]> {
    const found: Amounts[] = [];
    for (let page = 1; ; page++) {
      const answer = await get(`${list}?${query}&limit=2&page=${page}`);
      const { items, pagination } = (await answer.json()) as { items: Amounts[]; pagination: { max_page: number } };
      found.push(...items);
      if (page >= pagination.max_page) return found;
    }
  }
  const byCurrency = (found: readonly Amounts[]) =>
    [...new Set(found.map(({ currency }) => currency))].sort().map((currency) => {
      const own = found.filter((row) => row.currency === currency);
      return { currency, own, count: own.length };
    });
  const monthly = (own: readonly Amounts[]) =>
    Math.round(added(own, ({ amount, recurring_interval: per }) => amount * (per === 'month' ? 12 : 1)) / 12);
  const added = (own: readonly Amounts[], amount: (row: Amounts) => number) =>
    own.reduce((total, row) => total + amount(row), 0);

  it.each([
    '',
    'status=paid',
    'status=void',
    'currency=eur',
    'query=atlas',
    'query=bob',
    'paid_from=2026-02-01T00:00:00Z',
  ])('totals the orders of ?%s in each currency as its rows add up', async (query) => {
    const found = await everyRow('orders', query);
    const totals = byCurrency(found).map(({ currency, own, count }) => ({
      currency,
      count,
      net_amount: added(own, ({ paid, net_amount }) => (paid ? net_amount : 0)),
      refunded_amount: 0,
      discount_amount: added(own, ({ paid, discount_amount }) => (paid ? discount_amount : 0)),
      unpaid_amount: added(own, ({ paid, voided_at, total_amount }) => (paid || voided_at ? 0 : total_amount)),
    }));
    expect(found.length).toBeGreaterThan(0);
    expect(await (await dashboard(`orders/totals?${query}`)).json()).toEqual({ count: found.length, totals });
  });

  it.each(['', 'status=active', 'status=past_due', 'recurring_interval=year', 'query=erin'])(
    'totals the subscriptions of ?%s in each currency, yearly ones by the month, rounded once',
    async (query) => {
      const found = await everyRow('subscriptions', query);
      const totals = byCurrency(found).map(({ currency, own, count }) => ({
        currency,
        count,
        amount: added(own, ({ amount }) => amount),
        monthly_amount: monthly(own),
        monthly_recurring_revenue: monthly(own.filter(({ status }) => status === 'active')),
      }));
      expect(found.length).toBeGreaterThan(0);
      expect(await (await dashboard(`subscriptions/totals?${query}`)).json()).toEqual({ count: found.length, totals });
    },
  );

  it('rounds the monthly amount of two yearly subscriptions of 120.03 once, to 20.01', async () => {
    const answer = await dashboard('subscriptions/totals?recurring_interval=year');
    expect(await answer.json()).toEqual({
      count: 2,
      totals: [{ currency: 'usd', count: 2, amount: 24_006, monthly_amount: 2_001, monthly_recurring_revenue: 2_001 }],
    });
  });

  it("totals and exports nothing of another tenant's, and rejects invalid filters and callers", async () => {
    const theirs = `organization_id=${shop.organizationId}&query=bob`;
    for (const list of ['orders', 'subscriptions']) {
      const totals = await dashboard(`${list}/totals?${theirs}`, 'seller-other');
      expect(await totals.json()).toEqual({ count: 0, totals: [] });
      expect((await dashboard(`${list}/totals?currency=dollar`)).status).toBe(422);
    }
    for (const list of ['orders', 'subscriptions', 'customers']) {
      const file = await (await dashboard(`${list}/export?${theirs}`, 'seller-other')).text();
      expect([list, file.trim().split('\r\n').length]).toEqual([list, 1]);
      expect((await dashboard(`${list}/export`, 'nobody')).status).toBe(401);
    }
    expect((await dashboard('orders/export?created_from=today')).status).toBe(422);
  });

  describe('as CSV files', () => {
    const fileOf = async (path: string) => {
      const answer = await dashboard(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const text = await answer.text();
      const [head, ...lines] = text.trim().split('\r\n');
      const names = head!.split(',');
      return {
        disposition: answer.headers.get('content-disposition'),
        lines,
        rows: lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n]!, cell]))),
      };
    };

    it('contain the rows of the list, oldest first, with decimals, days of the organization and instants in UTC', async () => {
      const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ time_zone: 'Asia/Tokyo' });
      const changed = { method: 'PATCH', headers, body };
      expect((await fetch(`${shop.url}/v1/organizations/${shop.organizationId}`, changed)).status).toBe(200);
      await shop.advanceTo('2026-02-20T16:30:00.000Z');
      await shop.buy(products.plan, { email: 'frank@example.com' });
      const { rows: found, disposition } = await fileOf('orders/export?currency=eur');
      expect(disposition).toBe('attachment; filename="orders.csv"');
      expect(found.map((row) => [row['customer_email'], row['status'], row['currency'], row['total']])).toEqual([
        ['bob@example.com', 'paid', 'EUR', '17.50'],
        ['bob@example.com', 'paid', 'EUR', '17.50'],
        ['frank@example.com', 'paid', 'EUR', '17.50'],
      ]);
      // Half past one in the morning in Tokyo.
      expect(found[2]).toMatchObject({ paid_on: '2026-02-21', paid_at: '2026-02-20T16:30:00.000Z', product: 'Plan' });
      expect(found[2]!['number']).toBe(orderNumber(found[2]!['id']!));
      expect((await fileOf('orders/export?status=void')).rows).toMatchObject([{ status: 'void', paid_on: '' }]);
    });

    it('show what each subscription renews for, and when', async () => {
      const { rows: found } = await fileOf('subscriptions/export?recurring_interval=year');
      expect(found).toMatchObject([
        { customer_email: 'ann@example.com', amount: '120.03', current_period_ends_on: '2027-01-20' },
        { customer_email: 'erin@example.com', cancel_at_period_end: 'true', status: 'active' },
      ]);
    });

    it('run no formula in a spreadsheet, and keep commas and quotation marks in their cell', async () => {
      const names = [
        '=HYPERLINK("http://x")',
        '+1',
        '@SUM(A1)',
        'Müller, "Ada"',
        '-2 of us',
        ' ＝1',
        'a;=1+1',
        'b\t"@1',
      ];
      for (const [n, name] of names.entries())
        await shop.seller.customers.create({ email: `cell${n}@example.com`, name });
      await shop.settled();
      const { lines } = await fileOf('customers/export?query=cell');
      expect(lines.map((line) => line.slice('cell0@example.com,'.length, line.indexOf(',,')))).toEqual([
        `"'=HYPERLINK(""http://x"")"`,
        `'+1`,
        `'@SUM(A1)`,
        '"Müller, ""Ada"""',
        `'-2 of us`,
        `' ＝1`,
        // Where a semicolon separates cells.
        `a;'=1+1`,
        `"b\t""'@1"`,
      ]);
    });

    it('contain more rows than a page, each once', async () => {
      const many = Array.from({ length: 503 }, (_, n) => `many${n}@example.com`);
      for (const email of many) {
        const customerId = newUuid();
        const about = { customerId, organizationId: shop.organizationId, email };
        const claims = { emailClaim: { kind: 'customer-email', digest: email }, externalIdClaim: null };
        const rest = { externalId: null, name: null, billingAddress: null, taxId: null, metadata: {} };
        await happen(shop, `customer-${customerId}`, {
          type: 'CustomerCreated',
          data: { ...about, ...claims, ...rest },
        });
      }
      await shop.settled();
      const { rows: found } = await fileOf('customers/export?query=many');
      expect(found.map(({ email }) => email).sort()).toEqual([...many].sort());
    });
  });
});
