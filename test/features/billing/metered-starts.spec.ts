import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import { MeterPeriods } from '../../../src/features/billing/customer-meters/meter-periods.service.ts';
import { addSeconds, type Instant } from '../../../src/kernel/ports/clock.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Random } from '../../support/contract-tools.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { seedOf, sized } from '../../support/seed.ts';

type Func = 'sum' | 'max';

interface Reported {
  /** Index of the meter. */
  meter: number;
  name: string;
  value: number;
  timestamp: Instant;
  /** Whether the meter's cut was made before. */
  isAfterCut: boolean;
}

describe('what is used at the start of a metered subscription', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => shop.close());

  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` };
    const answer = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 201]);
    return (await answer.json()) as { id: string };
  };
  const namesOf = (func: Func) => Array.from({ length: 10 }, (_, n) => `used ${func} ${n}`);
  const meters = new Map<Func, string[]>();
  const metersOf = async (func: Func): Promise<string[]> => {
    const ids = meters.get(func) ?? [];
    for (const name of namesOf(func).slice(ids.length)) {
      const clauses = [{ property: 'name', operator: 'eq' as const, value: name }];
      const aggregation = { func, property: 'value' };
      const filter = { conjunction: 'and' as const, clauses };
      ids.push((await shop.seller.meters.create({ name, filter, aggregation })).id);
    }
    meters.set(func, ids);
    return ids;
  };
  /** A product with meters, and a customer who reports usage of them in both ways. */
  const open = async (random: Random, count: number, func: Func, currency: string, trialDays = 0) => {
    const [names, ids] = [namesOf(func).slice(0, count), (await metersOf(func)).slice(0, count)];
    const product = await post('/v1/products', {
      name: 'Many meters',
      recurring_interval: 'month',
      ...(trialDays > 0 && { trial_interval: 'day', trial_interval_count: trialDays }),
      prices: [
        { amount_type: 'fixed', price_amount: 1_000, price_currency: currency },
        ...ids.map((id) => ({
          ...{ amount_type: 'metered_unit', meter_id: id, unit_amount: '100', price_currency: currency },
        })),
      ],
    });
    const externalId = newUuid();
    const customer = await shop.seller.customers.create({ email: `${newUuid()}@example.com`, externalId });
    const reported: Reported[] = [];
    const cut = new Set<string>();
    /** Of all meters, some of it dated before `since`, at it or now. */
    const report = async (since?: string) => {
      const now = shop.clock.now();
      const timestamps = since === undefined ? [undefined] : [undefined, since, addSeconds(since as Instant, -60)];
      const events = names.flatMap((name, meter) => {
        const timestamp = random.pick(timestamps);
        const value = 1 + random.int(50);
        reported.push({
          meter,
          name,
          value,
          timestamp: (timestamp ?? now) as Instant,
          isAfterCut: cut.has(ids[meter]!),
        });
        const of = random.int(2) === 0 ? { customerId: customer.id } : { externalCustomerId: externalId };
        return [{ name, ...of, ...(timestamp && { timestamp: new Date(timestamp) }), metadata: { value } }];
      });
      await shop.seller.events.ingest({ events });
    };
    /** Reports more before some of the cuts are made, as if the worker was late. */
    const lag = (sinceOf: () => Promise<string>) => {
      const { cut: original } = MeterPeriods.prototype;
      jest.spyOn(MeterPeriods.prototype, 'cut').mockImplementation(async function (this: MeterPeriods, about, ...rest) {
        if (random.int(3) > 0 && about.customerId === customer.id) await report(await sinceOf());
        cut.add(about.meterId);
        return original.call(this, about, ...rest);
      });
    };
    return { ids, product, customer, reported, report, lag };
  };
  const totalOf = (values: readonly number[], func: Func) =>
    func === 'max' ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);
  const isMetered = ({ label }: { label: string }) => label.startsWith('used ');
  const meteredIn = ({ items }: Order) => items.filter(isMetered).map(({ amount }) => amount);
  const unitsOf = async (customerId: string, ids: readonly string[]) => {
    const { result } = await shop.seller.customerMeters.list({ customerId, limit: 100 });
    return ids.map((id) => result.items.find(({ meterId }) => meterId === id)?.consumedUnits ?? 0);
  };
  const subscriptionOf = async (customerId: string) =>
    (await shop.seller.subscriptions.list({ customerId, limit: 1 })).result.items[0];

  /** Once it is listed. */
  const startOf = async (customerId: string): Promise<string> => {
    let startedAt: string | undefined;
    const isListed = async () => {
      startedAt = (await subscriptionOf(customerId))?.startedAt?.toISOString();
      return startedAt !== undefined;
    };
    await until(isListed, 'the subscription is listed');
    return startedAt!;
  };
  /** What each meter is to bill. */
  const expectedOf = (reported: readonly Reported[], meters: number, func: Func) =>
    Array.from({ length: meters }, (_, meter) =>
      totalOf(
        reported.filter((one) => one.meter === meter).map(({ value }) => value),
        func,
      ),
    );
  const renew = async (customerId: string) => {
    const { currentPeriodEnd } = (await subscriptionOf(customerId))!;
    await shop.advanceTo(addSeconds(currentPeriodEnd!.toISOString() as Instant, 1));
  };
  /** Each metered line opens to the usage that it bills. */
  const demandOpened = async (order: Order) => {
    for (const { id, label, amount } of order.items.filter(isMetered)) {
      const answer = await fetch(`${shop.url}/api/ledger/orders/${order.id}/lines/${id}/usage`, {
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
      const usage = (await answer.json()) as { consumed_units: number; measured_units: number };
      expect([label, usage.measured_units, usage.consumed_units]).toEqual([label, amount / 100, amount / 100]);
    }
  };

  it.each<[Func, string, number]>(
    Array.from({ length: sized({ gate: 2, soak: 20 }) }, (_, at) => at + 1).flatMap(
      (seed): [Func, string, number][] => [
        ['sum', 'usd', seed],
        ['max', 'jpy', seed],
      ],
    ),
  )(
    'is billed from then on, once, by a %s in %s, whenever the meters are cut (seed %i)',
    async (func, currency, seed) => {
      const random = new Random(seedOf(seed));
      const { ids, product, customer, reported, report, lag } = await open(random, 1 + random.int(10), func, currency);
      await report();
      await report();
      await shop.advanceTo(addSeconds(shop.clock.now(), 1));
      const before = reported.length;
      const startedAt = () => startOf(customer.id);
      lag(startedAt);
      await shop.buy(product.id, { email: customer.email });
      await shop.settled();
      jest.restoreAllMocks();
      await report(await startedAt());
      await shop.settled();
      const start = await startedAt();
      const billed = reported.filter(
        ({ timestamp, isAfterCut }, at) => at >= before && (isAfterCut || timestamp >= start),
      );
      const expected = expectedOf(billed, ids.length, func);
      expect(await unitsOf(customer.id, ids)).toEqual(expected);
      await renew(customer.id);
      await renew(customer.id);
      const [, first, second] = await shop.ordersOf({ customerId: customer.id });
      expect(meteredIn(first!).sort()).toEqual(
        expected
          .filter((units) => units > 0)
          .map((units) => units * 100)
          .sort(),
      );
      expect(meteredIn(second!)).toEqual([]);
      await demandOpened(first!);
    },
  );

  it.each(['sum', 'max'] as const)(
    'is billed by a %s from the end of a trial on, however late that is billed',
    async (func) => {
      const random = new Random(seedOf(7));
      const { ids, product, customer, reported, report, lag } = await open(random, 3, func, 'usd', 7);
      await shop.buy(product.id, { email: customer.email });
      await shop.settled();
      await report();
      const trialEnd = (await subscriptionOf(customer.id))!.currentPeriodEnd!.toISOString();
      const inTrial = reported.length;
      lag(() => Promise.resolve(trialEnd));
      await renew(customer.id);
      jest.restoreAllMocks();
      await shop.settled();
      const billed = reported.filter(
        ({ timestamp, isAfterCut }, at) => at >= inTrial && (isAfterCut || timestamp >= trialEnd),
      );
      const expected = expectedOf(billed, ids.length, func);
      expect(Math.max(...expected)).toBeGreaterThan(0);
      expect(await unitsOf(customer.id, ids)).toEqual(expected);
      await renew(customer.id);
      const [, , bill] = await shop.ordersOf({ customerId: customer.id });
      expect(meteredIn(bill!).sort()).toEqual(
        expected
          .filter((units) => units > 0)
          .map((units) => units * 100)
          .sort(),
      );
      await demandOpened(bill!);
    },
  );

  it.each(['sum', 'max'] as const)('is not billed by a %s once it is voided', async (func) => {
    const { ids, product, customer, reported, report, lag } = await open(new Random(3), 2, func, 'jpy');
    const startedAt = () => startOf(customer.id);
    lag(startedAt);
    await shop.buy(product.id, { email: customer.email });
    await shop.settled();
    jest.restoreAllMocks();
    await report();
    await shop.settled();
    const start = await startedAt();
    const left = reported.filter(({ timestamp, isAfterCut }) => isAfterCut || timestamp >= start);
    const early = left.filter(({ isAfterCut }) => !isAfterCut);
    expect(early.length).toBeGreaterThan(0);
    const { result } = await shop.seller.events.list({ customerId: customer.id, limit: 100 });
    for (const one of early) {
      const { id } = result.items.find(
        (event) => event.name === one.name && (event.metadata as { value?: number }).value === one.value,
      )!;
      const answer = await fetch(`${shop.url}/v1/events/${id}/void`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` },
        body: JSON.stringify({ reason: 'Counted twice' }),
      });
      expect(answer.status).toBe(200);
    }
    await shop.settled();
    const expected = expectedOf(
      left.filter((one) => !early.includes(one)),
      ids.length,
      func,
    );
    expect(await unitsOf(customer.id, ids)).toEqual(expected);
    await renew(customer.id);
    const [, bill] = await shop.ordersOf({ customerId: customer.id });
    expect(meteredIn(bill!).sort()).toEqual(
      expected
        .filter((units) => units > 0)
        .map((units) => units * 100)
        .sort(),
    );
  });
});
