import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckoutCreate } from '@polar-sh/sdk/models/components/checkoutcreate.js';
import type { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { renewDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { subscriptionAnnouncements } from '../../../src/features/billing/subscriptions/subscription.webhooks.ts';
import { metricProjection } from '../../../src/features/billing/metrics/metric.projection.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { tokenIdOf } from '../../../src/kernel/secrets/tokens.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;

const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
const free = { productId: 'x0', price: { id: 'q0', amountType: 'free' }, quantity: 1 } as const;
const paid = {
  productId: 'x1',
  price: { id: 'q1', amountType: 'fixed', amount: 2_000, currency: 'eur' },
  quantity: 1,
} as const;
const bought = {
  recurringInterval: 'month' as const,
  paymentMethodId: 'm1',
  billingAddress: null,
  billingName: 'Ada',
  customFieldData: {},
  metadata: {},
};
const FEBRUARY = '2026-02-28T10:00:00.000Z';

const created: Of<'SubscriptionCreated'> = {
  type: 'SubscriptionCreated',
  data: {
    ...about,
    ...bought,
    items: [free],
    currency: 'usd',
    discount: null,
    trial: null,
    paymentMethodId: null,
    checkoutId: 'k0',
    activeClaim: { kind: 'active-subscription', digest: 'd1' },
    anchorDay: 31,
    startedAt: NOW,
    currentPeriodEnd: FEBRUARY,
  },
};
const offer = { ...bought, subscriptionId: 's1', items: [paid] as const, currency: 'eur', discount: null };
const upgrade = { type: 'UpgradeSubscription' as const, data: { ...offer, checkoutId: 'k1' } };
const from = { productId: 'x0', amount: 0, currency: 'usd', recurringInterval: 'month' as const };
const upgraded: Of<'SubscriptionUpgraded'> = {
  type: 'SubscriptionUpgraded',
  data: {
    ...about,
    ...upgrade.data,
    from,
    anchorDay: 31,
    periodStart: NOW,
    periodEnd: FEBRUARY,
    wasCanceled: false,
  },
};
const canceled: SubscriptionEvent = {
  type: 'SubscriptionCanceled',
  data: { ...about, canceledAt: NOW, endsAt: FEBRUARY, reason: null, comment: null },
};
const revoked: SubscriptionEvent = {
  type: 'SubscriptionRevoked',
  data: {
    ...about,
    ...from,
    endedAt: NOW,
    reason: null,
    comment: null,
    wasCanceled: false,
    wasPastDue: false,
    released: null,
  },
};

describe('the upgrade of a subscription', () => {
  const given = specOf(subscriptionDecider);

  it('begins a period of the new product', () => given(created).when(upgrade).then(upgraded));
  it('happens once per checkout', () => given(created, upgraded).when(upgrade).then());
  it('happens once even if it has ended since', () => given(created, upgraded, revoked).when(upgrade).then());
  it('is refused once something is paid for', () =>
    given(created, upgraded)
      .when({ ...upgrade, data: { ...upgrade.data, checkoutId: 'k2' } })
      .thenRefused('SubscriptionNotFree'));
  it('is refused once it has ended', () => given(created, revoked).when(upgrade).thenRefused('ResourceUnavailable'));
  it('takes back its cancellation', () =>
    given(created, canceled)
      .when(upgrade)
      .then({ ...upgraded, data: { ...upgraded.data, wasCanceled: true } }));
  it('renews at the end of the new period', () => {
    const data = { ...upgraded.data, periodEnd: '2027-01-31T10:00:00.000Z' };
    expect(renewDue.dueAfter(recorded({ ...upgraded, data }))).toEqual({ entity: 's1', dueAt: data.periodEnd });
  });
  it('is announced as uncanceled only if it was canceled', () => {
    const { types } = subscriptionAnnouncements.SubscriptionUpgraded!;
    const of = (wasCanceled: boolean) =>
      typeof types === 'function' ? types({ ...upgraded.data, wasCanceled }) : types;
    expect(of(false)).toEqual(['subscription.updated']);
    expect(of(true)).toEqual(['subscription.updated', 'subscription.uncanceled']);
  });
  it('moves between products, currencies included, and starts nothing for all of them together', () => {
    const at = { stream: 'subscription-s1', organizationId: 'o1' };
    const same = { ...upgraded, data: { ...upgraded.data, currency: 'usd' } };
    const tallies = documentsOf(metricProjection, [recorded(created, at), recorded(same, at)]);
    const years = Object.values(tallies).filter(
      ({ grain, scope }) => grain === 'year' && !scope.startsWith('customer'),
    );
    const counts = years.map(({ scope, currency, started, ended, recurring_twelfths: recurring }) => ({
      of: `${scope} ${currency}`,
      counts: [started, ended, recurring],
    }));
    expect(counts).toEqual([
      { of: 'all usd', counts: [1, 0, 24_000] },
      { of: 'product:x0 usd', counts: [1, 1, 0] },
      { of: 'product:x1 usd', counts: [1, 0, 24_000] },
    ]);
    const other = documentsOf(metricProjection, [recorded(created, at), recorded(upgraded, at)]);
    const all = Object.values(other).filter(({ grain, scope }) => grain === 'year' && scope === 'all');
    expect(all.map(({ currency, started, ended }) => [currency, started, ended])).toEqual([
      ['usd', 1, 1],
      ['eur', 1, 0],
    ]);
  });
});

describe('upgrades and checkouts by buyers, over HTTP', () => {
  let shop: Shop;
  let people = 0;
  let basic: string;
  let pro: string;
  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    basic = (await shop.product({ amount: 0, interval: 'month', name: 'Basic' })).id;
    pro = (await shop.product({ amount: 2_000, interval: 'year', name: 'Pro' })).id;
  });
  afterAll(() => shop.close());

  const subscribed = async (productId = basic) => {
    const email = `free${(people += 1)}@example.com`;
    const checkout = await shop.seller.checkouts.get({ id: await shop.buy(productId, { email }) });
    return { email, id: checkout.subscriptionId!, customerId: checkout.customerId! };
  };
  const create = (more: Partial<CheckoutCreate> & object) =>
    shop.seller.checkouts.create({ products: [pro], ...more } as CheckoutCreate);
  const refusedAt = async (request: Promise<unknown>) => {
    const thrown: unknown = await request.then(
      () => undefined,
      (error: unknown) => error,
    );
    return (thrown as HTTPValidationError).detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  };
  const publicly = async (body: object, path = '/v1/checkouts/client/', more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    const answer = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('upgrades a free subscription: the same one, with a new period, paid by an order of its own', async () => {
    const given = await shop.seller.benefits.create({ type: 'custom', description: 'Basic help', properties: {} });
    const better = await shop.seller.benefits.create({ type: 'custom', description: 'Better help', properties: {} });
    await shop.seller.products.updateBenefits({ id: basic, productBenefitsUpdate: { benefits: [given.id] } });
    await shop.seller.products.updateBenefits({ id: pro, productBenefitsUpdate: { benefits: [better.id] } });
    const { id, customerId, email } = await subscribed();
    const granted = async () => {
      const state = await shop.seller.customers.getState({ id: customerId });
      return state.grantedBenefits.map(({ benefitId }) => benefitId);
    };
    await until(async () => (await granted()).includes(given.id), 'the first benefit');
    const checkout = await create({ subscriptionId: id, metadata: { campaign: 'autumn' } });
    expect(checkout).toMatchObject({ subscriptionId: id, customerId, customerEmail: email, totalAmount: 2_000 });
    await shop.confirm(checkout.clientSecret, { email });
    await shop.settled();
    expect(await shop.seller.checkouts.get({ id: checkout.id })).toMatchObject({
      status: 'succeeded',
      subscriptionId: id,
    });
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({
      status: 'active',
      productId: pro,
      amount: 2_000,
      recurringInterval: 'year',
      checkoutId: checkout.id,
      metadata: { campaign: 'autumn' },
      currentPeriodEnd: new Date('2027-01-31T10:00:00.000Z'),
    });
    const orders = (await shop.seller.orders.list({ checkoutId: checkout.id })).result.items;
    expect(orders).toMatchObject([{ billingReason: 'subscription_update', totalAmount: 2_000, subscriptionId: id }]);
    await until(async () => (await granted()).join() === better.id, 'the benefits to be those of the new product');
    const own = (await shop.seller.subscriptions.list({ customerId })).result.items;
    expect(own.map((each) => each.id)).toEqual([id]);
    // It is paid for now, so it is not upgraded again.
    expect(await refusedAt(create({ subscriptionId: id }))).toEqual([
      'body.subscription_id: Only free subscriptions can be upgraded.',
    ]);
  });

  it('refuses what it cannot upgrade', async () => {
    const { id, customerId } = await subscribed();
    const once = (await shop.product({ name: 'Once' })).id;
    const missing = ['body.subscription_id: Subscription does not exist.'];
    expect(await refusedAt(create({ subscriptionId: newUuid() }))).toEqual(missing);
    const other = await openShop({ at: NOW });
    const foreign = await other.product({ amount: 0, interval: 'month' });
    await other.close();
    expect(foreign.id).not.toBe(basic);
    expect(await refusedAt(create({ subscriptionId: id, products: [once] }))).toEqual([
      'body.subscription_id: Only a recurring product can upgrade a subscription.',
    ]);
    const somebody = await shop.seller.customers.create({ email: 'somebody@example.com' });
    expect(await refusedAt(create({ subscriptionId: id, customerId: somebody.id }))).toEqual([
      'body.customer_id: The subscription is of another customer.',
    ]);
    expect(await create({ subscriptionId: id, customerId })).toMatchObject({ subscriptionId: id });
    await shop.seller.subscriptions.revoke({ id });
    expect(await refusedAt(create({ subscriptionId: id }))).toEqual(missing);
  });

  it("hides another seller's subscriptions", async () => {
    const { id } = await subscribed();
    const stranger = polar(shop.url, 'seller-upgrading-stranger');
    const theirs = await stranger.products.create({
      name: 'Theirs',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 100 }],
    });
    expect(await refusedAt(stranger.checkouts.create({ products: [theirs.id], subscriptionId: id }))).toEqual([
      'body.subscription_id: Subscription does not exist.',
    ]);
  });

  it('upgrades once, and refunds the others, when two checkouts of it are confirmed at the same time', async () => {
    const { id, email } = await subscribed();
    const checkouts = await Promise.all([create({ subscriptionId: id }), create({ subscriptionId: id })]);
    await Promise.allSettled(checkouts.map(({ clientSecret }) => shop.confirm(clientSecret, { email })));
    await shop.settled();
    const states = await Promise.all(checkouts.map((each) => shop.seller.checkouts.get({ id: each.id })));
    expect(states.map(({ status }) => status).sort()).toEqual(['open', 'succeeded']);
    const events = await shop.events<SubscriptionEvent>(`subscription-${id}`);
    expect(events.filter(({ type }) => type === 'SubscriptionUpgraded')).toHaveLength(1);
    const { items } = (await shop.seller.orders.list({ checkoutId: checkouts.map((each) => each.id) })).result;
    expect(items).toMatchObject([{ billingReason: 'subscription_update', subscriptionId: id }]);
  });

  it('keeps the free subscription if the payment is declined', async () => {
    const { id, email } = await subscribed();
    const checkout = await create({ subscriptionId: id });
    const declined = shop.confirm(checkout.clientSecret, { email, token: 'ctoken_declined' });
    await expect(declined).rejects.toMatchObject({ error: 'PaymentError' });
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({ status: 'active', productId: basic });
    await shop.confirm(checkout.clientSecret, { email });
    await shop.settled();
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({ status: 'active', productId: pro });
  });

  it('lets anyone open a checkout of what is on sale', async () => {
    const opened = await publicly({ product_id: pro, customer_email: 'walk-in@example.com' });
    expect(opened).toMatchObject({
      status: 201,
      body: { status: 'open', product_id: pro, customer_email: 'walk-in@example.com' },
    });
    const secret = opened.body['client_secret'] as string;
    await shop.confirm(secret, { email: 'walk-in@example.com' });
    await shop.settled();
    expect(await shop.seller.checkouts.get({ id: opened.body['id'] as string })).toMatchObject({ status: 'succeeded' });
    expect(await publicly({ product_id: newUuid() })).toMatchObject({ status: 422 });
    expect(await publicly({})).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'product_id'] }] } });
  });

  it('lets a buyer upgrade whose e-mail is the one of the customer, and tells others nothing', async () => {
    const { id, email, customerId } = await subscribed();
    const refused = {
      status: 422,
      body: { detail: [{ loc: ['body', 'subscription_id'], msg: 'Subscription does not exist.' }] },
    };
    expect(await publicly({ product_id: pro, subscription_id: id })).toMatchObject(refused);
    expect(await publicly({ product_id: pro, subscription_id: id, customer_email: 'eve@example.com' })).toMatchObject(
      refused,
    );
    await shop.seller.customers.update({
      id: customerId,
      customerUpdate: { name: 'Secret Name', billingAddress: { country: 'FR' } },
    });
    const opened = await publicly({ product_id: pro, subscription_id: id, customer_email: email.toUpperCase() });
    expect(opened).toMatchObject({ status: 201, body: { customer_name: null, customer_billing_address: null } });
    const { customerSessionToken } = await shop.confirm(opened.body['client_secret'] as string, { email });
    await shop.settled();
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({ productId: pro });
    // The session covers this checkout, not the customer.
    const kept = await readVault(
      shop.app.get<Vault>(VAULT),
      `customer-session/${tokenIdOf('tb_cst_', customerSessionToken)}`,
    );
    expect(JSON.parse(kept!)).toMatchObject({ customerId, checkoutId: opened.body['id'] });
  });

  it('takes a price instead of a product', async () => {
    const two = await shop.seller.products.create({
      name: 'Two lives',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 700 }],
    });
    const priceId = two.prices[0]!.id;
    const byPrice = (product_price_id: string) =>
      publicly({ product_price_id }, '/v1/checkouts/', { authorization: `Bearer ${shop.bearer}` });
    expect(await byPrice(priceId)).toMatchObject({
      status: 201,
      body: { product_id: two.id, product_price_id: priceId, amount: 700 },
    });
    const refused = (msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', 'product_price_id'], msg }] } });
    expect(await byPrice(newUuid())).toMatchObject(refused('Price does not exist.'));
    await shop.seller.products.update({
      id: two.id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 900 }] },
    });
    expect(await byPrice(priceId)).toMatchObject(refused('Price is not on sale for this product.'));
  });
});
