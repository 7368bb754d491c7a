import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Checkout } from '@polar-sh/sdk/models/components/checkout.js';
import { ExpiredCheckoutError } from '@polar-sh/sdk/models/errors/expiredcheckouterror.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { NotOpenCheckout } from '@polar-sh/sdk/models/errors/notopencheckout.js';
import { PaymentError } from '@polar-sh/sdk/models/errors/paymenterror.js';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { benefitProjection } from '../../../src/features/billing/benefits/benefit.projection.ts';
import { customerProjection } from '../../../src/features/billing/customers/customer.projection.ts';
import { grantProjection, type GrantDocument } from '../../../src/features/billing/grants/grant.projection.ts';
import { GrantWebhookPresenter } from '../../../src/features/billing/grants/grants.queries.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { productProjection } from '../../../src/features/billing/products/product.projection.ts';
import { collectionOf, type AnyProjection } from '../../../src/kernel/reading/projection.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { WITHOUT_SANDBOX } from '../../support/app.ts';
import { NOW } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { checkoutsOf, products } from '../../support/checkouts.ts';

const EXPIRES = addSeconds(NOW, 3_600);
const NEXT_MONTH = '2026-02-28T10:00:00.000Z';

describe('checkouts over HTTP', () => {
  let shop: Shop;
  let once: string;
  let monthly: string;
  let free: string;
  const { open, get, post, create } = checkoutsOf(() => shop);

  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    ({ once, monthly, free } = await products(shop));
  });
  afterAll(() => shop.close());

  const refusedAt = ({ status, body }: { status: number; body: { detail?: { loc: string[] }[] } }) => [
    status,
    ...(body.detail ?? []).map(({ loc }) => loc.join('.')),
  ];

  it('creates a checkout with its products, a computed secret and an hour to expiry', async () => {
    const checkout = await shop.seller.checkouts.create({
      products: [once, monthly],
      customerEmail: 'grace@example.com',
      metadata: { source: 'newsletter' },
      successUrl: 'https://shop.example/thanks?id={CHECKOUT_ID}',
    });
    expect(checkout).toMatchObject({
      status: 'open',
      amount: 2_500,
      netAmount: 2_500,
      taxAmount: null,
      totalAmount: 2_500,
      productId: once,
      isPaymentRequired: true,
      isPaymentSetupRequired: false,
      customerEmail: 'grace@example.com',
      customerId: null,
      metadata: { source: 'newsletter' },
      url: `${shop.url}/checkout/${checkout.clientSecret}`,
      successUrl: `https://shop.example/thanks?id=${checkout.id}`,
      expiresAt: new Date(EXPIRES),
    });
    expect(checkout.clientSecret).toMatch(/^tb_c_[0-9A-Za-z]{43}$/);
    expect(checkout.products.map(({ id }) => id)).toEqual([once, monthly]);
    expect(await get(checkout.id)).toEqual(checkout);
    const shown = await shop.seller.checkouts.clientGet({ clientSecret: checkout.clientSecret });
    expect(shown).toMatchObject({ id: checkout.id, organization: { id: shop.organizationId } });
    const stored = JSON.stringify((await shop.ports.store.read(`checkout-${checkout.id}`)).map(({ data }) => data));
    expect(stored).not.toContain('grace@example.com');
    expect(stored).not.toContain('tb_c_');
  });

  it('lets only the origin it names frame it, checked and normalised', async () => {
    const framedBy = async (path: string) => {
      const page = await fetch(`${shop.url}/checkout/${path}`, { headers: { accept: 'text/html' } });
      return /frame-ancestors ([^;]*)/.exec(page.headers.get('content-security-policy')!)![1];
    };
    const { id, clientSecret, embedOrigin } = await open(once, { embedOrigin: 'HTTPS://Shop.Example:443' });
    expect([embedOrigin, await framedBy(clientSecret)]).toEqual(['https://shop.example', 'https://shop.example']);
    const update = (checkoutUpdate: { embedOrigin: string | null }) =>
      shop.seller.checkouts.update({ id, checkoutUpdate });
    await update({ embedOrigin: 'http://localhost:4000' });
    expect(await framedBy(`${clientSecret}/confirmation`)).toBe('http://localhost:4000');
    await update({ embedOrigin: null });
    expect(await framedBy(clientSecret)).toBe("'none'");
    const forged = `${clientSecret.slice(0, -1)}${clientSecret.endsWith('a') ? 'b' : 'a'}`;
    for (const secret of [forged, 'tb_c_', id, '%00', 'x'.repeat(5_000)])
      expect([secret, await framedBy(secret)]).toEqual([secret, "'none'"]);
  });

  it.each([
    'https://shop.example/',
    'https://shop.example/path',
    'https://*.example',
    'https://shop.example\r\nx',
    'https://shop.example;sandbox',
    'https://shop.example,https://other.example',
    'https://user@shop.example',
    'https://[::1]',
    'http://shop.example',
    'javascript:alert(1)',
    'null',
    "'self'",
    '*',
    '',
    7,
  ])('takes no origin that is %j', async (origin) => {
    expect(refusedAt(await create({ products: [once], embed_origin: origin }))).toEqual([422, 'body.embed_origin']);
  });

  it('shows when the subscription it created is charged next', async () => {
    const nextCharge = async (checkoutId: string) => {
      const { clientSecret } = await get(checkoutId);
      // The official client drops what the contract does not have.
      const shown = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`);
      return ((await shown.json()) as { next_charge: unknown }).next_charge;
    };
    const bought = await shop.buy(monthly, { email: somebody() });
    expect(await nextCharge(bought)).toEqual({ at: NEXT_MONTH, amount: 2_000, currency: 'usd', then: null });
    const { subscriptionId } = await get(bought);
    const subscriptionUpdate = { cancelAtPeriodEnd: true };
    await shop.seller.subscriptions.update({ id: subscriptionId!, subscriptionUpdate });
    const others = [(await open(monthly)).id, await shop.buy(once), await shop.buy(free, { email: somebody() })];
    for (const id of [bought, ...others]) expect(await nextCharge(id)).toBeNull();
  });

  it('shows the buyer why the last payment was declined, and the order number', async () => {
    const { id, clientSecret } = await open(once);
    const shown = async () => {
      const answer = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`);
      const { decline_reason, order_number } = (await answer.json()) as Record<string, string | null>;
      return { decline_reason, order_number };
    };
    expect(await shown()).toEqual({ decline_reason: null, order_number: null });
    const buyer = { email: somebody(), token: 'ctoken_insufficient_funds' };
    await expect(shop.confirm(clientSecret, buyer)).rejects.toThrow();
    expect(await shown()).toEqual({ decline_reason: 'Your card has insufficient funds.', order_number: null });
    await shop.confirm(clientSecret, { email: buyer.email });
    await shop.settled();
    const [order] = (await shop.seller.orders.list({ checkoutId: id })).result.items;
    expect(await shown()).toEqual({ decline_reason: null, order_number: orderNumber(order!.id) });
  });

  it('rejects a success URL that a browser would read differently', async () => {
    for (const success_url of [
      'https://shop.example/a\r\nX: y',
      'https://shop.example/a\tb',
      'https://shop.example/a b',
      ' https://shop.example/',
      'http:\\\\shop.example',
      'https:/\\shop.example',
      'https:shop.example',
      'https://',
      'https://shop.example:99999/',
      'javascript://shop.example/%0aalert(1)',
    ])
      expect([success_url, refusedAt(await create({ products: [once], success_url }))]).toEqual([
        success_url,
        [422, 'body.success_url'],
      ]);
  });

  it('lets seller and buyer change product and customer', async () => {
    const { id, clientSecret } = await shop.seller.checkouts.create({ products: [once, monthly] });
    const byBuyer = await shop.seller.checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: {
        productId: monthly,
        customerEmail: 'buyer@example.com',
        customerBillingAddress: { country: 'US', state: 'CA' },
      },
    });
    expect(byBuyer).toMatchObject({
      productId: monthly,
      amount: 2_000,
      taxAmount: 0,
      isPaymentSetupRequired: true,
      customerEmail: 'buyer@example.com',
      customerBillingAddress: { country: 'US', state: 'US-CA' },
      customerBillingAddressFields: { line1: true, state: true },
    });
    const bySeller = await shop.seller.checkouts.update({
      id,
      checkoutUpdate: { allowDiscountCodes: false, metadata: { a: 1 } },
    });
    expect(bySeller).toMatchObject({ productId: monthly, allowDiscountCodes: false, metadata: { a: 1 } });
  });

  it('rejects unsupported fields and unknown ids at their field', async () => {
    const refused = async (body: object) => refusedAt(await create({ products: [once], ...body }));
    expect(await refused({ discount_id: newUuid() })).toEqual([422, 'body.discount_id']);
    expect(await refused({ amount: 1_000 })).toEqual([422, 'body.amount']);
    expect(await refused({ subscription_id: newUuid() })).toEqual([422, 'body.subscription_id']);
    expect(await refused({ custom_field_data: 'L' })).toEqual([422, 'body.custom_field_data']);
    expect(await refused({ customer_id: newUuid() })).toEqual([422, 'body.customer_id']);
    expect(await refused({ customer_email: 'nobody' })).toEqual([422, 'body.customer_email']);
    expect(await refused({ products: [once, newUuid()] })).toEqual([422, 'body.products.1']);
    expect(await refused({ products: undefined })).toEqual([422, 'body.products']);
    expect(await refused({ customer_tax_id: 'DE136695976' })).toEqual([422, 'body.customer_billing_address']);
    expect((await create({ products: [once], discount_id: null, amount: null, custom_field_data: {} })).status).toBe(
      201,
    );
    expect((await create({ product_id: once })).status).toBe(201);
  });

  it('hides checkouts from other sellers and from forged secrets', async () => {
    const { id, clientSecret } = await open(once);
    const stranger = polar(shop.url, 'seller-stranger');
    await expect(stranger.checkouts.get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(stranger.checkouts.update({ id, checkoutUpdate: {} })).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    await expect(stranger.checkouts.create({ products: [once] })).rejects.toThrow(HTTPValidationError);
    const forged = clientSecret.slice(0, -1) + (clientSecret.endsWith('x') ? 'y' : 'x');
    for (const secret of [forged, 'tb_c_', 'nonsense', clientSecret.slice(0, 20)])
      await expect(shop.seller.checkouts.clientGet({ clientSecret: secret })).rejects.toMatchObject({
        error: 'ResourceNotFound',
      });
  });

  it('are shown although the read model of products is behind', async () => {
    const product = await shop.product({ amount: 900, name: 'Late' });
    const shown = async (id: string, clientSecret: string) => [
      await get(id),
      await shop.seller.checkouts.clientGet({ clientSecret }),
      await shop.seller.checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic: { customerName: somebody() } }),
      ...(await shop.seller.checkouts.list({ productId: product.id })).result.items,
    ];
    const collection = collectionOf(productProjection);
    const { documents } = shop.ports;
    const stored = async () => (await documents.load(collection, [product.id])).get(product.id)!;
    const old = await stored();
    await shop.seller.products.update({
      id: product.id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 1_200 }] },
    });
    const { id, clientSecret } = await open(product.id);
    const { position, document } = await stored();
    for (const behind of [old.document, undefined]) {
      await documents.save([
        { collection, id: product.id, seen: (await stored()).position, position, document: behind },
      ]);
      for (const checkout of await shown(id, clientSecret))
        expect(checkout).toMatchObject({ product: { name: 'Late' }, productPrice: { priceAmount: 1_200 } });
    }
    await documents.save([{ collection, id: product.id, seen: (await stored()).position, position, document }]);
  });

  it('lead to orders, subscriptions and grants that are shown although other read models are behind', async () => {
    const { id: benefitId } = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: null },
    });
    const product = await shop.product({ amount: 900, interval: 'month', name: 'Late' });
    await shop.seller.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefitId] } });
    const email = somebody();
    await shop.buy(product.id, { email });
    const shown = async () => ({
      order: (await shop.seller.orders.list({ productId: product.id })).result.items[0]!,
      subscription: (await shop.seller.subscriptions.list({ productId: product.id })).result.items[0],
      grant: (await shop.seller.benefits.grants({ id: benefitId })).result.items[0]!,
    });
    const current = await shown();
    expect(current).toMatchObject({
      order: { product: { name: 'Late' }, customer: { email }, subscription: { productId: product.id } },
      subscription: { product: { name: 'Late' }, customer: { email }, prices: [{ priceAmount: 900 }] },
      grant: { customer: { email } },
    });
    const { documents } = shop.ports;
    async function without<T>(projection: AnyProjection, id: string, show: () => Promise<T>): Promise<T> {
      const collection = collectionOf(projection);
      const { position, document } = (await documents.load(collection, [id])).get(id)!;
      await documents.save([{ collection, id, seen: position, position, document: undefined }]);
      try {
        return await show();
      } finally {
        await documents.save([{ collection, id, seen: position, position, document }]);
      }
    }
    const { customerId, subscriptionId } = current.order;
    expect(await without(productProjection, product.id, shown)).toEqual(current);
    expect(await without(customerProjection, customerId, shown)).toEqual(current);
    // What is listed itself is missing there.
    const unlisted = { ...current, subscription: undefined };
    expect(await without(subscriptionProjection, subscriptionId!, shown)).toEqual(unlisted);

    const { id } = current.grant;
    const grant = (await documents.load<GrantDocument>(collectionOf(grantProjection), [id])).get(id)!.document!;
    const message = () => shop.app.get(GrantWebhookPresenter).present(grant);
    expect((await without(benefitProjection, benefitId, message)).benefit).toMatchObject({ description: 'Support' });
  });

  it('reports all missing fields together', async () => {
    const { clientSecret } = await open(once);
    const confirm = async (body: object) => refusedAt(await post(`/v1/checkouts/client/${clientSecret}/confirm`, body));
    expect(await confirm({})).toEqual([
      422,
      'body.customer_email',
      'body.customer_name',
      'body.customer_billing_address',
      'body.confirmation_token_id',
    ]);
    const business = { is_business_customer: true, customer_email: somebody(), customer_name: 'Ada' };
    const country = { customer_billing_address: { country: 'US' }, confirmation_token_id: 'ctoken_ok' };
    expect(await confirm({ ...business, ...country })).toEqual([
      422,
      'body.customer_billing_name',
      'body.customer_billing_address.line1',
      'body.customer_billing_address.city',
      'body.customer_billing_address.postal_code',
      'body.customer_billing_address.state',
    ]);
  });

  it('ignores a discount code if codes are not allowed, and rejects it otherwise', async () => {
    const code = { discount_code: 'SPRING' };
    const patch = async ({ clientSecret }: Checkout) => {
      const answer = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(code),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, never> };
    };
    const confirm = ({ clientSecret }: Checkout) => post(`/v1/checkouts/client/${clientSecret}/confirm`, code);
    const [allowed, ignored] = [await open(once), await open(once, { allowDiscountCodes: false })];
    expect(refusedAt(await patch(allowed))).toEqual([422, 'body.discount_code']);
    expect(refusedAt(await confirm(allowed))).toEqual([422, 'body.discount_code']);
    expect((await patch(ignored)).status).toBe(200);
    expect(refusedAt(await confirm(ignored))).not.toContain('body.discount_code');
    const confirmed = await shop.confirm(ignored.clientSecret, { email: somebody() }, { discountCode: 'SPRING' });
    expect(confirmed).toMatchObject({ status: 'confirmed', discountAmount: 0, customFieldData: {} });
  });

  it('shows no custom field values while there are no custom fields', async () => {
    const { id, clientSecret } = await open(once);
    const read = async (path: string) => {
      const answer = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${shop.bearer}` } });
      return (await answer.json()) as Record<string, unknown>;
    };
    expect(await read(`/v1/checkouts/${id}`)).toMatchObject({ custom_field_data: {} });
    expect(await read(`/v1/checkouts/client/${clientSecret}`)).toMatchObject({ custom_field_data: {} });
  });

  it('rejects a price that was archived in the meantime', async () => {
    const product = await shop.product({ amount: 900 });
    const { clientSecret } = await open(product.id);
    await shop.seller.products.update({
      id: product.id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 1_000 }] },
    });
    await expect(shop.confirm(clientSecret, { email: somebody() })).rejects.toThrow(HTTPValidationError);
  });

  it('filters lists by product, status and text', async () => {
    const list = async (query: object) => (await shop.seller.checkouts.list({ limit: 100, ...query })).result.items;
    expect(new Set((await list({ productId: free })).map((item) => item.productId))).toEqual(new Set([free]));
    expect(new Set((await list({ status: 'succeeded' })).map((item) => item.status))).toEqual(new Set(['succeeded']));
    expect((await list({ query: 'GRACE@' })).map((item) => item.customerEmail)).toEqual(['grace@example.com']);
    const times = (await list({ sorting: ['-expires_at'] })).map((item) => item.expiresAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('expires, and answers 410 only if it was never confirmed', async () => {
    const [unused, waiting, done] = [await open(once), await open(once), await open(once)];
    await shop.confirm(waiting.clientSecret, { email: somebody(), token: 'ctoken_pending' });
    await shop.confirm(done.clientSecret, { email: somebody() });
    await shop.settled();
    shop.clock.advance({ seconds: 3_600 });
    const client = ({ clientSecret }: Checkout) => shop.seller.checkouts.clientGet({ clientSecret });
    await expect(client(unused)).rejects.toThrow(ExpiredCheckoutError);
    const answer = await fetch(`${shop.url}/v1/checkouts/client/${unused.clientSecret}`);
    expect(await answer.json()).toMatchObject({ expired_at: unused.expiresAt.toISOString() });
    await expect(shop.confirm(unused.clientSecret)).rejects.toThrow(ExpiredCheckoutError);
    expect((await client(waiting)).status).toBe('confirmed');
    expect((await client(done)).status).toBe('succeeded');
    await until(async () => (await get(unused.id)).status === 'expired', 'the checkout to have expired');
    await expect(client(unused)).rejects.toThrow(ExpiredCheckoutError);
    await expect(shop.seller.checkouts.update({ id: unused.id, checkoutUpdate: { metadata: {} } })).rejects.toThrow(
      NotOpenCheckout,
    );
  });
});

it('without a processor, answers 400 PaymentError, sells free products, and is framed on https only', async () => {
  const shop = await openShop({ at: NOW, env: WITHOUT_SANDBOX });
  const [paid, free] = [await shop.product({ amount: 2_000 }), await shop.product({ amount: 0 })];
  const { clientSecret } = await shop.seller.checkouts.create({ products: [paid.id] });
  await expect(shop.confirm(clientSecret)).rejects.toThrow(PaymentError);
  const gift = await shop.seller.checkouts.create({ products: [free.id] });
  await shop.confirm(gift.clientSecret);
  await shop.settled();
  expect((await shop.seller.checkouts.get({ id: gift.id })).status).toBe('succeeded');
  expect((await fetch(`${shop.url}/sandbox/clock`)).status).toBe(404);
  const framed = { products: [free.id], embedOrigin: 'http://localhost:4000' };
  await expect(shop.seller.checkouts.create(framed)).rejects.toThrow(HTTPValidationError);
  await shop.close();
});
