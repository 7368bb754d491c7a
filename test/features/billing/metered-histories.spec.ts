import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { chargeStepOf, minimumChargeOf } from '../../../src/kernel/currencies.ts';
import { addDays, addSeconds, msOf, type Instant } from '../../../src/kernel/ports/clock.ts';
import { SeededRandom } from '../../simulation/random.ts';
import { seedOf, sized } from '../../support/seed.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';

const MOST_METERS = 10;
const UNIT = 100;
const MOVES = 14;
const CURRENCIES = ['eur', 'usd', 'jpy', 'kwd', 'huf'];
const PERCENT: Record<string, number> = { DE: 19, HU: 27, US: 0 };

/** What was used once, and is to be paid unless it is voided. */
interface Use {
  name: string;
  value: number;
  /** Of the tax on the order that bills it; undefined until one does. */
  percent: number | undefined;
}

/** Random subscribers of products with meters: what they paid and did not get back is what they owe for what they had. */
describe('a random history with 1 to 10 meters', () => {
  let shop: Shop;
  const meterIds: string[] = [];
  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true });
    for (const [country, percent] of Object.entries(PERCENT))
      if (percent > 0) await call('POST', '/api/dashboard/tax-rates', { country, name: 'VAT', percent: `${percent}` });
    for (let n = 0; n < MOST_METERS; n++) {
      const clauses = [{ property: 'name', operator: 'eq' as const, value: nameOf(n) }];
      const filter = { conjunction: 'and' as const, clauses };
      const aggregation = { func: 'sum' as const, property: 'value' };
      meterIds.push((await shop.seller.meters.create({ name: nameOf(n), filter, aggregation })).id);
    }
  });
  afterAll(() => shop.close());

  const nameOf = (meter: number) => `used of ${meter}`;
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` };
    const answer = await fetch(shop.url + path, { method, headers, body: body && JSON.stringify(body) });
    expect([path, answer.ok, answer.ok || (await answer.text())]).toEqual([path, true, true]);
    return (await answer.json()) as T;
  };

  class Life {
    private readonly currency: string;
    private readonly price: number;
    private readonly products: { id: string; meters: readonly number[] }[] = [];
    private readonly uses: Use[] = [];
    private readonly billed = new Set<string>();
    customerId = '';
    private subscriptionId = '';
    private values = 0;
    private voids = 0;

    constructor(private readonly random: SeededRandom) {
      this.currency = random.pick(CURRENCIES);
      this.price = 10 * minimumChargeOf(this.currency);
    }

    async play(): Promise<void> {
      await this.begin();
      for (let n = 0; n < MOVES && (await this.subscription()).endedAt === null; n++) {
        await this.move();
        await shop.settled();
        await this.follow();
      }
      const { endedAt } = await this.subscription();
      if (endedAt === null) await shop.seller.subscriptions.revoke({ id: this.subscriptionId });
      await shop.settled();
      await this.follow();
    }

    /** What was kept of the customer's money, what they owe for what they had, and what was given back without taking anything. */
    async sums() {
      const { customerId, currency } = this;
      const orders = await this.orders();
      const { items: payments } = await call<{ items: { amount: number; status: string }[] }>(
        'GET',
        `/v1/payments/?customer_id=${customerId}&limit=100`,
      );
      const paid = total(payments.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount));
      const { items: refunds } = await call<{ items: { amount: number; tax_amount: number; status: string }[] }>(
        'GET',
        `/v1/refunds/?customer_id=${customerId}&limit=100`,
      );
      const gifts = total(refunds.map(({ amount, tax_amount }) => amount + tax_amount));
      const { balances } = await call<{ balances: { currency: string; amount: number }[] }>(
        'GET',
        `/api/dashboard/customers/${customerId}/account`,
      );
      const balance = balances.find((one) => one.currency === currency)?.amount ?? 0;
      const fixed = orders.flatMap(({ items }) =>
        items.filter((item) => !isMetered(item)).map(({ amount, taxAmount }) => amount + taxAmount),
      );
      const used = this.uses.map(({ value, percent }) => value * UNIT * (1 + percent! / 100));
      // The tax of an order is rounded once, and once for each part of it that is taken back.
      const takenBack = orders.flatMap(({ items }) => items.filter(({ amount }) => amount < 0)).length;
      const rounded = chargeStepOf(currency) * (orders.length + takenBack + refunds.length + this.voids);
      return { kept: paid - gifts - balance, owed: total(fixed) + total(used), gifts, rounded };
    }

    private async begin(): Promise<void> {
      const { random, currency, price } = this;
      const meters = Array.from({ length: 1 + random.int(MOST_METERS) }, (_, n) => n);
      for (const name of ['Small', 'Medium', 'Large']) {
        const some = meters.filter(() => random.chance(0.7));
        const { id } = await call<{ id: string }>('POST', '/v1/products', {
          name,
          recurring_interval: 'month',
          prices: [
            { amount_type: 'fixed', price_amount: price, price_currency: currency },
            ...some.map((meter) => ({
              ...{ amount_type: 'metered_unit', meter_id: meterIds[meter], unit_amount: `${UNIT}` },
              price_currency: currency,
            })),
          ],
        });
        this.products.push({ id, meters: some });
      }
      const { id: customerId } = await shop.seller.customers.create({ email: somebody() });
      const products = [random.pick(this.products).id];
      const { clientSecret } = await shop.seller.checkouts.create({ products, customerId });
      await shop.confirm(clientSecret, { email: undefined });
      this.customerId = customerId;
      await shop.settled();
      const { result } = await shop.seller.subscriptions.list({ customerId, limit: 1 });
      this.subscriptionId = result.items[0]!.id;
      await this.follow();
    }

    private async move(): Promise<void> {
      const { random } = this;
      await random.pick<() => Promise<unknown>>([
        () => this.report(),
        () => this.report(),
        () => this.report(),
        () => this.renew(),
        () => this.renew(),
        () => this.wait(),
        () => this.change(),
        () => this.change(),
        () => this.change(),
        () => this.void(),
        () => this.void(),
        () => this.refund(),
        () => this.moveAway(),
        () => this.cancel(),
      ])();
    }

    /** Of all meters, some of it dated back; only what the present product has is owed. */
    private async report(): Promise<void> {
      const { random, customerId } = this;
      const { productId, startedAt, status } = await this.subscription();
      const { meters } = this.products.find(({ id }) => id === productId)!;
      const [start, now] = [msOf(startedAt!.toISOString() as Instant), msOf(shop.clock.now())];
      const events = Array.from({ length: MOST_METERS }, (_, meter) => {
        const [name, value] = [nameOf(meter), 1 + (this.values += 1)];
        if (meters.includes(meter) && status === 'active') this.uses.push({ name, value, percent: undefined });
        const timestamp = random.chance(0.3) ? new Date(start + random.next() * (now - start)) : undefined;
        return { name, customerId, timestamp, metadata: { value } };
      });
      await shop.seller.events.ingest({ events });
    }

    private async renew(): Promise<void> {
      const { currentPeriodEnd } = await this.subscription();
      await shop.advanceTo(addSeconds(currentPeriodEnd!.toISOString() as Instant, 1));
    }

    private wait(): Promise<void> {
      return shop.advanceTo(addSeconds(addDays(shop.clock.now(), this.random.int(14)), this.random.int(86_400)));
    }

    private async change(): Promise<void> {
      // What is dated from a change on, the new product's meters bill.
      await shop.advanceTo(addSeconds(shop.clock.now(), 1));
      const { cancelAtPeriodEnd } = await this.subscription();
      if (cancelAtPeriodEnd) await this.update({ cancelAtPeriodEnd: false });
      const productId = this.random.pick(this.products).id;
      const prorationBehavior = this.random.pick(['prorate', 'invoice', 'next_period'] as const);
      await this.update({ productId, prorationBehavior });
    }

    private async cancel(): Promise<void> {
      const { cancelAtPeriodEnd } = await this.subscription();
      await this.update({ cancelAtPeriodEnd: !cancelAtPeriodEnd });
    }

    /** Also of what was billed. */
    private async void(): Promise<void> {
      const { random, uses, customerId } = this;
      if (uses.length === 0) return;
      const use = random.pick(uses);
      const { result } = await shop.seller.events.list({ customerId, name: use.name, limit: 100 });
      const { id } = result.items.find(({ metadata }) => (metadata as { value?: number }).value === use.value)!;
      await call('POST', `/v1/events/${id}/void`, { reason: 'Counted twice' });
      this.voids += 1;
      uses.splice(uses.indexOf(use), 1);
    }

    private async refund(): Promise<void> {
      const { random, currency } = this;
      const left = (order: Order) => order.netAmount - order.refundedAmount;
      const { items } = await call<{ items: { order_id: string; status: string }[] }>(
        'GET',
        `/v1/payments/?customer_id=${this.customerId}&limit=100`,
      );
      const paidByCard = new Set(items.filter(({ status }) => status === 'succeeded').map((one) => one.order_id));
      const paid = (await this.orders()).filter((order) => paidByCard.has(order.id) && left(order) > 0);
      if (paid.length === 0) return;
      const order = random.pick(paid);
      const step = chargeStepOf(currency);
      const amount = random.pick([left(order), step * Math.ceil((random.next() * left(order)) / step)]);
      const body = { order_id: order.id, reason: 'other', amount };
      await call('POST', '/v1/refunds/', body);
    }

    private async moveAway(): Promise<void> {
      const country = this.random.pick(Object.keys(PERCENT));
      await call('PATCH', `/v1/customers/${this.customerId}`, { billing_address: { country } });
    }

    private subscription(): Promise<Subscription> {
      return shop.seller.subscriptions.get({ id: this.subscriptionId });
    }

    private update(subscriptionUpdate: object): Promise<Subscription> {
      return shop.seller.subscriptions.update({
        id: this.subscriptionId,
        subscriptionUpdate: subscriptionUpdate as never,
      });
    }

    private orders(): Promise<Order[]> {
      return shop.ordersOf(this);
    }

    /** A new order bills all that was used and not billed before. */
    private async follow(): Promise<void> {
      for (const order of await this.orders()) {
        if (this.billed.has(order.id)) continue;
        this.billed.add(order.id);
        for (const use of this.uses) use.percent ??= PERCENT[order.billingAddress!.country];
      }
    }
  }

  it.each(Array.from({ length: sized({ gate: 5, soak: 60 }) }, (_, at) => seedOf(0) + at))(
    'charges what was used, once (seed %i)',
    async (seed) => {
      const life = new Life(new SeededRandom(`metered life ${seed}`));
      await life.play();
      const { kept, owed, gifts, rounded } = await life.sums();
      expect(owed).toBeGreaterThan(0);
      expect(kept).toBeLessThanOrEqual(owed + rounded);
      expect(kept).toBeGreaterThanOrEqual(owed - gifts - rounded);
    },
  );
});

function isMetered({ label }: { label: string }): boolean {
  return label.startsWith('used of ');
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
