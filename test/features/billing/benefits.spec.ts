import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { grantProjection } from '../../../src/features/billing/grants/grant.projection.ts';
import { GrantWebhookPresenter } from '../../../src/features/billing/grants/grants.queries.ts';
import { GrantHolders } from '../../../src/features/billing/grants/grant-holders.service.ts';
import { purchaseProjection } from '../../../src/features/billing/grants/purchase.projection.ts';
import { checkoutStream } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { orderStream } from '../../../src/features/billing/orders/order.events.ts';
import { subscriptionStream } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf, type AnyProjection } from '../../../src/kernel/reading/projection.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { NOW } from '../../support/given.ts';
import { happen, organizationId, polar } from '../../support/sellers.ts';
import { subscribed, bought, ordered } from './purchase-events.ts';

describe('grants over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  let support: string;
  let chat: string;
  let product: Product;

  beforeAll(async () => {
    running = await startApp();
    acme = polar(running.url, 'seller-granting');
    const custom = (description: string) =>
      acme.benefits.create({ type: 'custom', description, properties: { note: null } });
    support = (await custom('Support')).id;
    chat = (await custom('Chat')).id;
    product = await acme.products.create({
      name: 'Membership',
      recurringInterval: 'month',
      prices: [{ amountType: 'free' }],
    });
    await assign(support);
  });
  afterAll(() => running.close());

  const assign = (...list: string[]) =>
    acme.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: list } });
  let customerCount = 0;
  const customer = async () => (await acme.customers.create({ email: `buyer${(customerCount += 1)}@example.com` })).id;
  async function grantsOf(benefitId: string, customerId: string) {
    await running.runtime.settled();
    const { result } = await acme.benefits.grants({ id: benefitId, customerId });
    return result.items;
  }
  async function subscribe(customerId: string): Promise<string> {
    const id = newUuid();
    await happen(running, subscriptionStream(id), subscribed(id, customerId, product.id, organizationId('granting')));
    const checkoutId = newUuid();
    await happen(running, checkoutStream(checkoutId), bought(checkoutId, customerId, newUuid(), id));
    return id;
  }
  const about = (subscriptionId: string, customerId: string) => ({
    subscriptionId,
    customerId,
    organizationId: organizationId('granting'),
  });

  it('begin and end with a subscription', async () => {
    const who = await customer();
    const subscription = await subscribe(who);
    const [grant, ...others] = await grantsOf(support, who);
    expect(others).toEqual([]);
    expect(grant).toMatchObject({
      customerId: who,
      benefitId: support,
      subscriptionId: subscription,
      orderId: null,
      isGranted: true,
      isRevoked: false,
      grantedAt: expect.any(Date),
      revokedAt: null,
      error: null,
      properties: {},
      customer: { id: who },
    });
    await happen(running, subscriptionStream(subscription), {
      type: 'SubscriptionRevoked',
      data: {
        ...about(subscription, who),
        endedAt: NOW,
        reason: null,
        comment: null,
        wasCanceled: false,
        wasPastDue: false,
        amount: 0,
        currency: 'usd',
        recurringInterval: 'month',
        released: null,
      },
    });
    expect(await grantsOf(support, who)).toMatchObject([{ id: grant!.id, isGranted: false, isRevoked: true }]);
    expect((await acme.benefits.grants({ id: support, customerId: who, isGranted: true })).result.items).toEqual([]);
  });

  it('begin with the paid order of a one-time product', async () => {
    const who = await customer();
    const id = newUuid();
    await happen(
      running,
      orderStream(id),
      ordered(id, who, product.id, { organizationId: organizationId('granting') }),
    );
    const checkoutId = newUuid();
    await happen(running, checkoutStream(checkoutId), bought(checkoutId, who, id, null));
    expect(await grantsOf(support, who)).toMatchObject([{ orderId: id, subscriptionId: null, isGranted: true }]);
  });

  it('end when a renewal is declined', async () => {
    const who = await customer();
    const subscription = await subscribe(who);
    const [grant] = await grantsOf(support, who);
    await happen(running, subscriptionStream(subscription), {
      type: 'SubscriptionRenewalFailed',
      data: { ...about(subscription, who), orderId: newUuid(), paymentId: newUuid(), endsAt: null, pastDue: null },
    });
    expect(await grantsOf(support, who)).toMatchObject([{ id: grant!.id, isGranted: false }]);
  });

  it('are cycled when a renewal is paid', async () => {
    const who = await customer();
    const subscription = await subscribe(who);
    const [grant] = await grantsOf(support, who);
    const orderId = newUuid();
    await happen(running, orderStream(orderId), {
      type: 'OrderPaid',
      data: { ...about(subscription, who), orderId, paymentId: newUuid(), billingReason: 'subscription_cycle' },
    });
    const [cycled] = await grantsOf(support, who);
    expect([grant!.modifiedAt, cycled!.modifiedAt]).toEqual([null, expect.any(Date)]);
    const events = await running.ports.store.read(`grants-${who}_${support}`);
    expect(events.map(({ type }) => type)).toEqual(['BenefitGranted', 'BenefitGrantCycled']);
  });

  it('follow the benefits of the product for all of its buyers', async () => {
    const [one, two] = [await customer(), await customer()];
    await Promise.all([subscribe(one), subscribe(two)]);
    await running.runtime.settled();
    await assign(chat);
    for (const who of [one, two]) {
      expect(await grantsOf(chat, who)).toMatchObject([{ isGranted: true }]);
      expect(await grantsOf(support, who)).toMatchObject([{ isGranted: false }]);
    }
    const before = await grantsOf(support, one);
    await assign(support, chat);
    expect(await grantsOf(support, one)).toMatchObject([{ id: before[0]!.id, isGranted: true }]);
    await assign(support);
  });

  it('end when their benefit or customer is deleted', async () => {
    const doomed = (await acme.benefits.create({ type: 'custom', description: 'Deleted soon', properties: {} })).id;
    await assign(support, doomed);
    const [one, two] = [await customer(), await customer()];
    await Promise.all([subscribe(one), subscribe(two)]);
    expect(await grantsOf(doomed, one)).toMatchObject([{ isGranted: true }]);
    await acme.benefits.delete({ id: doomed });
    await acme.customers.delete({ id: two });
    await running.runtime.settled();
    const live = await running.ports.documents.find(collectionOf(grantProjection), {
      where: { and: [{ eq: ['benefit_id', doomed] }, { eq: ['is_granted', true] }] },
      limit: 10,
    });
    expect(live.items).toEqual([]);
    expect(await grantsOf(support, two)).toMatchObject([
      { isGranted: false, customer: { deletedAt: expect.any(Date) } },
    ]);
    const late = await subscribe(two);
    await running.runtime.settled();
    expect((await grantsOf(support, two)).filter(({ subscriptionId }) => subscriptionId === late)).toEqual([]);
  });

  it('are found beyond the first page of purchases and grants', async () => {
    const productId = newUuid();
    const [purchase, grant] = await Promise.all(
      [purchaseProjection, grantProjection].map(
        async (projection) => (await running.ports.documents.find(collectionOf(projection), { limit: 1 })).items[0]!,
      ),
    );
    const many = Array.from({ length: 1_100 }, () => newUuid());
    const write = (projection: typeof purchaseProjection | typeof grantProjection, document: object) =>
      many.map((id) => {
        const collection = collectionOf(projection as AnyProjection);
        return { collection, id, seen: undefined, position: '0', document: { ...document, id } };
      });
    await running.ports.documents.save([
      ...write(purchaseProjection, { ...purchase, product_id: productId, live: true }),
      ...write(grantProjection, { ...grant, benefit_id: productId, is_revoked: false }),
    ]);
    const service = running.app.get(GrantHolders, { strict: false });
    for (const task of [
      { kind: 'align', productId },
      { kind: 'revoke', benefitId: productId },
    ] as const) {
      const holders = await service.of(task);
      const found: string[] = [];
      for (let page = await holders.next('', 400); page.length > 0; page = await holders.next(found.at(-1)!, 400))
        found.push(...page.map(({ id }) => id));
      expect(found).toEqual([...many].sort());
      expect(await holders.count()).toBe(1_100);
    }
  });

  it('are hidden from other tenants', async () => {
    const other = polar(running.url, 'seller-other');
    await expect(other.benefits.grants({ id: support })).rejects.toMatchObject({ error: 'ResourceNotFound' });
  });

  it('include their benefit in webhooks', async () => {
    const who = await customer();
    await subscribe(who);
    await running.runtime.settled();
    const { items } = await running.ports.documents.find(collectionOf(grantProjection), {
      where: { eq: ['customer_id', who] },
      limit: 1,
    });
    const body = await running.app.get(GrantWebhookPresenter).present(items[0] as never);
    expect(body).toMatchObject({ benefit: { id: support }, customer: { id: who }, previous_properties: {} });
    expect(body).not.toHaveProperty('organization_id');
  });
});
