import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { addSeconds, type Instant } from '../../src/kernel/ports/clock.ts';
import type { TestApp } from './app.ts';
import type { Shop } from './shop.ts';

/** When the journey begins; two subscriptions end a period on the last day of each month, a third in the middle. */
export const JOURNEY_BEGINS = '2027-01-31T12:00:00.000Z' as Instant;
/** Past the ends of the periods that it leaves open. */
export const AFTER_JOURNEY = '2027-03-31T12:00:01.000Z' as Instant;

/**
 * A shop that sells usage in two currencies, until the second period of two subscriptions has begun: a count up to a cap, a sum with credits that roll over,
 * a price that changes within the period, voids, usage that comes late or before its customer, a top-up, and a meter that is changed.
 */
export async function playMeteredJourney(shop: Shop): Promise<void> {
  const { seller } = shop;
  const meter = (name: string, property?: string, func: 'sum' | 'max' = 'sum') =>
    seller.meters.create({
      name: `${name} of calls`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] },
      aggregation: property ? { func, property } : { func: 'count' },
    });
  const [calls, tokens, peak, pages] = [
    await meter('Number'),
    await meter('Tokens', 'tokens'),
    await meter('Peak', 'tokens', 'max'),
    await meter('Pages', 'pages'),
  ];
  const product = (currency: string, prices: Record<string, unknown>[], name = `Calls in ${currency}`) =>
    seller.products.create({
      name,
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 1_000 }, ...prices].map((price) => ({
        ...price,
        priceCurrency: currency,
      })),
    } as never);
  const price = (meterId: string, unitAmount: string, capAmount?: number) => ({
    ...{ amountType: 'metered_unit', meterId, unitAmount },
    ...(capAmount !== undefined && { capAmount }),
  });
  const small = await product('usd', [price(calls.id, '2.5', 40), price(tokens.id, '0.5'), price(peak.id, '3')]);
  const large = await product('usd', [price(calls.id, '1'), price(tokens.id, '0.5')], 'Many calls');
  const yen = await product('jpy', [price(calls.id, '2', 7), price(tokens.id, '0.25')]);
  const topUp = await shop.product({ name: 'Top-up' });
  const give = async ({ id }: Product, units: number, rollover: boolean) => {
    const properties = { meterId: tokens.id, units, rollover };
    const benefit = await seller.benefits.create({ type: 'meter_credit', description: `${units} tokens`, properties });
    await seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
  };
  for (const one of [small, large]) await give(one, 50, true);
  await give(topUp, 30, false);

  const subscribe = async ({ id }: Product, email: string) => {
    await shop.buy(id, { email });
    const { result } = await seller.subscriptions.list({ productId: id });
    const { id: subscriptionId, customerId } = result.items.find(({ customer }) => customer.email === email)!;
    return { subscriptionId, of: { customerId } };
  };
  const [ada, yuki] = [await subscribe(small, 'ada@example.com'), await subscribe(yen, 'yuki@example.com')];
  /** Calls with as many tokens, and a page each; reported one by one, so that a rebuild folds them otherwise than they came. */
  const use = async (
    of: { customerId: string } | { externalCustomerId: string },
    some: number[],
    at = shop.clock.now(),
  ) => {
    for (const used of some) {
      const metadata = { tokens: used, pages: 1 };
      await seller.events.ingest({ events: [{ name: 'call', ...of, timestamp: new Date(at), metadata }] });
    }
  };
  const voidOne = async (customerId: string, tokensOf: number) => {
    const { result } = await seller.events.list({ customerId, name: 'call', metadata: { tokens: tokensOf } });
    const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ reason: 'Counted twice' });
    await fetch(`${shop.url}/v1/events/${result.items[0]!.id}/void`, { method: 'POST', headers, body });
  };

  await moveTo(shop, '2027-02-05T12:00:00.000Z' as Instant);
  await use(ada.of, [10, 0.5, 40, 3, 3, 7]);
  await use(yuki.of, [100, 90]);
  await use({ externalCustomerId: 'later' }, [5, 8]);
  await voidOne(ada.of.customerId, 40);
  await moveTo(shop, '2027-02-14T12:00:00.000Z' as Instant);
  const change = { productId: large.id, prorationBehavior: 'prorate' as const };
  await seller.subscriptions.update({ id: ada.subscriptionId, subscriptionUpdate: change });
  await shop.settled();
  await use(ada.of, [20, 4.25]);
  const later = await seller.customers.create({ email: 'later@example.com', externalId: 'later' });
  await subscribe(yen, later.email);
  await use({ externalCustomerId: 'later' }, [12, 1]);
  await shop.buy(topUp.id, { email: 'ada@example.com' });

  // The period of the first two ends.
  await moveTo(shop, '2027-02-28T12:00:01.000Z' as Instant);
  await use(yuki.of, [33], addSeconds(shop.clock.now(), -86_400));
  await voidOne(yuki.of.customerId, 100);
  await use(yuki.of, [60, 500, 7, 8]);
  await use(ada.of, [90, 2]);
  const clauses = [{ property: 'tokens', operator: 'gt' as const, value: 5 }];
  await seller.meters.update({ id: pages.id, meterUpdate: { filter: { conjunction: 'and', clauses } } });
  await shop.settled();
  // The new definition counts past usage.
  await moveTo(shop, addSeconds(shop.clock.now(), 86_400));
}

/** Moves business time, and does what is due. */
export async function moveTo({ url, runtime }: TestApp, to: Instant): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/sandbox/clock`, { method: 'POST', headers, body: JSON.stringify({ advance_to: to }) });
  await runtime.settled();
}
