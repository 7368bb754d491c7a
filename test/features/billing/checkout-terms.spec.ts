import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Checkout } from '@polar-sh/sdk/models/components/checkout.js';
import type { CheckoutUpdatePublic } from '@polar-sh/sdk/models/components/checkoutupdatepublic.js';
import type { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { Commands } from '../../../src/app/commands.ts';
import type { CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { ReserveRedemption } from '../../../src/features/billing/discounts/discount.commands.ts';
import { NOW } from '../../support/given.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

/** What buyers choose, what is taken off, what is added, and what else they fill in: from the checkout to the order. */
describe('what is bought, over HTTP', () => {
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    shop = await openShop({ at: NOW, allowSeveral: true });
  });
  afterAll(() => shop.close());

  const somebody = () => `buyer${(people += 1)}@example.com`;
  const germany = { country: 'DE' };
  const open = (productId: string, more: object = {}): Promise<Checkout> =>
    shop.seller.checkouts.create({ products: [productId], ...more });
  const change = ({ clientSecret }: Checkout, checkoutUpdatePublic: CheckoutUpdatePublic) =>
    shop.seller.checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic });
  const confirm = ({ clientSecret }: Checkout, more: object = {}, token = 'ctoken_ok') =>
    shop.confirm(clientSecret, { email: somebody(), token }, more);
  const get = (id: string) => shop.seller.checkouts.get({ id });
  const refusedAt = async (request: Promise<unknown>) => {
    const error = (await request.then(
      () => ({ detail: undefined }),
      (thrown: unknown) => thrown,
    )) as HTTPValidationError;
    return error.detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  };
  const orderOf = async ({ id }: Checkout) => {
    await until(async () => (await get(id)).status === 'succeeded', 'the checkout to have succeeded');
    return (await shop.seller.orders.list({ checkoutId: id })).result.items[0]!;
  };
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` };
    const answer = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { id: string; detail?: { loc: string[] }[] } };
  };
  const redemptions = async (id: string) => (await shop.seller.discounts.get({ id })).redemptionsCount;

  it('charges what the buyer chooses at a custom price, within its limits', async () => {
    const { id } = await shop.seller.products.create({
      name: 'Pay what you want',
      recurringInterval: null,
      prices: [{ amountType: 'custom', minimumAmount: 500, maximumAmount: 9_000, presetAmount: 1_500 }],
    });
    const checkout = await open(id);
    expect(checkout).toMatchObject({ amount: 1_500, totalAmount: 1_500, isFreeProductPrice: false });
    expect(await open(id, { amount: 700 })).toMatchObject({ amount: 700 });
    expect(await refusedAt(open(id, { amount: 499 }))).toEqual(['body.amount: Amount is below minimum.']);
    expect(await refusedAt(change(checkout, { amount: 9_001 }))).toEqual(['body.amount: Amount is above maximum.']);
    expect(await change(checkout, { amount: 2_300 })).toMatchObject({ amount: 2_300, totalAmount: 2_300 });
    // Choosing the product that is selected already does not take the amount back.
    expect(await change(checkout, { productId: id })).toMatchObject({ amount: 2_300 });
    const fixed = await shop.product({ amount: 1_000 });
    expect(await refusedAt(change(await open(fixed.id), { amount: 2_000 }))).toEqual([
      'body.amount: The price of this product cannot be chosen.',
    ]);
    await confirm(checkout, { amount: 2_400 });
    expect(await orderOf(checkout)).toMatchObject({ netAmount: 2_400, totalAmount: 2_400 });
    for (const amount of [49, 2_300.5, -1, 1e12, '2300'])
      expect((await post('/v1/checkouts/', { products: [id], amount })).body.detail![0]!.loc).toEqual([
        'body',
        'amount',
      ]);
  });

  it('renews a custom price at the amount that was chosen', async () => {
    const { id } = await shop.seller.products.create({
      name: 'Patron',
      recurringInterval: 'month',
      prices: [{ amountType: 'custom', presetAmount: 1_000 }],
    });
    const checkout = await open(id);
    await confirm(checkout, { amount: 4_200 });
    const { subscriptionId } = await orderOf(checkout);
    const subscription = await shop.seller.subscriptions.get({ id: subscriptionId! });
    expect(subscription).toMatchObject({ amount: 4_200, prices: [{ amountType: 'custom' }] });
  });

  it('saves a payment method for what only a meter bills, and charges nothing', async () => {
    const meter = await shop.seller.meters.create({
      name: 'Calls',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    });
    const { id } = await shop.seller.products.create({
      name: 'By use',
      recurringInterval: 'month',
      prices: [{ amountType: 'metered_unit', meterId: meter.id, unitAmount: '0.5' }],
    });
    const checkout = await open(id);
    expect(checkout).toMatchObject({ amount: 0, isPaymentRequired: false, isPaymentSetupRequired: true });
    expect(await refusedAt(confirm(checkout, {}, null as never))).toContain(
      'body.confirmation_token_id: Field is required.',
    );
    await confirm(checkout);
    const order = await orderOf(checkout);
    expect([order.totalAmount, order.items]).toEqual([0, []]);
    const { prices, amount } = await shop.seller.subscriptions.get({ id: order.subscriptionId! });
    expect([amount, prices]).toMatchObject([0, [{ amountType: 'metered_unit', meter: { name: 'Calls' } }]]);
  });

  describe('with a discount', () => {
    let product: string;
    let other: string;
    beforeAll(async () => {
      product = (await shop.product({ amount: 2_000, interval: 'month', name: 'Paper' })).id;
      other = (await shop.product({ amount: 3_000, interval: 'month', name: 'Ink' })).id;
    });
    const percentage = (basisPoints: number, more: object = {}) =>
      shop.seller.discounts.create({ name: 'Off', type: 'percentage', duration: 'once', basisPoints, ...more });

    it('takes it off by the code that the buyer enters, and lets it go with null or another product', async () => {
      const { id } = await percentage(2_500, { code: 'QUARTER', products: [product] });
      const checkout = await shop.seller.checkouts.create({ products: [product, other] });
      expect(await change(checkout, { discountCode: 'quarter' })).toMatchObject({
        discountId: id,
        discount: { name: 'Off', basisPoints: 2_500 },
        amount: 2_000,
        discountAmount: 500,
        netAmount: 1_500,
        totalAmount: 1_500,
      });
      expect(await change(checkout, { customerName: 'Ada' })).toMatchObject({ discountId: id, discountAmount: 500 });
      expect(await change(checkout, { productId: other })).toMatchObject({ discountId: null, netAmount: 3_000 });
      await change(checkout, { productId: product, discountCode: 'QUARTER' });
      expect(await change(checkout, { discountCode: null })).toMatchObject({ discountId: null, netAmount: 2_000 });
      expect(await refusedAt(change(checkout, { discountCode: 'NOSUCH' }))).toEqual([
        'body.discount_code: Discount does not exist.',
      ]);
    });

    it('ignores codes where the seller allows none, and takes the discount that the seller names', async () => {
      const { id } = await percentage(1_000, { code: 'TENTH' });
      const checkout = await open(product, { allowDiscountCodes: false, discountId: id });
      expect(checkout).toMatchObject({ discountId: id, discountAmount: 200 });
      expect(await change(checkout, { discountCode: 'NOSUCH' })).toMatchObject({ discountId: id });
      const elsewhere = '01890000-0000-7000-8000-000000000000';
      expect(await refusedAt(open(product, { discountId: elsewhere }))).toEqual([
        'body.discount_id: Discount does not exist.',
      ]);
    });

    it('keeps it on the subscription for as long as it lasts', async () => {
      const { body: twice } = await post('/v1/discounts/', {
        name: 'Twice',
        type: 'fixed',
        amount: 300,
        currency: 'usd',
        duration: 'repeating',
        duration_in_months: 2,
      });
      const checkout = await open(product, { discountId: twice.id });
      await confirm(checkout);
      const order = await orderOf(checkout);
      expect(order).toMatchObject({
        subtotalAmount: 2_000,
        discountAmount: 300,
        netAmount: 1_700,
        discountId: twice.id,
      });
      const subscription = () => shop.seller.subscriptions.get({ id: order.subscriptionId! });
      expect(await subscription()).toMatchObject({ amount: 1_700, discountId: twice.id, discount: { name: 'Twice' } });
      const renewed = async (times: number) => {
        shop.clock.set((await subscription()).currentPeriodEnd!.toISOString());
        const orders = async () => (await shop.seller.orders.list({ sorting: ['-created_at'] })).result.items;
        const own = async () =>
          (await orders()).filter(({ subscriptionId }) => subscriptionId === order.subscriptionId);
        await until(async () => (await own()).length === times && (await own())[0]!.paid, 'the renewal to be paid');
        return (await own())[0]!;
      };
      expect(await renewed(2)).toMatchObject({ discountAmount: 300, totalAmount: 1_700 });
      expect(await renewed(3)).toMatchObject({ discountAmount: 0, totalAmount: 2_000, discountId: null });
      expect(await subscription()).toMatchObject({ amount: 2_000, discountId: null, discount: null });
    });

    it('saves a payment method even if nothing is due', async () => {
      const { id } = await percentage(10_000);
      const checkout = await open(product, { discountId: id });
      expect(checkout).toMatchObject({ totalAmount: 0, isPaymentRequired: false, isPaymentSetupRequired: true });
      await confirm(checkout);
      expect(await orderOf(checkout)).toMatchObject({ totalAmount: 0, discountAmount: 2_000, status: 'paid' });
      expect(await redemptions(id)).toBe(1);
    });

    it('gives the last redemption to one of fifty who confirm at once', async () => {
      const { id } = await percentage(5_000, { maxRedemptions: 1 });
      const checkouts = await Promise.all(Array.from({ length: 50 }, () => open(product, { discountId: id })));
      const confirmed = await Promise.allSettled(checkouts.map((checkout) => confirm(checkout)));
      expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refusals = confirmed.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as HTTPValidationError] : [],
      );
      for (const { detail } of refusals)
        expect(detail).toMatchObject([{ loc: ['body', 'discount_id'], msg: 'Discount is no longer redeemable.' }]);
      const lost = checkouts.filter((_, at) => confirmed[at]!.status === 'rejected');
      expect(await redemptions(id)).toBe(1);
      expect((await get(lost[0]!.id)).status).toBe('open');
      // Without the discount, it can still be bought.
      await change(lost[0]!, { discountCode: null });
      expect(await confirm(lost[0]!)).toMatchObject({ status: 'confirmed', totalAmount: 2_000 });
    });

    it('releases the redemption of a payment that is declined', async () => {
      const { id } = await percentage(5_000, { maxRedemptions: 1 });
      const [first, second] = [await open(product, { discountId: id }), await open(product, { discountId: id })];
      await expect(confirm(first, {}, 'ctoken_declined')).rejects.toMatchObject({ error: 'PaymentError' });
      // The process that follows the declined payment may come first, and the buyer does not wait for it.
      await until(async () => (await redemptions(id)) === 0, 'the redemption to be released');
      await confirm(second);
      await orderOf(second);
      expect(await refusedAt(confirm(first))).toEqual(['body.discount_id: Discount is no longer redeemable.']);
    });
  });

  describe('with a redemption that is reserved late', () => {
    it('releases it, whether its attempt has failed or succeeded', async () => {
      const { id: product } = await shop.product({ amount: 2_000 });
      const { id } = await shop.seller.discounts.create({
        name: 'Late',
        type: 'percentage',
        duration: 'once',
        basisPoints: 1_000,
      });
      const checkout = await open(product, { discountId: id });
      const attempts = async () => {
        const events = await shop.events<CheckoutEvent>(`checkout-${checkout.id}`);
        return events.flatMap(({ type, data }) => (type === 'CheckoutConfirmStarted' ? [data.orderId] : []));
      };
      const reserveAgain = async () => {
        const data = { discountId: id, checkoutId: checkout.id, attempt: (await attempts()).at(-1)!, customerId: null };
        await shop.app.get(Commands).execute(new ReserveRedemption(data, shop.context()));
        await shop.settled();
      };
      await expect(confirm(checkout, {}, 'ctoken_declined')).rejects.toMatchObject({ error: 'PaymentError' });
      await reserveAgain();
      expect(await redemptions(id)).toBe(0);
      await confirm(checkout);
      await orderOf(checkout);
      await shop.settled();
      expect(await redemptions(id)).toBe(1);
      await reserveAgain();
      expect(await redemptions(id)).toBe(1);
      expect(await attempts()).toHaveLength(2);
    });
  });

  describe('with tax', () => {
    let product: string;
    beforeAll(async () => {
      product = (await shop.product({ amount: 1_999, interval: null, name: 'Book' })).id;
      for (const [country, percent, state] of [
        ['DE', '19'],
        ['US', '8.875', 'US-NY'],
      ])
        expect((await post('/api/dashboard/tax-rates', { country, state, name: 'Tax', percent })).status).toBe(201);
    });

    it('adds it as soon as it is known where the buyer is, and follows every change', async () => {
      const checkout = await open(product);
      expect(checkout).toMatchObject({ taxAmount: null, totalAmount: 1_999 });
      const behavior = async () => {
        const shown = await fetch(`${shop.url}/v1/checkouts/client/${checkout.clientSecret}`);
        return ((await shown.json()) as { tax_behavior: string | null }).tax_behavior;
      };
      expect(await behavior()).toBeNull();
      expect(await change(checkout, { customerBillingAddress: germany })).toMatchObject({
        netAmount: 1_999,
        taxAmount: 380,
        totalAmount: 2_379,
      });
      expect(await behavior()).toBe('exclusive');
      expect(await change(checkout, { customerBillingAddress: { country: 'FR' } })).toMatchObject({ taxAmount: 0 });
      expect(await change(checkout, { customerBillingAddress: { country: 'US' } })).toMatchObject({ taxAmount: null });
      const newYork = { country: 'US', state: 'NY', line1: '1 Main St', city: 'New York', postalCode: '10001' };
      expect(await change(checkout, { customerBillingAddress: newYork })).toMatchObject({ taxAmount: 177 });
      await confirm(checkout, { customerBillingAddress: newYork });
      const order = await orderOf(checkout);
      expect(order).toMatchObject({ netAmount: 1_999, taxAmount: 177, totalAmount: 2_176 });
      const rates = [{ name: 'Tax', percent: '8.875', country: 'US', state: 'US-NY', amount: 177 }];
      // The client drops what its contract does not know.
      const plain = await fetch(`${shop.url}/v1/orders/${order.id}`, {
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
      expect(await plain.json()).toMatchObject({ tax: { rates, reverse_charge: false } });
    });

    it('asks for the state together with all else that is missing', async () => {
      const checkout = await open(product);
      const missing = await refusedAt(
        shop.seller.checkouts.clientConfirm({
          clientSecret: checkout.clientSecret,
          checkoutConfirmStripe: { customerBillingAddress: { country: 'US' } },
        }),
      );
      expect(missing).toEqual([
        'body.customer_email: Field is required.',
        'body.customer_name: Field is required.',
        'body.confirmation_token_id: Field is required.',
        'body.customer_billing_address.state: The tax depends on the state.',
      ]);
    });
  });

  describe('with custom fields', () => {
    it('asks for the required ones at confirm, and shows the answers under the slugs of today', async () => {
      const company = await shop.seller.customFields.create({
        type: 'text',
        slug: 'company',
        name: 'Company',
        properties: { maxLength: 10 },
      });
      const terms = await shop.seller.customFields.create({
        type: 'checkbox',
        slug: 'terms',
        name: 'Terms',
        properties: {},
      });
      const { id } = await shop.seller.products.create({
        name: 'Course',
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount: 5_000 }],
        attachedCustomFields: [
          { customFieldId: company.id, required: true },
          { customFieldId: terms.id, required: true },
        ],
      });
      const checkout = await open(id, { customFieldData: { company: 'Acme', unknown: 1 } });
      expect(checkout.customFieldData).toEqual({ company: 'Acme', terms: false });
      expect(checkout.attachedCustomFields).toMatchObject([{ order: 0, required: true }, { order: 1 }]);
      expect(await refusedAt(change(checkout, { customFieldData: { company: 'Much too long' } }))).toEqual([
        'body.custom_field_data.company: String should have at most 10 characters',
      ]);
      expect(await refusedAt(confirm(checkout))).toEqual(['body.custom_field_data.terms: Input should be True']);
      await confirm(checkout, { customFieldData: { company: 'Acme', terms: true } });
      const order = await orderOf(checkout);
      expect(order.customFieldData).toEqual({ company: 'Acme', terms: true });
      await shop.seller.customFields.update({ id: company.id, customFieldUpdate: { type: 'text', slug: 'firm' } });
      const later = await shop.seller.orders.get({ id: order.id });
      expect(later.customFieldData).toEqual({ firm: 'Acme', terms: true });
      const subscription = await shop.seller.subscriptions.get({ id: order.subscriptionId! });
      expect(subscription.customFieldData).toEqual({ firm: 'Acme', terms: true });
      const state = await shop.seller.customers.getState({ id: order.customerId });
      expect(state.activeSubscriptions[0]!.customFieldData).toEqual({ firm: 'Acme', terms: true });
      const stored = JSON.stringify((await shop.ports.store.read(`order-${order.id}`)).map(({ data }) => data));
      expect(stored).not.toContain('Acme');
    });
  });

  it('takes the name that newer clients give the external id of a customer', async () => {
    const { id } = await shop.product({ amount: 1_000 });
    const create = (body: object) => post('/v1/checkouts/', { products: [id], ...body });
    const named = await create({ external_customer_id: 'user-1' });
    expect((await get(named.body.id)).customerExternalId).toBe('user-1');
    const both = await create({ external_customer_id: 'user-1', customer_external_id: 'user-2' });
    expect([both.status, both.body.detail![0]!.loc]).toEqual([422, ['body', 'external_customer_id']]);
  });
});
