import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { customerStream, type CustomerEvent } from '../../../src/features/billing/customers/customer.events.ts';
import type { GrantReviewEvent } from '../../../src/features/billing/grants/grant-review.events.ts';
import type { GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
} from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { upToEnd } from '../../../src/kernel/ports/event-store.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

const REVIEW = ['GrantReviewStarted', 'GrantReviewAdvanced', 'GrantReviewCompleted'];
/** Two chunks and a little more. */
const HOLDERS = 410;

describe(`a benefit that ${HOLDERS} customers are given`, () => {
  let shop: Shop;
  let productId: string;
  let price: never;

  beforeAll(async () => {
    shop = await openShop();
    const product = await shop.product({ interval: 'month', amount: 0, name: 'Almanac' });
    productId = product.id;
    price = { id: product.prices[0]!.id, amountType: 'free' } as never;
    await Promise.all(Array.from({ length: HOLDERS }, (_, n) => hold(`holder${n}@example.com`)));
    await shop.settled();
  }, 120_000);
  afterAll(() => shop.close());

  /** Subscribed by what the log says: a thousand checkouts would say the same. */
  async function hold(email: string): Promise<void> {
    const { organizationId } = shop;
    const [customerId, subscriptionId] = [newUuid(), newUuid()];
    const customer: CustomerEvent = {
      type: 'CustomerCreated',
      data: {
        ...{ customerId, organizationId, email, externalId: null, externalIdClaim: null, name: null },
        ...{ billingAddress: null, taxId: null, metadata: {} },
        emailClaim: { kind: 'customer-email', digest: email },
      },
    };
    const subscription: SubscriptionEvent = {
      type: 'SubscriptionCreated',
      data: {
        ...{ subscriptionId, organizationId, customerId, currency: 'usd', recurringInterval: 'month' as const },
        ...{ items: [{ productId, price, quantity: 1 }], discount: null, trial: null, anchorDay: 1 },
        ...{ startedAt: shop.clock.now(), currentPeriodEnd: '2099-01-01T00:00:00.000Z', activeClaim: null },
        ...{ checkoutId: null, paymentMethodId: null, billingAddress: null, billingName: null },
        ...{ customFieldData: {}, metadata: {} },
      },
    };
    await happen(shop, customerStream(customerId), customer);
    await happen(shop, subscriptionStream(subscriptionId), subscription);
  }

  async function log(): Promise<Recorded<GrantEvent | GrantReviewEvent>[]> {
    const events: unknown[] = [];
    const types = new Set(['BenefitGranted', 'BenefitGrantRevoked', ...REVIEW]);
    for await (const batch of upToEnd(shop.ports.store, undefined, types)) events.push(...batch);
    return events as Recorded<GrantEvent | GrantReviewEvent>[];
  }
  const running = async (): Promise<{ done: number; total: number }[]> => {
    const headers = { authorization: `Bearer ${shop.bearer}` };
    const path = `/api/dashboard/grant-reviews?organization_id=${shop.organizationId}`;
    return ((await (await fetch(shop.url + path, { headers })).json()) as { items: never[] }).items;
  };

  it('is granted to all of them in chunks, which say how far they are', async () => {
    const { id } = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: null },
    });
    await shop.seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [id] } });
    const seen = new Set<number>();
    const isOver = async () => {
      const [review] = await running();
      if (review) seen.add(review.done);
      return !review && seen.size > 0;
    };
    await until(isOver, 'the review to end', undefined, 10);
    expect(seen.size).toBeGreaterThan(1);
    await shop.settled();
    const events = await log();
    const granted = events.filter(({ type, data }) => type === 'BenefitGranted' && data.benefitId === id);
    expect(new Set(granted.map(({ data }) => (data as { customerId: string }).customerId)).size).toBe(HOLDERS);
    expect(granted).toHaveLength(HOLDERS);
    const review = events.filter(
      ({ type, data }) => REVIEW.includes(type) && data.organizationId === shop.organizationId,
    );
    expect(review.map(({ type, data }) => [type, 'done' in data ? data.done : data])).toMatchObject([
      ['GrantReviewStarted', { total: HOLDERS, task: { kind: 'align', productId } }],
      ...[200, 400].map((done) => ['GrantReviewAdvanced', done]),
      ['GrantReviewCompleted', HOLDERS],
    ]);
  }, 120_000);

  it('holds up nobody who buys meanwhile, and is revoked from all when it is deleted', async () => {
    const { result } = await shop.seller.benefits.list({ organizationId: shop.organizationId });
    const { id } = result.items[0]!;
    const paper = await shop.product({ name: 'Paper' });
    const other = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Letter',
      properties: { note: null },
    });
    await shop.seller.products.updateBenefits({ id: paper.id, productBenefitsUpdate: { benefits: [other.id] } });
    await shop.settled();
    await shop.seller.benefits.delete({ id });
    const { id: checkoutId, clientSecret } = await shop.seller.checkouts.create({ products: [paper.id] });
    await shop.confirm(clientSecret, { email: 'meanwhile@example.com' });
    expect(checkoutId).toBeDefined();
    await until(async () => (await running()).length === 0, 'the review to end');
    await shop.settled();
    const events = await log();
    const revoked = events.filter(({ type, data }) => type === 'BenefitGrantRevoked' && data.benefitId === id);
    expect(revoked).toHaveLength(HOLDERS);
    const bought = events.findIndex(({ type, data }) => type === 'BenefitGranted' && data.benefitId === other.id);
    expect(bought).toBeGreaterThan(0);
    expect(bought).toBeLessThan(events.indexOf(revoked.at(-1)!));
  }, 120_000);
});
