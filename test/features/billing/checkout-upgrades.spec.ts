import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckoutCreate } from '@polar-sh/sdk/models/components/checkoutcreate.js';
import type { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { tokenIdOf } from '../../../src/kernel/secrets/tokens.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { NOW } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

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
