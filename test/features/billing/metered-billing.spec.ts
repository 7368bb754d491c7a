import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Meter } from '@polar-sh/sdk/models/components/meter.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { UsageRecounts } from '../../../src/features/billing/usage/voids/usage-recounts.service.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

describe('metered subscriptions', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true });
  });
  afterAll(() => shop.close());

  const meterOf = (name: string, property?: string): Promise<Meter> =>
    shop.seller.meters.create({
      name: `Meter of ${name}`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation: property ? { func: 'sum', property } : { func: 'count' },
    });
  const productOf = (meterId: string, unitAmount: string, more: { cap?: number; fixed?: number; name?: string } = {}) =>
    shop.seller.products.create({
      name: more.name ?? 'Metered paper',
      recurringInterval: 'month',
      prices: [
        { amountType: 'fixed', priceAmount: more.fixed ?? 1_000 },
        { amountType: 'metered_unit', meterId, unitAmount, ...(more.cap !== undefined && { capAmount: more.cap }) },
      ],
    });
  const use = async (customerId: string, name: string, times: number, metadata: Record<string, number> = {}) => {
    const events = Array.from({ length: times }, () => ({ name, customerId, metadata }));
    await shop.seller.events.ingest({ events });
  };
  const renew = async ({ id }: Subscription): Promise<Subscription> => {
    const { currentPeriodEnd } = await shop.seller.subscriptions.get({ id });
    await shop.advanceTo(addSeconds(currentPeriodEnd!.toISOString() as never, 1));
    return shop.seller.subscriptions.get({ id });
  };

  it('show what the period comes to so far, and bill it with the next one', async () => {
    const meter = await meterOf('call');
    const product = await productOf(meter.id, '2.5', { cap: 2_000 });
    const subscription = await shop.subscribe(product.id);
    expect(subscription.meters).toMatchObject([
      { consumedUnits: 0, creditedUnits: 0, amount: 0, meter: { id: meter.id } },
    ]);
    await use(subscription.customerId, 'call', 25);
    await use(subscription.customerId, 'other', 10);
    await shop.settled();
    const { meters } = await shop.seller.subscriptions.get({ id: subscription.id });
    expect(meters).toMatchObject([{ consumedUnits: 25, creditedUnits: 0, amount: 63 }]);
    const define = (value: string) =>
      shop.seller.meters.update({
        id: meter.id,
        meterUpdate: { filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value }] } },
      });
    await define('called');
    await define('call');
    const renewed = await renew(subscription);
    await expect(define('called')).rejects.toMatchObject({
      detail: [{ loc: ['body', 'filter'], type: 'forbidden' }],
    });
    expect(renewed.meters).toMatchObject([{ consumedUnits: 0, amount: 0 }]);
    await use(subscription.customerId, 'call', 900);
    await renew(subscription);
    await renew(subscription);
    const orders = await shop.ordersOf(subscription);
    expect(orders.map(({ subtotalAmount }) => subtotalAmount)).toEqual([1_000, 1_063, 3_000, 1_000]);
    expect(orders[1]!.items.map(({ label, amount }) => [label, amount])).toEqual([
      [expect.stringMatching(/^Metered paper — From/), 1_000],
      ['Meter of call — (25 consumed units) × $0.025', 63],
    ]);
    const many = (await openedLines(orders[2]!)).get(2_000)!;
    expect([many.consumed_units, many.rows.length, many.csv.length]).toEqual([900, 100, 900]);
    expect(new Set(many.csv.map(({ event_id }) => event_id)).size).toBe(900);
  });

  interface Explained {
    label: string;
    arithmetic: string;
    event_ids: string[];
  }
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${shop.bearer}` } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  const accountOf = (customerId: string) =>
    read<{ balances: object[]; lines: { type: string; order_id: string; amount: number }[] }>(
      `/api/dashboard/customers/${customerId}/account`,
    );
  interface LineUsage {
    consumed_units: number;
    measured_units: number;
    late_events: number;
    windows: { from_event_id: string | null; from: string | null; until_event_id: string; until: string }[];
    days: { day: string; quantity: number }[];
    rows: { kind: string; event_id: string; name: string; timestamp: string; value: number | null }[];
  }
  /** What its metered lines open to, by their amounts, each with the records of its CSV; these add up to the line. */
  const openedLines = async (order: Order) => {
    const opened = new Map<number, LineUsage & { csv: Record<string, string>[] }>();
    for (const { id, amount, label } of order.items) {
      if (!label.includes('consumed')) continue;
      const path = `/api/ledger/orders/${order.id}/lines/${id}/usage`;
      const usage = await read<LineUsage>(path);
      const answer = await fetch(`${shop.url}${path}.csv`, { headers: { authorization: `Bearer ${shop.bearer}` } });
      const [header, ...records] = (await answer.text()).trim().split('\r\n');
      const columns = header!.split(',');
      const csv = records.map((record) => {
        const fields = record.split(',');
        return Object.fromEntries(columns.map((column, at) => [column, fields[at]!]));
      });
      const sum = csv.reduce((total, { value }) => total + Number(value), 0);
      expect([label, sum, usage.measured_units]).toEqual([label, usage.consumed_units, usage.consumed_units]);
      opened.set(amount, { ...usage, csv });
    }
    return opened;
  };
  const linesOf = ({ items }: Order) => items.map(({ label, amount }) => [label.replace(/ — From.*/, ''), amount]);
  const consumed = (meter: Meter, units: string, price: string) =>
    `${meter.name} — (${units} consumed units) × ${price}`;

  it('bill a count for each price that applied, and what was used of a meter that the new product does not have', async () => {
    const [calls, tokens] = [await meterOf('plan call'), await meterOf('plan token', 'tokens')];
    const small = await shop.seller.products.create({
      name: 'Small',
      recurringInterval: 'month',
      prices: [
        { amountType: 'fixed', priceAmount: 1_000 },
        { amountType: 'metered_unit', meterId: calls.id, unitAmount: '10' },
        { amountType: 'metered_unit', meterId: tokens.id, unitAmount: '1' },
      ],
    });
    const large = await productOf(calls.id, '5', { name: 'Large', cap: 30 });
    const subscription = await shop.subscribe(small.id);
    await use(subscription.customerId, 'plan call', 4);
    await use(subscription.customerId, 'plan token', 2, { tokens: 2.5 });
    await shop.seller.subscriptions.update({
      id: subscription.id,
      subscriptionUpdate: { productId: large.id, prorationBehavior: 'prorate' },
    });
    await shop.settled();
    await use(subscription.customerId, 'plan call', 7);
    await use(subscription.customerId, 'plan token', 1, { tokens: 100 });
    await shop.settled();
    const { meters } = await shop.seller.subscriptions.get({ id: subscription.id });
    expect(meters).toMatchObject([{ meterId: calls.id, consumedUnits: 11, amount: 70 }]);
    const { next } = await read<{ next: { total_amount: number; items: { label: string; amount: number }[] } }>(
      `/v1/subscriptions/${subscription.id}/preview`,
    );
    await renew(subscription);
    const [, renewal] = await shop.ordersOf(subscription);
    expect(next.items.map(({ label, amount }) => [label, amount])).toEqual(
      renewal!.items.map(({ label, amount }) => [label, amount]),
    );
    const { amounts, events } = await read<{
      amounts: Explained[];
      events: { id: string; type: string; at: string }[];
    }>(`/api/ledger/orders/${renewal!.id}/explanation`);
    const explained = amounts.filter(({ label }) => label.includes('consumed'));
    const typesOf = ({ event_ids }: Explained) => event_ids.map((id) => events.find((event) => event.id === id)!.type);
    expect(explained.map((one) => [one.arithmetic, ...typesOf(one)])).toEqual(
      ['5 units × $0.01 = 0.05', '4 units × $0.10 = 0.40', '7 units × $0.05 = 0.35, capped at 0.30'].map((text) => [
        text,
        'MeterPeriodClosed',
        'SubscriptionUsageMeasured',
        'OrderCreated',
      ]),
    );
    expect(linesOf(renewal!).filter(([label]) => /consumed/.test(String(label)))).toEqual([
      [consumed(tokens, '5', '$0.01'), 5],
      [consumed(calls, '4', '$0.10'), 40],
      [`${consumed(calls, '7', '$0.05')}, capped at $0.30`, 30],
    ]);
    const opened = await openedLines(renewal!);
    const [ofTokens, ofSmall, ofLarge] = [5, 40, 30].map((amount) => opened.get(amount)!.windows);
    const [start, change] = [ofSmall![0]!.from, ofSmall![0]!.until];
    const idOfChange = ofSmall![0]!.until_event_id;
    const ends = explained.map(({ event_ids }) => events.find(({ id }) => id === event_ids[0])!);
    expect(ofTokens).toMatchObject([{ from: start, until: change, until_event_id: ends[0]!.id }]);
    expect(ofSmall).toMatchObject([{ from_event_id: expect.any(String), until: change, until_event_id: idOfChange }]);
    expect(ofLarge).toEqual([
      { from_event_id: idOfChange, from: change, until_event_id: ends[2]!.id, until: ends[2]!.at },
    ]);
    const reported = (await usedBy(subscription.customerId, 'plan call')).map(({ id }) => id);
    const shown = [40, 30].map((amount) => opened.get(amount)!.rows.map((row) => row.event_id));
    expect(shown.map(({ length }) => length)).toEqual([4, 7]);
    expect(shown.flat().sort()).toEqual(reported.sort());
    expect(opened.get(5)!.rows.map(({ kind, name, value }) => [kind, name, value])).toEqual([
      ['event', 'plan token', 2.5],
      ['event', 'plan token', 2.5],
    ]);
  });

  it.each(['usd', 'jpy'])('bill what was used so far when a change is invoiced, in %s', async (currency) => {
    const meter = await meterOf(`changed ${currency} call`);
    const product = async (fixed: number, unit: string) => {
      const answer = await post('/v1/products', {
        name: `Plan of ${fixed}`,
        recurring_interval: 'month',
        prices: [
          { amount_type: 'fixed', price_amount: fixed, price_currency: currency },
          { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: unit, price_currency: currency },
        ],
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const [small, large] = [await product(1_000, '10'), await product(2_000, '10')];
    const subscription = await shop.subscribe(small);
    await use(subscription.customerId, `changed ${currency} call`, 4);
    await shop.settled();
    const change = (productId: string) =>
      shop.seller.subscriptions.update({
        id: subscription.id,
        subscriptionUpdate: { productId, prorationBehavior: 'invoice' },
      });
    const preview = await post(`/v1/subscriptions/${subscription.id}/preview`, {
      product_id: large,
      proration_behavior: 'invoice',
    });
    const { now } = (await preview.json()) as { now: { items: { label: string; amount: number }[] } };
    await change(large);
    await shop.settled();
    const [, changed] = await shop.ordersOf(subscription);
    expect(changed).toMatchObject({ billingReason: 'subscription_update', currency });
    const metered = (order: Order) => order.items.filter(({ label }) => label.includes('consumed'));
    expect(metered(changed!).map(({ amount }) => amount)).toEqual([40]);
    expect(now.items.map(({ amount }) => amount).sort()).toEqual(changed!.items.map(({ amount }) => amount).sort());
    await use(subscription.customerId, `changed ${currency} call`, 3);
    await renew(subscription);
    const orders = await shop.ordersOf(subscription);
    expect(metered(orders[2]!).map(({ amount }) => amount)).toEqual([30]);
    await openedLines(changed!);
    await openedLines(orders[2]!);
  });

  it('leave the credits that were bought before when they begin', async () => {
    const meter = await meterOf('bought call');
    const benefit = async (units: number) => {
      const properties = { meter_id: meter.id, units, rollover: false };
      const answer = await post('/v1/benefits', { type: 'meter_credit', description: `${units} calls`, properties });
      return ((await answer.json()) as { id: string }).id;
    };
    const [top, plan] = [await shop.product({ amount: 500 }), await productOf(meter.id, '10')];
    await shop.seller.products.updateBenefits({ id: top.id, productBenefitsUpdate: { benefits: [await benefit(25)] } });
    await shop.seller.products.updateBenefits({
      id: plan.id,
      productBenefitsUpdate: { benefits: [await benefit(50)] },
    });
    const email = `${newUuid()}@example.com`;
    await shop.buy(top.id, { email });
    await shop.settled();
    const { result } = await shop.seller.customers.list({ email });
    const creditedUnits = async () => {
      await shop.settled();
      const meters = await shop.seller.customerMeters.list({ customerId: result.items[0]!.id });
      return meters.result.items.map((one) => [one.creditedUnits, one.balance]);
    };
    expect(await creditedUnits()).toEqual([[25, 25]]);
    await shop.buy(plan.id, { email });
    expect(await creditedUnits()).toEqual([[75, 75]]);
    await use(result.items[0]!.id, 'bought call', 80);
    const subscriptions = await shop.seller.subscriptions.list({ customerId: result.items[0]!.id });
    await shop.settled();
    await renew(subscriptions.result.items[0]!);
    const orders = await shop.ordersOf(subscriptions.result.items[0]!);
    expect(orders.at(-1)!.items.map(({ label, amount }) => [label.replace(/ — From.*/, ''), amount])).toContainEqual([
      'Meter of bought call — (5 consumed units) × $0.10 (80 used, 75 credited)',
      50,
    ]);
    expect(await creditedUnits()).toEqual([[50, 50]]);
  });

  it('have a last bill when they end or are revoked, and none while nothing is charged', async () => {
    const meter = await meterOf('last call');
    const product = await productOf(meter.id, '10');
    const [canceled, revoked, deleted, unused] = [
      await shop.subscribe(product.id),
      await shop.subscribe(product.id),
      await shop.subscribe(product.id),
      await shop.subscribe(product.id),
    ];
    for (const { customerId } of [canceled, revoked, deleted]) await use(customerId, 'last call', 12);
    await shop.seller.subscriptions.update({ id: canceled.id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await shop.seller.subscriptions.update({ id: unused.id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await shop.seller.subscriptions.revoke({ id: revoked.id });
    await shop.seller.customers.delete({ id: deleted.customerId });
    await shop.settled();
    await use(revoked.customerId, 'last call', 100);
    await renew(canceled);
    for (const ended of [canceled, revoked]) {
      const [, last] = await shop.ordersOf(ended);
      expect(last).toMatchObject({ status: 'paid', billingReason: 'subscription_cycle', totalAmount: 120 });
      expect(linesOf(last!)).toEqual([[consumed(meter, '12', '$0.10'), 120]]);
      expect((await shop.ordersOf(ended)).length).toBe(2);
    }
    const said = async ({ customer: { email } }: typeof canceled) => {
      const mails = (await (await fetch(`${shop.url}/sandbox/outbox?to=${email}`)).json()) as { text: string }[];
      return mails.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n');
    };
    expect(await said(canceled)).toContain('A last bill then has what you have used and not paid so far. After that,');
    for (const ended of [canceled, revoked]) {
      expect(await said(ended)).toContain('What you had used and not paid until then is on a last bill.');
      expect(await said(ended)).toContain('your subscription has ended. This is what you paid');
    }
    // Who is deleted is charged no more, in any currency.
    for (const one of [unused, deleted]) expect((await shop.ordersOf(one)).length).toBe(1);
  });

  it('do not bill a trial', async () => {
    const meter = await meterOf('trial call');
    const { id } = await productOf(meter.id, '10');
    await fetch(`${shop.url}/v1/products/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` },
      body: JSON.stringify({ trial_interval: 'day', trial_interval_count: 7 }),
    });
    const subscription = await shop.subscribe(id);
    expect(subscription.status).toBe('trialing');
    await use(subscription.customerId, 'trial call', 50);
    await renew(subscription);
    await use(subscription.customerId, 'trial call', 3);
    await renew(subscription);
    expect((await shop.ordersOf(subscription)).map(({ totalAmount }) => totalAmount)).toEqual([0, 1_000, 1_030]);
  });

  it('of one customer with several for a meter: the first bills it, and once that has ended, the next', async () => {
    const meter = await meterOf('shared call');
    const [first, second] = [await productOf(meter.id, '10'), await productOf(meter.id, '100')];
    const one = await shop.subscribe(first.id);
    const email = one.customer.email;
    await shop.buy(second.id, { email });
    const { result } = await shop.seller.subscriptions.list({ productId: second.id });
    const other = result.items[0]!;
    await use(one.customerId, 'shared call', 5);
    await shop.settled();
    const amountsOf = async () =>
      Promise.all(
        [one, other].map(async ({ id }) =>
          (await shop.seller.subscriptions.get({ id })).meters.map(({ amount }) => amount),
        ),
      );
    expect(await amountsOf()).toEqual([[50], [0]]);
    await shop.seller.subscriptions.revoke({ id: one.id });
    await shop.settled();
    await use(one.customerId, 'shared call', 2);
    await shop.settled();
    expect(await amountsOf()).toEqual([[0], [200]]);
    await renew(other);
    const orders = await shop.ordersOf(one);
    expect(orders.flatMap(linesOf).filter(([label]) => /consumed/.test(String(label)))).toEqual([
      [consumed(meter, '5', '$0.10'), 50],
      [consumed(meter, '2', '$1.00'), 200],
    ]);
  });

  const post = (path: string, body: object) =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` },
      body: JSON.stringify(body),
    });
  const voided = async (id: string, reason = 'Counted twice') => {
    const answer = await post(`/v1/events/${id}/void`, { reason });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { voided: { at: string; reason: string } | null };
  };
  const usedBy = async (customerId: string, name: string) => {
    const { result } = await shop.seller.events.list({ customerId, name, limit: 100, sorting: ['timestamp'] });
    return result.items;
  };

  it('are charged for less when usage is voided: in the open period, or as a credit for what was billed', async () => {
    const meter = await meterOf('void token', 'tokens');
    const product = await productOf(meter.id, '1');
    const subscription = await shop.subscribe(product.id);
    const { customerId } = subscription;
    await use(customerId, 'void token', 1, { tokens: 30 });
    await use(customerId, 'void token', 1, { tokens: 100 });
    await use(customerId, 'void token', 1, { tokens: 7 });
    const [first, second, third] = await usedBy(customerId, 'void token');
    // Twice at once and once more: it counts once.
    await Promise.all([voided(first!.id), voided(first!.id)]);
    expect((await voided(first!.id, 'Another reason')).voided).toMatchObject({ reason: 'Counted twice' });
    await shop.settled();
    const open = async () => (await shop.seller.subscriptions.get({ id: subscription.id })).meters[0];
    expect(await open()).toMatchObject({ consumedUnits: 107, amount: 107 });
    await renew(subscription);
    // The answer shows it, whether or not the read models do.
    const [one] = await Promise.all([voided(second!.id), voided(third!.id), voided(second!.id)]);
    expect(one.voided).toMatchObject({ reason: 'Counted twice' });
    await use(customerId, 'void token', 1, { tokens: 40 });
    await shop.settled();
    expect(await open()).toMatchObject({ consumedUnits: 40, amount: 40 });
    expect((await accountOf(customerId)).balances).toEqual([{ currency: 'usd', amount: 107 }]);
    await renew(subscription);
    expect(await open()).toMatchObject({ consumedUnits: 0, amount: 0 });
    await use(customerId, 'void token', 1, { tokens: 75 });
    await renew(subscription);
    await renew(subscription);
    expect((await shop.ordersOf(subscription)).map(({ totalAmount }) => totalAmount)).toEqual([
      1_000, 1_107, 1_040, 1_075, 1_000,
    ]);
    const [, renewal, next, fourth] = await shop.ordersOf(subscription);
    const { balances, lines } = await accountOf(customerId);
    expect(balances).toEqual([{ currency: 'usd', amount: 0 }]);
    const [used, ...credits] = lines.map(({ type, order_id, amount }) => [type, order_id, amount] as const);
    expect(used).toEqual(['CreditApplied', next!.id, -107]);
    for (const [type, orderId] of credits) expect([type, orderId]).toEqual(['UsageCredited', renewal!.id]);
    expect(credits.reduce((sum, [, , amount]) => sum + amount, 0)).toBe(107);
    const kindsOf = (rows: object[]) =>
      rows.map((row) => row as Record<string, unknown>).map(({ kind, value }) => [kind, Number(value)]);
    const inPeriod = (await openedLines(renewal!)).get(107)!;
    for (const rows of [inPeriod.rows, inPeriod.csv])
      expect(kindsOf(rows)).toEqual([
        ['event', 30],
        ['event', 100],
        ['event', 7],
        ['void', -30],
      ]);
    const ids = [first, second, third, first].map((event) => event!.id);
    expect(inPeriod.rows.map(({ event_id }) => event_id)).toEqual(ids);
    expect(inPeriod.days.map(({ quantity }) => quantity)).toEqual([107]);
    const usage = (await openedLines(fourth!)).get(75)!;
    expect(usage).toMatchObject({ consumed_units: 75, measured_units: 75, late_events: 0 });
    for (const rows of [usage.rows, usage.csv]) expect(kindsOf(rows)).toEqual([['event', 75]]);
    expect([usage.windows.length, usage.days.length]).toEqual([1, 1]);
    const line = fourth!.items.find(({ label }) => label.includes('consumed'))!;
    const path = `/api/ledger/orders/${fourth!.id}/lines/${line.id}/usage`;
    await foundOrganization(shop, 'others');
    for (const asked of [path, `${path}.csv`]) {
      const answer = await fetch(shop.url + asked, { headers: { authorization: 'Bearer seller-others' } });
      expect([asked, answer.status]).toEqual([asked, 404]);
    }
    const { result } = await shop.seller.customerMeters.list({ customerId });
    expect(result.items).toMatchObject([{ consumedUnits: 0, creditedUnits: 0, balance: 0, meterId: meter.id }]);
  });

  it('show on the order what was credited of it, to its own seller and customer', async () => {
    const meter = await meterOf('shown call');
    const product = await productOf(meter.id, '10');
    const subscription = await shop.subscribe(product.id);
    const other = await shop.subscribe(product.id);
    await use(subscription.customerId, 'shown call', 3);
    await renew(subscription);
    const [first, renewal] = await shop.ordersOf(subscription);
    const creditOf = (order: Order, bearer = shop.bearer) =>
      fetch(`${shop.url}/api/dashboard/orders/${order.id}/usage-credit`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
    const [one, another] = await usedBy(subscription.customerId, 'shown call');
    for (const { id } of [one!, another!]) {
      await voided(id);
      await shop.settled();
    }
    const { entries, ...credit } = (await (await creditOf(renewal!)).json()) as { entries: Record<string, unknown>[] };
    expect(credit).toEqual({ amount: 20, currency: 'usd' });
    expect(entries).toMatchObject([
      { type: 'UsageCredited', amount: 10, voids: 2 },
      { type: 'UsageCredited', amount: 10, voids: 1 },
    ]);
    const causes = entries.map(({ cause_event_id }) => read<object>(`/api/ledger/events/${String(cause_event_id)}`));
    const voids = [another!, one!].map(({ id }) => ({ type: 'UsageVoided', data: { eventId: id } }));
    expect(await Promise.all(causes)).toMatchObject(voids);
    expect(await (await creditOf(first!)).json()).toEqual({ amount: 0, currency: 'usd', entries: [] });
    await foundOrganization(shop, 'onlookers');
    expect((await creditOf(renewal!, 'seller-onlookers')).status).toBe(404);
    const order = await read<Record<string, unknown>>(`/v1/orders/${renewal!.id}`);
    expect(order).not.toHaveProperty('usage_credit_amount');

    const portal = async ({ customerId }: Subscription, { id }: Order) => {
      const { token } = await shop.seller.customerSessions.create({ customerId });
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${shop.url}/v1/customer-portal/orders/${id}`, { headers });
      return [answer.status, ((await answer.json()) as { usage_credit_amount?: number }).usage_credit_amount];
    };
    expect(await portal(subscription, renewal!)).toEqual([200, 20]);
    expect(await portal(subscription, first!)).toEqual([200, 0]);
    expect(await portal(other, renewal!)).toEqual([404, undefined]);
  });

  it('are not charged for less when what was never billed is voided', async () => {
    const meter = await meterOf('free call');
    const product = await productOf(meter.id, '10');
    const { customerId } = await shop.subscribe(
      (await shop.product({ amount: 0, interval: 'month', name: 'Free' })).id,
    );
    await use(customerId, 'free call', 1);
    const customer = await shop.seller.customers.get({ id: customerId });
    await shop.buy(product.id, { email: customer.email });
    await use(customerId, 'free call', 2);
    const [unbilled] = await usedBy(customerId, 'free call');
    await voided(unbilled!.id);
    await shop.settled();
    const { result } = await shop.seller.subscriptions.list({ productId: product.id });
    expect(result.items[0]!.meters).toMatchObject([{ consumedUnits: 2, amount: 20 }]);
  });

  it('are charged by a maximum or minimum without what is voided in the open period', async () => {
    const of = (func: 'max' | 'min'): Promise<Meter> =>
      shop.seller.meters.create({
        name: `Meter of ${func}`,
        filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'void peak' }] },
        aggregation: { func, property: 'gb' },
      });
    const meters = [await of('max'), await of('min')];
    const sold = await post('/v1/products', {
      name: 'Peaks in yen',
      recurring_interval: 'month',
      prices: [
        { amount_type: 'fixed', price_amount: 1_000, price_currency: 'jpy' },
        ...meters.map(({ id }) => ({
          ...{ amount_type: 'metered_unit', meter_id: id, unit_amount: '2', price_currency: 'jpy' },
        })),
      ],
    });
    const subscription = await shop.subscribe(((await sold.json()) as { id: string }).id);
    const { customerId } = subscription;
    for (const gb of [30, 5, 100, 70]) await use(customerId, 'void peak', 1, { gb });
    const found = await usedBy(customerId, 'void peak');
    const event = (gb: number) => found.find(({ metadata }) => (metadata as { gb: number }).gb === gb)!.id;
    const statusOf = async (gb: number) => (await post(`/v1/events/${event(gb)}/void`, { reason: 'Wrong' })).status;
    // Meters that were created just now look for past usage a second time, a minute later.
    expect(await statusOf(100)).toBe(409);
    await shop.advanceTo(addSeconds(shop.clock.now(), 61));
    const open = async () => {
      await shop.settled();
      const { meters: lines } = await shop.seller.subscriptions.get({ id: subscription.id });
      const range = { startTimestamp: new Date('2000-01-01'), endTimestamp: new Date(shop.clock.now()) };
      const totals = meters.map(({ id }) => shop.seller.meters.quantities({ id, interval: 'year', ...range }));
      const units = meters.map(({ id }) => lines.find(({ meterId }) => meterId === id)!.consumedUnits);
      return [units, (await Promise.all(totals)).map(({ total }) => total)];
    };
    const bothAre = (max: number, min: number) => [
      [max, min],
      [max, min],
    ];
    expect(await open()).toEqual(bothAre(100, 5));
    await Promise.all([voided(event(100)), voided(event(5))]);
    await use(customerId, 'void peak', 1, { gb: 40 });
    found.push(...(await usedBy(customerId, 'void peak')));
    expect(await open()).toEqual(bothAre(70, 30));
    // The period ends before what is left was read again.
    const events = shop.app.get(UsageRecounts);
    const held = jest.spyOn(events, 'measuresOf').mockRejectedValueOnce(new Error('Busy'));
    await voided(event(70));
    await renew(subscription);
    held.mockRestore();
    const [, renewal] = await shop.ordersOf(subscription);
    expect(renewal!.items.map(({ amount }) => amount)).toEqual([1_000, 80, 60]);
    for (const line of renewal!.items.slice(1)) {
      const path = `/api/ledger/orders/${renewal!.id}/lines/${line.id}/usage`;
      const usage = await read<{ consumed_units: number; measured_units: number }>(path);
      expect([usage.consumed_units, usage.measured_units]).toEqual([line.amount / 2, line.amount / 2]);
    }
    const credited = async () => {
      await shop.settled();
      return (await accountOf(customerId)).balances;
    };
    // Of 30 and 40, 30 are the most, too, for ¥20 less; without both, there is nothing to bill.
    await voided(event(40));
    expect(await credited()).toEqual([{ currency: 'jpy', amount: 20 }]);
    await voided(event(30));
    expect(await credited()).toEqual([{ currency: 'jpy', amount: 140 }]);
    await renew(subscription);
    expect((await shop.ordersOf(subscription)).at(-1)).toMatchObject({ totalAmount: 1_000, currency: 'jpy' });
    expect(await credited()).toEqual([{ currency: 'jpy', amount: 0 }]);
  });

  it('bill usage that is reported late in the period that is open', async () => {
    const meter = await meterOf('late call');
    const subscription = await shop.subscribe((await productOf(meter.id, '100')).id);
    const { customerId, currentPeriodStart } = subscription;
    await renew(subscription);
    await shop.seller.events.ingest({ events: [{ name: 'late call', customerId, timestamp: currentPeriodStart }] });
    await use(customerId, 'late call', 1);
    await renew(subscription);
    const orders = await shop.ordersOf(subscription);
    expect(orders.map(({ totalAmount }) => totalAmount)).toEqual([1_000, 1_000, 1_200]);
    const usage = (await openedLines(orders[2]!)).get(200)!;
    const day = currentPeriodStart.toISOString().slice(0, 10);
    expect(usage).toMatchObject({ consumed_units: 2, measured_units: 2, late_events: 1 });
    expect(usage.days[0]).toEqual({ day, quantity: 1 });
    expect(usage.csv.map(({ late }) => late)).toEqual(['true', 'false']);
  });

  it('open to less once their customer is erased, of usage that a changed meter counted afterwards', async () => {
    const meter = await meterOf('drafted page', 'pages');
    const subscription = await shop.subscribe((await productOf(meter.id, '100')).id);
    const { customerId } = subscription;
    await use(customerId, 'printed page', 1, { pages: 5 });
    await shop.settled();
    const clauses = [{ property: 'name', operator: 'eq' as const, value: 'printed page' }];
    await shop.seller.meters.update({ id: meter.id, meterUpdate: { filter: { conjunction: 'and', clauses } } });
    await shop.settled();
    await use(customerId, 'printed page', 1, { pages: 2 });
    await renew(subscription);
    const [, renewal] = await shop.ordersOf(subscription);
    expect((await openedLines(renewal!)).get(700)!.csv.map(({ value }) => value)).toEqual(['5', '2']);
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
    const { token } = await shop.seller.customerSessions.create({ customerId });
    const asked = await fetch(`${shop.url}/v1/customer-portal/customers/me/erasure-request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asked.ok).toBe(true);
    await shop.seller.customers.delete({ id: customerId });
    await shop.settled();
    const { id } = renewal!.items.find(({ amount }) => amount === 700)!;
    const usage = await read<LineUsage>(`/api/ledger/orders/${renewal!.id}/lines/${id}/usage`);
    expect(usage).toMatchObject({ consumed_units: 7, measured_units: 2, rows: [{ kind: 'event', value: 2 }] });
  });

  it('bill in the currency of their price', async () => {
    const meter = await meterOf('yen call');
    const product = (await (
      await fetch(`${shop.url}/v1/products`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` },
        body: JSON.stringify({
          name: 'Yen paper',
          recurring_interval: 'month',
          prices: [
            { amount_type: 'fixed', price_amount: 1_000, price_currency: 'jpy' },
            { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '0.5', price_currency: 'jpy' },
          ],
        }),
      })
    ).json()) as { id: string };
    const subscription = await shop.subscribe(product.id);
    await use(subscription.customerId, 'yen call', 17);
    await renew(subscription);
    const [, renewal] = await shop.ordersOf(subscription);
    expect(renewal).toMatchObject({ currency: 'jpy', totalAmount: 1_009 });
    expect(linesOf(renewal!)[1]).toEqual([consumed(meter, '17', '¥0.5'), 9]);
  });

  it('show in the state of their customer, and to the customer without what is the seller’s own', async () => {
    const meter = await meterOf('state call');
    const product = await productOf(meter.id, '10');
    const subscription = await shop.subscribe(product.id);
    const { customerId } = subscription;
    await use(customerId, 'state call', 3);
    await shop.settled();
    const units = { meterId: meter.id, consumedUnits: 3, creditedUnits: 0 };
    const state = await shop.seller.customers.getState({ id: customerId });
    expect(state).toMatchObject({
      activeMeters: [{ ...units, balance: -3 }],
      activeSubscriptions: [{ id: subscription.id, meters: [{ ...units, amount: 30 }] }],
    });
    const { token } = await shop.seller.customerSessions.create({ customerId });
    const headers = { authorization: `Bearer ${token}` };
    const seen = async (list: string) => {
      const answer = await fetch(`${shop.url}/v1/customer-portal/${list}/`, { headers });
      return ((await answer.json()) as { items: { meters: object[] }[] }).items;
    };
    const { id, name } = meter;
    const own = { id, name, created_at: expect.any(String), modified_at: null };
    const [subscribed, [row]] = [await seen('subscriptions'), await seen('meters')];
    expect(subscribed[0]!.meters).toEqual([expect.objectContaining({ meter: own, amount: 30 })]);
    expect(row).toMatchObject({ meter_id: id, consumed_units: 3, credited_units: 0, balance: -3 });
    expect((row as unknown as { meter: object }).meter).toEqual(own);
  });

  it('have the state of their customer announced once for what is used within a minute, as it is then', async () => {
    const meter = await meterOf('announced call');
    // Before Dan was a customer.
    const reported = { name: 'announced call', externalCustomerId: 'dan' };
    await shop.seller.events.ingest({ events: [reported, reported, reported] });
    const customers = ['ann', 'bob', 'col', 'dan'].map((name) =>
      shop.seller.customers.create({ email: `${name}@announced.example`, externalId: name }),
    );
    const ids = (await Promise.all(customers)).map(({ id }) => id);
    const [ann, bob, col, dan] = ids as [string, string, string, string];
    await shop.settled();
    const receiver = await startReceiver();
    const endpoints = async (method: string, path: string, body?: object) =>
      fetch(`${shop.url}/v1/webhooks/endpoints${path}`, {
        method,
        headers: { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
    const types = { url: receiver.url, format: 'raw', events: ['customer.state_changed'] };
    const { id } = (await (await endpoints('POST', '', types)).json()) as { id: string };
    const states = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as { data: { id: string; active_meters: { consumed_units: number }[] } })
        .filter(({ data }) => ids.includes(data.id))
        .map(({ data }) => [data.id, data.active_meters.map((meter) => meter.consumed_units)]);

    for (let times = 1; times <= 3; times++) await use(ann, 'announced call', times);
    await use(bob, 'announced call', 1);
    await use(col, 'a call that no meter counts', 1);
    await shop.advanceTo(addSeconds(shop.clock.now(), 30));
    await use(ann, 'announced call', 4);
    await shop.advanceTo(addSeconds(shop.clock.now(), 31));
    await until(() => states().length >= 3, 'the states of Ann, Bob and Dan');
    await use(ann, 'announced call', 5);
    await shop.advanceTo(addSeconds(shop.clock.now(), 61));
    await shop.advanceTo(addSeconds(shop.clock.now(), 61));
    await until(() => states().length >= 4, 'the last state of Ann');
    expect(states().slice(0, 3).sort()).toEqual(
      [
        [ann, [10]],
        [bob, [1]],
        [dan, [3]],
      ].sort(),
    );
    expect(states().slice(3)).toEqual([[ann, [15]]]);

    await voided((await usedBy(dan, 'announced call'))[0]!.id);
    await shop.settled();
    await shop.advanceTo(addSeconds(shop.clock.now(), 61));
    await until(() => states().length >= 5, 'the state of Dan');
    expect(states().slice(4)).toEqual([[dan, [2]]]);
    const clauses = [{ property: 'name', operator: 'like' as const, value: 'announced%' }];
    await shop.seller.meters.update({ id: meter.id, meterUpdate: { filter: { conjunction: 'and', clauses } } });
    await shop.settled();
    await shop.advanceTo(addSeconds(shop.clock.now(), 61));
    await until(() => states().length >= 8, 'the states by the new definition');
    expect(new Map(states().slice(5) as [string, number[]][])).toEqual(
      new Map([
        [ann, [15]],
        [bob, [1]],
        [dan, [2]],
      ]),
    );
    await endpoints('DELETE', `/${id}`);
    await receiver.close();
  });

  it('bill what is reported under an external id, and nothing of what was before the customer had it', async () => {
    const meter = await meterOf('external call');
    const product = await productOf(meter.id, '10');
    const externalId = 'user/42';
    const report = (times: number) =>
      shop.seller.events.ingest({
        events: Array.from({ length: times }, () => ({ name: 'external call', externalCustomerId: externalId })),
      });
    await report(4);
    await shop.settled();
    await shop.advanceTo(addSeconds(shop.clock.now(), 1));
    const customer = await shop.seller.customers.create({ email: 'external@example.com', externalId });
    const consumedBy = async () => {
      await shop.settled();
      const { result } = await shop.seller.customerMeters.list({ customerId: customer.id });
      return result.items.map(({ meterId, consumedUnits, balance }) => [meterId, consumedUnits, balance]);
    };
    expect(await consumedBy()).toEqual([[meter.id, 4, -4]]);
    await shop.buy(product.id, { email: customer.email });
    expect(await consumedBy()).toEqual([[meter.id, 0, 0]]);
    await report(6);
    expect(await consumedBy()).toEqual([[meter.id, 6, -6]]);
    const { result } = await shop.seller.subscriptions.list({ productId: product.id });
    await renew(result.items[0]!);
    const [, renewal] = await shop.ordersOf(result.items[0]!);
    expect(linesOf(renewal!)[1]).toEqual([consumed(meter, '6', '$0.10'), 60]);
  });

  it('are listed in the order of the units that are shown, with what came before the customer', async () => {
    const meter = await meterOf('sorted call');
    const report = (times: number, of: { customerId: string } | { externalCustomerId: string }) =>
      shop.seller.events.ingest({ events: Array.from({ length: times }, () => ({ name: 'sorted call', ...of })) });
    const create = (externalId: string) =>
      shop.seller.customers.create({ email: `${externalId}@example.com`, externalId });
    const sorted = async (sorting: 'consumed_units' | '-consumed_units' | 'balance') => {
      await shop.settled();
      const { result } = await shop.seller.customerMeters.list({ meterId: meter.id, sorting: [sorting] });
      return result.items.map(({ customer, consumedUnits }) => [customer.externalId, consumedUnits]);
    };
    await report(4, { externalCustomerId: 'sort-four' });
    await report(1, { externalCustomerId: 'sort-three' });
    const [two, three] = [await create('sort-two'), await create('sort-three')];
    await create('sort-four');
    await report(2, { customerId: two.id });
    await report(2, { customerId: three.id });
    const expected = [2, 3, 4].map((units, at) => [['sort-two', 'sort-three', 'sort-four'][at], units]);
    expect(await sorted('consumed_units')).toEqual(expected);
    expect(await sorted('-consumed_units')).toEqual([...expected].reverse());
    expect(await sorted('balance')).toEqual([...expected].reverse());
    // What came before a customer may be voided after they have come.
    const { result } = await shop.seller.events.list({ externalCustomerId: 'sort-four', name: 'sorted call' });
    for (const { id } of result.items.slice(1)) await voided(id);
    expect(await sorted('consumed_units')).toEqual([['sort-four', 1], ...expected.slice(0, 2)]);
    // A changed definition counts nothing of two of them.
    await shop.seller.events.ingest({ events: [{ name: 'other call', customerId: two.id }] });
    const clauses = [{ property: 'name', operator: 'eq' as const, value: 'other call' }];
    await shop.seller.meters.update({ id: meter.id, meterUpdate: { filter: { conjunction: 'and', clauses } } });
    expect((await sorted('-consumed_units')).map(([, units]) => units)).toEqual([1, 0, 0]);
    expect((await sorted('consumed_units')).map(([, units]) => units)).toEqual([0, 0, 1]);
  });

  describe('with credits', () => {
    const creditOf = (meterId: string, units: number, rollover: boolean) =>
      shop.seller.benefits.create({
        type: 'meter_credit',
        description: `${units} units`,
        properties: { meterId, units, rollover },
      });
    const give = (id: string, ...benefits: string[]) =>
      shop.seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits } });
    const unitsOf = async (customerId: string, meterId: string) => {
      await shop.settled();
      const { result } = await shop.seller.customerMeters.list({ customerId, meterId });
      return result.items.map(({ consumedUnits, creditedUnits, balance }) => [consumedUnits, creditedUnits, balance]);
    };

    it.each([
      ['usd', 1_000, '10', 400],
      ['jpy', 900, '7', 280],
    ])('in %s use them first, carry what is left, and lose them with the subscription', async (...of) => {
      const [currency, fixed, unitAmount, charged] = of;
      const name = `credited ${currency}`;
      const meter = await meterOf(name);
      const product = await shop.seller.products.create({
        name: `Paper with credits in ${currency}`,
        recurringInterval: 'month',
        prices: [
          { amountType: 'fixed', priceAmount: fixed, priceCurrency: currency },
          { amountType: 'metered_unit', meterId: meter.id, unitAmount, priceCurrency: currency },
        ],
      });
      const credit = await creditOf(meter.id, 100, true);
      await give(product.id, credit.id);
      const subscription = await shop.subscribe(product.id);
      const { customerId } = subscription;
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 100, 100]]);

      await use(customerId, name, 40);
      expect(await unitsOf(customerId, meter.id)).toEqual([[40, 100, 60]]);
      await renew(subscription);
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 160, 160]]);

      await use(customerId, name, 200);
      await renew(subscription);
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 100, 100]]);
      const orders = await shop.ordersOf(subscription);
      expect(orders.map(({ subtotalAmount }) => subtotalAmount)).toEqual([fixed, fixed, fixed + charged]);
      expect(new Set(orders.map((order) => order.currency))).toEqual(new Set([currency]));

      const { token } = await shop.seller.customerSessions.create({ customerId });
      const grants = await shop.seller.customerPortal.benefitGrants.list({ customerSession: token }, {});
      expect(grants.result.items).toMatchObject([
        { properties: { lastCreditedMeterId: meter.id, lastCreditedUnits: 100, lastCreditedAt: expect.any(String) } },
      ]);

      await use(customerId, name, 110);
      await shop.seller.subscriptions.revoke({ id: subscription.id });
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 0, 0]]);
      const last = (await shop.ordersOf(subscription)).at(-1)!;
      expect(last.subtotalAmount).toBe(Number(unitAmount) * 10);
    });

    it.each([
      ['invoice', true, 'eur'],
      ['invoice', false, 'usd'],
      ['prorate', true, 'jpy'],
      ['prorate', false, 'eur'],
    ] as const)('are given once in a period, however often its product changes (%s, %s, %s)', async (...of) => {
      const [prorationBehavior, keepsMeter, currency] = of;
      const name = `changed ${of.join(' ')}`;
      const meter = await meterOf(name);
      const metered = (unitAmount: string) => ({
        ...{ amountType: 'metered_unit' as const, meterId: meter.id, unitAmount, priceCurrency: currency },
      });
      const plan = (title: string, ...prices: ReturnType<typeof metered>[]) =>
        shop.seller.products.create({
          name: `${title} ${name}`,
          recurringInterval: 'month',
          prices: [{ amountType: 'fixed', priceAmount: 1_000, priceCurrency: currency }, ...prices],
        });
      const giving = await plan('Giving', metered('10'));
      const other = await plan('Other', ...(keepsMeter ? [metered('3')] : []));
      await give(giving.id, (await creditOf(meter.id, 100, false)).id);
      const subscription = await shop.subscribe(giving.id);
      const { id, customerId } = subscription;
      const change = async (productId: string) => {
        await shop.seller.subscriptions.update({ id, subscriptionUpdate: { productId, prorationBehavior } });
        await shop.settled();
      };
      // What has not been earned in these moments is billed, and given again. Nothing is billed if both wait.
      const waits = keepsMeter && prorationBehavior === 'prorate';
      for (const [used, left] of [
        [40, waits ? 60 : 100],
        [80, waits ? -20 : 100],
      ] as const) {
        await use(customerId, name, used);
        await change(other.id);
        await change(giving.id);
        const [[, , balance] = []] = await unitsOf(customerId, meter.id);
        expect(balance).toBe(left);
      }
      await use(customerId, name, 5);
      await renew(subscription);
      const items = (await shop.ordersOf(subscription)).flatMap((order) => order.items);
      const units = items.filter(({ label }) => label.includes(name) && label.includes('consumed units'));
      expect(units.reduce((sum, { amount }) => sum + amount, 0)).toBe(waits ? 250 : 120 * (keepsMeter ? 3 : 10));
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 100, 100]]);
    });

    it('are given once when another interval begins', async () => {
      const meter = await meterOf('another interval');
      const monthly = await productOf(meter.id, '10');
      const yearly = await shop.product({ name: 'Yearly', interval: 'year' });
      await give(monthly.id, (await creditOf(meter.id, 100, false)).id);
      const { id, customerId } = await shop.subscribe(yearly.id);
      await shop.seller.subscriptions.update({ id, subscriptionUpdate: { productId: monthly.id } });
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 100, 100]]);
    });

    it.each([
      ['eur', '10', true, false],
      ['jpy', '7', true, true],
      ['usd', '10', false, true],
    ] as const)('are earned by time, within an interval and where another begins (%s, %s, %s, %s)', async (...of) => {
      const [currency, unitAmount, isPriced, isSameBenefit] = of;
      const name = `intervals ${of.join(' ')}`;
      const meter = await meterOf(name);
      const metered = { amountType: 'metered_unit' as const, meterId: meter.id, unitAmount, priceCurrency: currency };
      const first = await creditOf(meter.id, 100, false);
      const plan = async (recurringInterval: 'month' | 'year', priceAmount: number, benefit = first.id) => {
        const fixed = { amountType: 'fixed' as const, priceAmount, priceCurrency: currency };
        const prices = isPriced ? [fixed, metered] : [fixed];
        const product = await shop.seller.products.create({
          name: `${recurringInterval} ${name}`,
          recurringInterval,
          prices,
        });
        await give(product.id, benefit);
        return product.id;
      };
      const monthly = await plan('month', 1_000);
      const another = async () => (isSameBenefit ? first.id : (await creditOf(meter.id, 100, false)).id);
      const dearer = await plan('month', 2_000, await another());
      const yearly = await plan('year', 10_000, await another());
      const subscription = await shop.subscribe(monthly);
      const { id, customerId } = subscription;
      const metersOf = (items: { label: string; amount: number }[]) =>
        items.filter(({ label }) => label.includes('consumed units')).map(({ amount }) => amount);
      let [used, billed] = [0, 0];
      for (const productId of [yearly, monthly, dearer, yearly, monthly, dearer, monthly, yearly, monthly]) {
        used += 100;
        await use(customerId, name, 100);
        await shop.settled();
        const change = { product_id: productId, proration_behavior: 'invoice' };
        const answer = await post(`/v1/subscriptions/${id}/preview`, change);
        const { now } = (await answer.json()) as { now: { items: { label: string; amount: number }[] } };
        const subscriptionUpdate = { productId, prorationBehavior: 'invoice' as const };
        await shop.seller.subscriptions.update({ id, subscriptionUpdate });
        await shop.settled();
        const order = (await shop.ordersOf(subscription)).at(-1)!;
        expect(metersOf(order.items)).toEqual(metersOf(now.items));
        await shop.advanceTo(addSeconds(order.createdAt.toISOString() as never, 60));
        billed += metersOf(order.items).reduce((sum, amount) => sum + amount, 0);
        // Minutes of a month and of a year earn nothing.
        if (productId === yearly) expect(billed).toBe(isPriced ? used * Number(unitAmount) : 0);
      }
      expect(await unitsOf(customerId, meter.id)).toEqual([isPriced ? [0, 100, 100] : [used, 100, 100 - used]]);
    });

    it('are topped up at once by a product that is bought once', async () => {
      const meter = await meterOf('topped up');
      const product = await productOf(meter.id, '10');
      const subscription = await shop.subscribe(product.id);
      const { customerId, customer } = subscription;
      const once = await shop.product({ name: 'Top-up' });
      await give(once.id, (await creditOf(meter.id, 30, false)).id);
      await use(customerId, 'topped up', 20);
      await shop.buy(once.id, { email: customer.email });
      expect(await unitsOf(customerId, meter.id)).toEqual([[20, 30, 10]]);
      await shop.buy(once.id, { email: customer.email });
      expect(await unitsOf(customerId, meter.id)).toEqual([[20, 60, 40]]);
      await renew(subscription);
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 0, 0]]);
    });

    it('of a top-up stay when it is refunded, unless that revokes its benefits: then what was used of them is charged', async () => {
      const meter = await meterOf('refunded');
      const product = await productOf(meter.id, '10');
      const subscription = await shop.subscribe(product.id);
      const { customerId, customer } = subscription;
      const once = await shop.product({ name: 'Top-up to refund' });
      await give(once.id, (await creditOf(meter.id, 30, false)).id);
      const topUp = async () => {
        await shop.buy(once.id, { email: customer.email });
        return (await shop.ordersOf(subscription)).at(-1)!.id;
      };
      const refund = (orderId: string, amount: number, revokeBenefits: boolean) =>
        shop.seller.refunds.create({ orderId, amount, reason: 'customer_request', revokeBenefits });
      const first = await topUp();
      await use(customerId, 'refunded', 20);
      await refund(first, 400, false);
      expect(await unitsOf(customerId, meter.id)).toEqual([[20, 30, 10]]);
      await refund(first, 100, true);
      expect(await unitsOf(customerId, meter.id)).toEqual([[20, 0, -20]]);
      const expiring = await topUp();
      expect(await unitsOf(customerId, meter.id)).toEqual([[20, 30, 10]]);
      await use(customerId, 'refunded', 15);
      await renew(subscription);
      expect(linesOf((await shop.ordersOf(subscription)).at(-1)!)[1]).toEqual([
        `${consumed(meter, '5', '$0.10')} (35 used, 30 credited)`,
        50,
      ]);
      // Its units have expired: those of another order stay.
      await topUp();
      await refund(expiring, 1_000, true);
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 30, 30]]);
    });

    it('begin again with each paid period where nothing is charged for the meter', async () => {
      const [meter, other] = [await meterOf('included'), await meterOf('included later')];
      const product = await shop.product({ interval: 'month', name: 'Paper with included units' });
      const credit = await creditOf(meter.id, 50, false);
      await give(product.id, credit.id);
      const subscription = await shop.subscribe(product.id);
      const { customerId } = subscription;
      await use(customerId, 'included', 20);
      expect(await unitsOf(customerId, meter.id)).toEqual([[20, 50, 30]]);
      await renew(subscription);
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 50, 50]]);
      // Changes what the next period gives, not what the customer has.
      const properties = { meterId: other.id, units: 7, rollover: true };
      await shop.seller.benefits.update({ id: credit.id, requestBody: { type: 'meter_credit', properties } });
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 50, 50]]);
      await renew(subscription);
      expect(await unitsOf(customerId, meter.id)).toEqual([[0, 0, 0]]);
      expect(await unitsOf(customerId, other.id)).toEqual([[0, 7, 7]]);
    });

    it('are listed among usage events as they come and go, with the benefits that give them', async () => {
      const meter = await meterOf('listed');
      const product = await productOf(meter.id, '10');
      const credit = await creditOf(meter.id, 100, true);
      const key = await shop.seller.benefits.create({
        type: 'license_keys',
        description: 'Key',
        properties: { limitUsage: 5 },
      });
      await give(product.id, credit.id, key.id);
      const subscription = await shop.subscribe(product.id);
      const { customerId } = subscription;
      const known = new Set<string>();
      /** What is new, in no order: some of it happens at the same time. */
      const listed = async () => {
        await shop.settled();
        const { result } = await shop.seller.events.list({ source: 'system', customerId, limit: 100 });
        const added = result.items.filter(({ id }) => !known.has(id));
        for (const { id } of added) known.add(id);
        return added
          .map(({ name, metadata }) => {
            const { meterId, units, benefitId, benefitType } = metadata as Record<string, unknown>;
            return [name, meterId ?? benefitId, units ?? benefitType ?? null];
          })
          .sort();
      };
      const ofBenefits = (name: string) => [
        [name, credit.id, 'meter_credit'],
        [name, key.id, 'license_keys'],
      ];
      const [reset, credited] = [
        ['meter.reset', meter.id, null],
        (units: number) => ['meter.credited', meter.id, units],
      ] as const;
      expect(await listed()).toEqual([...ofBenefits('benefit.granted'), credited(100), reset].sort());

      await use(customerId, 'listed', 40);
      expect(await listed()).toEqual([]);
      await renew(subscription);
      expect(await listed()).toEqual([...ofBenefits('benefit.cycled'), credited(60), credited(100), reset].sort());

      // What was credited stays.
      const [fewer, more] = [{ meterId: meter.id, units: 70, rollover: true }, { limitUsage: 7 }];
      const { benefits } = shop.seller;
      await benefits.update({ id: credit.id, requestBody: { type: 'meter_credit', properties: fewer } });
      await benefits.update({ id: key.id, requestBody: { type: 'license_keys', properties: more } });
      expect(await listed()).toEqual([['benefit.updated', key.id, 'license_keys']]);

      await give(product.id, credit.id);
      expect(await listed()).toEqual([['benefit.revoked', key.id, 'license_keys']]);
      await shop.seller.subscriptions.revoke({ id: subscription.id });
      const last = [credited(160), ['benefit.revoked', credit.id, 'meter_credit'], credited(-100), reset];
      expect(await listed()).toEqual(last.sort());
    });

    it('are of a meter of the organization', async () => {
      const refusal = creditOf(newUuid(), 10, false);
      await expect(refusal).rejects.toMatchObject({ detail: [{ loc: ['body', 'properties', 'meter_id'] }] });
    });
  });
});
