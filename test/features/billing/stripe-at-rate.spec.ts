import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import { Random } from '../../support/contract-tools.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { StripeDouble, type Fault } from '../../support/stripe/double.ts';
import { until } from '../../support/until.ts';

const CHARGE = 'POST /v1/payment_intents';
/** In minor units. */
const PRICES = { usd: 900, eur: 833 } as const;
type Currency = keyof typeof PRICES;
const CURRENCIES = ['usd', 'eur'] as const;
/** Of each currency. */
const SUBSCRIPTIONS = 20;
const AT_ONCE = 10;
/** Of the requests that come first. */
const FAULTS: Record<Fault, number> = {
  limited: 12,
  broken: 4,
  'silent before': 3,
  'silent after': 3,
  'cut after': 4,
};
/** In place of 25 seconds. */
const PATIENCE_MS = 400;
/** Most of it is what Stripe accepts in a second. */
const TEST_MS = 180_000;

const START = '2026-01-15T10:00:00.000Z';
const RENEWED = '2026-02-15T12:00:00.000Z';

let double: StripeDouble;
let shop: Shop;

beforeAll(async () => {
  double = await StripeDouble.start('live');
  // All are of one customer, and as Stripe itself does.
  double.pageSize = 100;
  shop = await openShop({ own: true, env: double.env, allowSeveral: true });
  shop.clock.set(START);
  // Those of this file's adapter alone.
  Object.assign(Reflect.get(shop.processor, 'limits') as object, { chargeMs: PATIENCE_MS });
});
afterAll(async () => {
  await shop.close();
  await double.stop();
});

it(
  `takes each of ${2 * SUBSCRIPTIONS} payments once, though Stripe limits, fails, and stays silent`,
  async () => {
    const products = new Map<Currency, string>();
    for (const currency of CURRENCIES) {
      const price = { amountType: 'fixed', priceAmount: PRICES[currency], priceCurrency: currency } as const;
      const { id } = await shop.seller.products.create({ name: currency, recurringInterval: 'month', prices: [price] });
      products.set(currency, id);
    }
    await shop.buy(products.get('usd')!);
    const { result } = await shop.seller.customers.list({});
    const customerId = result.items[0]!.id;
    for (let begun = 0; begun < SUBSCRIPTIONS; begun += AT_ONCE)
      for (const productId of products.values())
        await Promise.all(Array.from({ length: AT_ONCE }, () => subscribe(productId, customerId)));
    await shop.settled();
    const before = succeeded();
    expect(before).toHaveLength(2 * SUBSCRIPTIONS + 1);

    const faults = Object.entries(FAULTS).flatMap(([fault, times]) => Array<Fault>(times).fill(fault as Fault));
    double.fail(CHARGE, ...new Random(17).shuffle(faults));
    shop.clock.set(RENEWED);
    await until(async () => (await paidRenewals()) === before.length, 'all to be paid', TEST_MS - 10_000, 200);
    await shop.settled();

    expect(double.failuresLeft).toBe(0);
    const charges = succeeded().slice(before.length);
    expect(charges).toHaveLength(before.length);
    const ids = charges.map(({ metadata }) => metadata['payment_id']!);
    expect(new Set([...ids, ...before.map(({ metadata }) => metadata['payment_id'])]).size).toBe(2 * before.length);
    const taken = (currency: Currency) =>
      charges.filter((charge) => charge['currency'] === currency).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(taken('usd')).toBe((SUBSCRIPTIONS + 1) * PRICES.usd);
    expect(taken('eur')).toBe(SUBSCRIPTIONS * PRICES.eur);
    for (const id of ids) {
      const types = (await shop.events<PaymentEvent>(`payment-${id}`)).map(({ type }) => type);
      expect(types).toEqual(['PaymentRequested', 'PaymentSucceeded']);
    }
  },
  TEST_MS,
);

/** With the card that the customer has. */
async function subscribe(productId: string, customerId: string): Promise<void> {
  const answer = await fetch(`${shop.url}/v1/subscriptions/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ product_id: productId, customer_id: customerId }),
  });
  expect(answer.status).toBe(201);
}

async function paidRenewals(): Promise<number> {
  const path = '/v1/orders/?limit=1&billing_reason=subscription_cycle&status=paid';
  const answer = await fetch(shop.url + path, { headers: { authorization: `Bearer ${shop.bearer}` } });
  return ((await answer.json()) as { pagination: { total_count: number } }).pagination.total_count;
}

/** What took money at Stripe, oldest first. */
function succeeded() {
  return [...double.objects.values()].filter(
    ({ object, status }) => object === 'payment_intent' && status === 'succeeded',
  );
}
