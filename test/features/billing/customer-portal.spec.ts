import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerSession } from '@polar-sh/sdk/models/components/customersession.js';
import { openApiDocument } from '../../../src/app/http/openapi.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { upToEnd } from '../../../src/kernel/ports/event-store.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { organizationStream } from '../../../src/features/accounts/organizations/organization.events.ts';
import { OrganizationReader } from '../../../src/features/accounts/organizations/organizations.queries.ts';
import { organizationToken } from '../../support/accounts.ts';
import { Commands } from '../../../src/app/commands.ts';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import { SettlePayment } from '../../../src/features/billing/payments/payment.commands.ts';
import { savedMethodsDecider } from '../../../src/features/billing/saved-methods/saved-method.decider.ts';
import { SubscriptionReader } from '../../../src/features/billing/subscriptions/subscriptions.queries.ts';
import { specOf } from '../../support/given.ts';
import { happen, organizationId, polar } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';

/** What customers see and change themselves (docs/BILLING.md#customer-portal). */
let shop: Shop;
let emails = 0;
const fresh = () => `portal${(emails += 1)}@example.com`;
const address = { line1: '1 Main St', line2: null, postalCode: '10115', city: 'Berlin', state: null, country: 'DE' };

beforeAll(async () => {
  shop = await openShop({ allowSeveral: true });
  await foundOrganization(shop, 'stranger');
});
afterAll(() => shop.close());

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function ask(bearer: string | null, method: string, path: string, body?: object): Promise<Answer> {
  const headers = {
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(shop.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

const portal = (session: string, path: string, method = 'GET', body?: object) =>
  ask(session, method, `/v1/customer-portal/${path}`, body);
const placeOf = ({ status, body }: Answer) => [status, (body['detail'] as { loc: string[] }[])[0]!.loc.join('.')];
const refusal = ({ status, body }: Answer) => [status, body['error']];

interface Customer {
  customerId: string;
  email: string;
  /** A session of the whole customer. */
  session: string;
  subscriptionId: string;
  orderId: string;
  checkoutId: string;
}

/** Somebody who has bought a monthly product, and a session of theirs. */
async function customer(productId?: string, token = 'ctoken_ok'): Promise<Customer> {
  const email = fresh();
  const id = productId ?? (await shop.product({ interval: 'month' })).id;
  const checkoutId = await shop.buy(id, { email, token });
  const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
  const { customerId, subscriptionId } = order!;
  const { token: session } = await shop.seller.customerSessions.create({ customerId });
  return { customerId, email, session, subscriptionId: subscriptionId!, orderId: order!.id, checkoutId };
}

/** A benefit of a product that is bought. */
async function withBenefit(note: string): Promise<{ productId: string; benefitId: string }> {
  const { id: benefitId } = await shop.seller.benefits.create({
    type: 'custom',
    description: 'Support',
    properties: { note },
    metadata: { tier: 'gold' },
  });
  const { id: productId } = await shop.product({ interval: 'month' });
  await shop.seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [benefitId] } });
  return { productId, benefitId };
}

/** A product that gives a license key. */
async function withLicenseKey(): Promise<{ productId: string; benefitId: string }> {
  const { id: benefitId } = await shop.seller.benefits.create({
    type: 'license_keys',
    description: 'Desktop app',
    properties: { activations: { limit: 1, enableCustomerAdmin: true } },
  });
  const { id: productId } = await shop.product({ interval: 'month' });
  await shop.seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [benefitId] } });
  return { productId, benefitId };
}

async function allowUpdates(allow: boolean): Promise<void> {
  await happen(shop, organizationStream(shop.organizationId), {
    type: 'OrganizationUpdated',
    data: {
      organizationId: shop.organizationId,
      subscriptionSettings: {
        allowMultipleSubscriptions: true,
        allowCustomerUpdates: allow,
        prorationBehavior: 'prorate',
      },
    },
  });
  await shop.settled();
}

describe('a session', () => {
  it('says when it expires, and whose it is', async () => {
    const { session, customerId, email } = await customer();
    const opened = shop.clock.machineNow();
    const { status, body } = await portal(session, 'customer-session/introspect');
    expect([status, body['return_url']]).toEqual([200, null]);
    const seconds = (Date.parse(String(body['expires_at'])) - Date.parse(opened)) / 1_000;
    expect(seconds > 3_500 && seconds <= 3_600).toBe(true);
    const user = { type: 'customer', name: 'Ada', email, customer_id: customerId, member_id: null, role: null };
    expect((await portal(session, 'customer-session/user')).body).toEqual(user);
  });
});

describe('a session that the seller creates', () => {
  const create = (body: object, bearer = shop.bearer) => ask(bearer, 'POST', '/v1/customer-sessions/', body);

  it('names the customer by id or by external id, and the address of the portal', async () => {
    const externalId = newUuid();
    const { id: customerId, email } = await shop.seller.customers.create({ email: fresh(), externalId });
    const sessions: CustomerSession[] = [
      await shop.seller.customerSessions.create({ customerId }),
      await shop.seller.customerSessions.create({ customerExternalId: externalId }),
    ];
    for (const { token, customerPortalUrl, createdAt, expiresAt, ...session } of sessions) {
      expect(session).toMatchObject({ customerId, customer: { id: customerId, email, externalId }, modifiedAt: null });
      expect(token).toMatch(/^tb_cst_[0-9A-Za-z]+$/);
      const { slug } = await shop.seller.organizations.get({ id: shop.organizationId });
      expect(customerPortalUrl).toBe(`${shop.url}/${slug}/portal?customer_session_token=${token}`);
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(3_600_000);
      expect((await portal(token, 'customers/me')).body).toMatchObject({ id: customerId, email });
    }
    expect((await create({ external_customer_id: externalId })).body).toMatchObject({ customer_id: customerId });
    const twice = { customer_external_id: 'another', external_customer_id: externalId };
    expect(placeOf(await create(twice))).toEqual([422, 'body.external_customer_id']);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  });

  it('is refused for nobody, for two names, and for a customer that is deleted or of another seller', async () => {
    expect(placeOf(await create({}))).toEqual([422, 'body.customer_id']);
    expect(placeOf(await create({ customer_id: newUuid() }))).toEqual([422, 'body.customer_id']);
    expect(placeOf(await create({ customer_external_id: 'nobody' }))).toEqual([422, 'body.customer_external_id']);
    const externalId = newUuid();
    const { id: customer_id } = await shop.seller.customers.create({ email: fresh(), externalId });
    const both = { customer_id, customer_external_id: externalId };
    expect(placeOf(await create(both))).toEqual([422, 'body.customer_external_id']);
    expect(placeOf(await create({ customer_id }, 'seller-stranger'))).toEqual([422, 'body.customer_id']);
    const external = { customer_external_id: externalId };
    expect(placeOf(await create(external, 'seller-stranger'))).toEqual([422, 'body.customer_external_id']);
    expect(refusal(await create({ customer_id }, shop.bearer.replace('seller', 'reader')))).toEqual([
      403,
      'insufficient_scope',
    ]);
    await shop.seller.customers.delete({ id: customer_id });
    expect(placeOf(await create({ customer_id }))).toEqual([422, 'body.customer_id']);
  });

  it('opens nothing after an hour, nor once its customer is deleted, nor with another secret', async () => {
    const { id: customerId } = await shop.seller.customers.create({ email: fresh() });
    const { token } = await shop.seller.customerSessions.create({ customerId });
    const forged = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    expect(refusal(await portal(forged, 'customers/me'))).toEqual([401, 'invalid_token']);
    expect((await portal(token, 'customers/me')).status).toBe(200);
    await shop.seller.customers.delete({ id: customerId });
    expect(refusal(await portal(token, 'customers/me'))).toEqual([401, 'invalid_token']);
    const { id: other } = await shop.seller.customers.create({ email: fresh() });
    const late = (await shop.seller.customerSessions.create({ customerId: other })).token;
    shop.clock.advanceMachine(3_590);
    expect((await portal(late, 'customers/me')).status).toBe(200);
    shop.clock.advanceMachine(20);
    expect(refusal(await portal(late, 'customers/me'))).toEqual([401, 'invalid_token']);
  });
});

/** Public routes also accept nothing. */
const isDemanded = (security: object[] = []): boolean =>
  security.length > 0 && security.every((one) => Object.keys(one).length > 0);

/** Every route of the portal that a customer session opens, as the OpenAPI document lists them. */
function portalRoutes(): { method: string; path: string }[] {
  return Object.entries(openApiDocument(shop.app).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => isDemanded(security))
      .filter(() => path.startsWith('/v1/customer-portal/'))
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
}

/** One unit of a new meter. */
async function use(customerId: string): Promise<void> {
  const name = fresh();
  await shop.seller.meters.create({
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
    aggregation: { func: 'count' },
  });
  await shop.seller.events.ingest({ events: [{ name, customerId }] });
  await shop.settled();
}

/** A body that passes a route's validation, so that only ownership can refuse it. */
const BODIES: Record<string, object> = {
  'PATCH /v1/customer-portal/subscriptions/{id}': { cancel_at_period_end: true },
  'PATCH /v1/customer-portal/benefit-grants/{id}': { benefit_type: 'custom' },
  'POST /v1/customer-portal/subscriptions/{id}/preview': { product_id: newUuid() },
};

describe('who may call the portal', () => {
  it('is a customer alone, at every route: neither a seller, whatever scopes their token has, nor anybody else', async () => {
    const routes = portalRoutes();
    expect(routes.length).toBeGreaterThanOrEqual(10);
    for (const { method, path } of routes) {
      const target = path.replace('{id}', newUuid());
      const answers = [
        await ask(null, method, target),
        await ask(shop.bearer, method, target),
        await ask(shop.bearer.replace('seller', 'user'), method, target),
      ];
      const refused = [
        [401, 'Unauthorized'],
        [403, 'insufficient_scope'],
        [403, 'insufficient_scope'],
      ];
      expect([path, ...answers.map(refusal)]).toEqual([path, ...refused]);
    }
  });

  it("is not let in at any of the seller's routes", async () => {
    const { session } = await customer();
    const routes = Object.entries(openApiDocument(shop.app).paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => isDemanded(security))
        .filter(() => /^\/(v1|api\/(ledger|dashboard))\//.test(path) && !path.startsWith('/v1/customer-portal/'))
        .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, newUuid()) })),
    );
    expect(routes.length).toBeGreaterThanOrEqual(80);
    for (const { method, path } of routes)
      expect([method, path, (await ask(session, method, path)).status]).toEqual([method, path, 403]);
  });

  it("finds nothing of another customer's, at any route with an id, and changes nothing", async () => {
    const { productId } = await withLicenseKey();
    const [mine, theirs] = [await customer(productId), await customer(productId)];
    const { id: stranger } = await polar(shop.url, 'seller-stranger').customers.create({ email: fresh() });
    const foreign = (await polar(shop.url, 'seller-stranger').customerSessions.create({ customerId: stranger })).token;
    const [grant] = (await portal(mine.session, 'benefit-grants/')).body['items'] as { id: string }[];
    const [key] = (await portal(mine.session, 'license-keys/')).body['items'] as { id: string }[];
    await use(mine.customerId);
    const [meterOfMine] = (await portal(mine.session, 'meters/')).body['items'] as { id: string }[];
    const [method] = (await portal(mine.session, 'customers/me/payment-methods')).body['items'] as { id: string }[];
    const ids: Record<string, string> = {
      'customers/me/payment-methods': method!.id,
      subscriptions: mine.subscriptionId,
      orders: mine.orderId,
      'benefit-grants': grant!.id,
      'license-keys': key!.id,
      meters: meterOfMine!.id,
    };
    const withId = portalRoutes().filter(({ path }) => path.includes('{id}'));
    expect(withId.length).toBeGreaterThanOrEqual(6);
    for (const { method, path } of withId) {
      const [, kind] = /customer-portal\/([^{]+)\//.exec(path)!;
      const target = path.replace('{id}', ids[kind!]!);
      if (method === 'GET') expect([path, (await ask(mine.session, method, target)).status]).toEqual([path, 200]);
      for (const session of [theirs.session, foreign])
        expect([path, ...refusal(await ask(session, method, target, BODIES[`${method} ${path}`]))]).toEqual([
          path,
          404,
          'ResourceNotFound',
        ]);
    }
    for (const list of Object.keys(ids)) {
      const listed = async (session: string, query = '') =>
        ((await portal(session, `${list}/${query}`)).body['items'] as { id: string }[]).map(({ id }) => id);
      expect([list, await listed(mine.session)]).toEqual([list, [ids[list]]]);
      for (const query of ['', `?organization_id=${shop.organizationId}`, `?product_id=${productId}`]) {
        expect([list, (await listed(theirs.session, query)).includes(ids[list]!)]).toEqual([list, false]);
        expect([list, await listed(foreign, query)]).toEqual([list, []]);
      }
    }
    const kept = await shop.seller.subscriptions.get({ id: mine.subscriptionId });
    expect(kept).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  });
});

/** Somebody who buys with the e-mail of a customer whom they do not prove to be. */
async function boundSession(of: { email: string }, productId: string) {
  const { id: checkoutId, clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
  const { customerSessionToken: session } = await shop.confirm(clientSecret, { email: of.email });
  await shop.settled();
  return { session, checkoutId };
}

describe('a session of a checkout that did not create the customer', () => {
  it('shows what that checkout created, and nothing else of the customer', async () => {
    const { productId } = await withLicenseKey();
    const known = await customer(productId);
    await shop.seller.customers.update({
      id: known.customerId,
      customerUpdate: { name: 'Ada Lovelace', billingAddress: address as never, taxId: ['DE123456788', 'eu_vat'] },
    });
    const bound = await boundSession(known, productId);
    expect((await portal(bound.session, 'customers/me')).body).toMatchObject({
      ...{ id: known.customerId, email: known.email, name: null, billing_address: null, tax_id: null },
      limited_to_checkout: true,
    });
    expect((await portal(known.session, 'customers/me')).body).toMatchObject({ name: 'Ada Lovelace' });
    for (const list of ['subscriptions', 'orders', 'benefit-grants', 'license-keys']) {
      const items = async (session: string) =>
        (await portal(session, `${list}/`)).body['items'] as { id: string; customer?: { name: null } }[];
      const [all, own] = [await items(known.session), await items(bound.session)];
      expect([list, all.length, own.length]).toEqual([list, 2, 1]);
      expect((await portal(bound.session, `${list}/${own[0]!.id}`)).status).toBe(200);
      expect(own[0]!.customer?.name ?? null).toBeNull();
      const other = all.find(({ id }) => id !== own[0]!.id)!;
      expect([list, ...refusal(await portal(bound.session, `${list}/${other.id}`))]).toEqual([
        ...[list, 404, 'ResourceNotFound'],
      ]);
    }
    const [ordered] = (await portal(bound.session, 'orders/')).body['items'] as { id: string }[];
    for (const document of ['invoice', 'receipt', 'credit-notes'])
      expect(refusal(await portal(bound.session, `orders/${ordered!.id}/${document}`))).toEqual([403, 'NotPermitted']);
    for (const whole of ['customers/me/export', 'meters/', `meters/${newUuid()}`])
      expect(refusal(await portal(bound.session, whole))).toEqual([403, 'NotPermitted']);
    const [own] = (await portal(bound.session, 'subscriptions/')).body['items'] as { id: string }[];
    expect(refusal(await portal(bound.session, `subscriptions/${own!.id}/preview`))).toEqual([403, 'NotPermitted']);
    const cancel = (id: string) => portal(bound.session, `subscriptions/${id}`, 'DELETE');
    expect(refusal(await cancel(known.subscriptionId))).toEqual([404, 'ResourceNotFound']);
    const [bought] = (await portal(bound.session, 'subscriptions/')).body['items'] as { id: string }[];
    expect((await cancel(bought!.id)).body).toMatchObject({ cancel_at_period_end: true });
  });

  it('changes nothing of the customer', async () => {
    const known = await customer();
    const { id } = await shop.product({ interval: 'month' });
    const bound = await boundSession(known, id);
    expect(refusal(await portal(bound.session, 'customers/me', 'PATCH', { name: 'Eve' }))).toEqual([
      403,
      'NotPermitted',
    ]);
    expect((await portal(known.session, 'customers/me')).body).toMatchObject({ name: 'Ada' });
  });
});

describe('what customers change themselves', () => {
  it('is their name, address and tax id, but not their e-mail address', async () => {
    const { session, email } = await customer();
    const update = (body: object) => portal(session, 'customers/me', 'PATCH', body);
    expect(placeOf(await update({ email: 'eve@example.com' }))).toEqual([422, 'body.email']);
    const { line1, city, country, state, postalCode: postal_code } = address;
    const billing_address = { line1, line2: null, city, country, state, postal_code };
    const changed = await update({ name: 'Ada L.', billing_address, tax_id: '123456788', email: email.toUpperCase() });
    expect(changed.body).toMatchObject({ name: 'Ada L.', billing_address, tax_id: ['DE123456788', 'eu_vat'], email });
    expect((await portal(session, 'customers/me')).body).toMatchObject({ tax_id: ['DE123456788', 'eu_vat'] });
    expect(placeOf(await update({ tax_id: 'nonsense' }))).toEqual([422, 'body.tax_id']);
    expect((await update({ tax_id: '', name: '', billing_address: null })).body).toMatchObject({
      ...{ name: null, billing_address: null, tax_id: null },
    });
    expect(placeOf(await update({ tax_id: 'DE123456788' }))).toEqual([422, 'body.tax_id']);
  });

  it('cancels a subscription with its period, and takes that back', async () => {
    const { session, subscriptionId } = await customer();
    const update = (body: object) => portal(session, `subscriptions/${subscriptionId}`, 'PATCH', body);
    expect(placeOf(await update({}))).toEqual([422, 'body.cancel_at_period_end']);
    expect(refusal(await update({ cancel_at_period_end: false }))).toEqual([400, 'BadRequest']);
    const why = { cancellation_reason: 'too_expensive', cancellation_comment: 'Later' };
    expect((await update({ cancel_at_period_end: true, ...why })).body).toMatchObject({
      ...{ status: 'active', cancel_at_period_end: true },
      ...{ customer_cancellation_reason: 'too_expensive', customer_cancellation_comment: 'Later' },
    });
    expect(refusal(await update({ cancel_at_period_end: true }))).toEqual([403, 'AlreadyCanceledSubscription']);
    const cancel = () => portal(session, `subscriptions/${subscriptionId}`, 'DELETE');
    expect(refusal(await cancel())).toEqual([403, 'AlreadyCanceledSubscription']);
    expect((await update({ cancel_at_period_end: false })).body).toMatchObject({ cancel_at_period_end: false });
    expect((await cancel()).body).toMatchObject({ cancel_at_period_end: true, customer_cancellation_reason: null });
    const canceled = await shop.events<{ type: 'SubscriptionCanceled'; data: object }>(
      `subscription-${subscriptionId}`,
    );
    expect(canceled.at(-1)!.metadata.actor).toMatchObject({ kind: 'customer' });
  });

  it.each([
    ['usd', 1_000, 3_000],
    ['eur', 2_000, 5_000],
  ])('changes the product as the organization charges changes, in %s', async (currency, before, after) => {
    const priced = (priceAmount: number) =>
      shop.seller.products.create({
        name: 'Plan',
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount, priceCurrency: currency }],
      });
    const [small, large] = [await priced(before), await priced(after)];
    const { session, subscriptionId } = await customer(small.id);
    const change = (product_id: string) => portal(session, `subscriptions/${subscriptionId}`, 'PATCH', { product_id });
    expect(placeOf(await change(newUuid()))).toEqual([422, 'body.product_id']);
    expect((await change(large.id)).body).toMatchObject({ product: { id: large.id }, amount: after, currency });
    const update = { cancel_at_period_end: true };
    await portal(session, `subscriptions/${subscriptionId}`, 'PATCH', update);
    expect(refusal(await change(small.id))).toEqual([403, 'AlreadyCanceledSubscription']);
  });

  it.each([
    ['usd', 1_000, 3_000],
    ['eur', 2_000, 5_000],
  ])('shows what is charged next, and what a change would cost, in %s', async (currency, before, after) => {
    const priced = (priceAmount: number) =>
      shop.seller.products.create({
        name: 'Plan',
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount, priceCurrency: currency }],
      });
    const [small, large] = [await priced(before), await priced(after)];
    const { session, subscriptionId } = await customer(small.id);
    const path = `subscriptions/${subscriptionId}/preview`;
    expect((await portal(session, path)).body).toMatchObject({ now: null, next: { due_amount: before, currency } });
    const change = await portal(session, path, 'POST', { product_id: large.id });
    // Nothing of the period has passed: what is left of it costs the whole difference, which comes with the next order.
    expect(change.body).toMatchObject({ proration_behavior: 'prorate', next: { due_amount: 2 * after - before } });
    expect((await portal(session, `subscriptions/${subscriptionId}`)).body).toMatchObject({ amount: before });
  });

  it('changes to public products alone, and stays with a private one', async () => {
    const hidden = await shop.product({ interval: 'month', amount: 2_000 });
    await ask(shop.bearer, 'PATCH', `/v1/products/${hidden.id}`, { visibility: 'private' });
    const { session, subscriptionId } = await customer();
    const path = `subscriptions/${subscriptionId}`;
    const change = { product_id: hidden.id };
    expect(placeOf(await portal(session, path, 'PATCH', change))).toEqual([422, 'body.product_id']);
    expect(placeOf(await portal(session, `${path}/preview`, 'POST', change))).toEqual([422, 'body.product_id']);
    // The seller can.
    expect((await ask(shop.bearer, 'PATCH', `/v1/${path}`, change)).status).toBe(200);
    expect((await portal(session, path, 'PATCH', change)).body).toMatchObject({ product: { visibility: 'private' } });
  });

  it('withdraws a change that waits for the next period', async () => {
    const other = await shop.product({ interval: 'month', amount: 2_000 });
    const { session, subscriptionId } = await customer();
    const later = { product_id: other.id, proration_behavior: 'next_period' };
    await ask(shop.bearer, 'PATCH', `/v1/subscriptions/${subscriptionId}`, later);
    const path = `subscriptions/${subscriptionId}`;
    expect((await portal(session, path)).body).toMatchObject({ pending_change: { product_id: other.id } });
    expect((await portal(session, `${path}/pending-change`, 'DELETE')).body).toMatchObject({ pending_change: null });
    expect((await portal(session, `${path}/pending-change`, 'DELETE')).status).toBe(400);
  });

  it('is limited by allow_customer_updates, except for canceling', async () => {
    const { session, subscriptionId } = await customer();
    const other = await shop.product({ interval: 'month', amount: 2_000 });
    await allowUpdates(false);
    const path = `subscriptions/${subscriptionId}`;
    const product = { product_id: other.id };
    expect(refusal(await portal(session, path, 'PATCH', product))).toEqual([403, 'NotPermitted']);
    expect(refusal(await portal(session, `${path}/preview`, 'POST', product))).toEqual([403, 'NotPermitted']);
    expect(refusal(await portal(session, `${path}/pending-change`, 'DELETE'))).toEqual([403, 'NotPermitted']);
    expect(refusal(await portal(session, 'customers/me', 'PATCH', { name: 'Eve' }))).toEqual([403, 'NotPermitted']);
    expect((await portal(session, 'customers/me')).body).toMatchObject({ name: 'Ada' });
    for (const cancel_at_period_end of [true, false])
      expect((await portal(session, path, 'PATCH', { cancel_at_period_end })).status).toBe(200);
    await allowUpdates(true);
    expect((await portal(session, path, 'PATCH', product)).status).toBe(200);
  });
});

describe('payment methods', () => {
  type Method = { id: string; default: boolean; card: { last4: string }; status: string; client_secret: string | null };
  const path = 'customers/me/payment-methods';
  const listed = async (session: string) => {
    await shop.settled();
    return (await portal(session, `${path}/`)).body['items'] as Method[];
  };
  const add = async (session: string, confirmation_token_id: string, set_default = false) =>
    portal(session, path, 'POST', { confirmation_token_id, set_default, return_url: shop.url });
  const added = async (session: string, token: string, setDefault = false) =>
    (await add(session, token, setDefault)).body as unknown as Method;
  const chargedWith = async (subscriptionId: string) =>
    (await shop.app.get(SubscriptionReader).folded(subscriptionId))!.payment_method_id;

  it('are those of checkouts that renew, and those that the customer adds, newest first', async () => {
    const { session, email, subscriptionId } = await customer();
    await shop.buy((await shop.product({})).id, { email });
    expect(await listed(session)).toMatchObject([
      { id: await chargedWith(subscriptionId), type: 'card', default: true, card: { brand: 'visa', last4: '4242' } },
    ]);
    const second = await added(session, 'ctoken_refund_pending');
    expect(second).toMatchObject({ default: false, card: { brand: 'mastercard', last4: '4444' }, status: 'succeeded' });
    expect((await listed(session)).map(({ card, ...method }) => [method.default, card.last4])).toEqual([
      [false, '4444'],
      [true, '4242'],
    ]);
    const page = (await portal(session, `${path}?limit=1&page=2`)).body;
    expect(page).toMatchObject({ items: [{ default: true }], pagination: { total_count: 2, max_page: 2 } });
    expect(await chargedWith(subscriptionId)).not.toBe(second.id);
  });

  it('are in no event but by our id', async () => {
    const { session, customerId } = await customer();
    const { id } = await added(session, 'ctoken_ok_unmistakable');
    const stored: string[] = [];
    for await (const batch of upToEnd(shop.ports.store))
      for (const { stream, data } of batch)
        if (JSON.stringify(data).includes(id)) stored.push(`${stream.split('-')[0]} ${JSON.stringify(data)}`);
    expect(stored.map((event) => event.split(' ')[0])).toEqual(['payment', 'payment', 'savedmethods']);
    expect(stored.join()).not.toContain('unmistakable');
    expect(stored.join()).toContain(customerId);
  });

  it('charge every subscription once they are the default, from the one added or a later choice', async () => {
    const { session, email, subscriptionId } = await customer();
    const checkoutId = await shop.buy((await shop.product({ interval: 'month' })).id, { email });
    const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
    const free = await shop.buy((await shop.product({ interval: 'month', amount: 0 })).id, { email, token: null });
    const [freeOrder] = (await shop.seller.orders.list({ checkoutId: free })).result.items;
    const charged = () => Promise.all([subscriptionId, order!.subscriptionId!].map(chargedWith));
    const first = await added(session, 'ctoken_ok', true);
    expect(first).toMatchObject({ default: true });
    expect(await charged()).toEqual([first.id, first.id]);
    const [, , old] = await listed(session);
    expect((await portal(session, `${path}/${old!.id}/default`, 'POST')).body).toMatchObject({ default: true });
    expect(await charged()).toEqual([old!.id, old!.id]);
    expect((await listed(session)).filter((method) => method.default)).toMatchObject([{ id: old!.id }]);
    expect(await chargedWith(freeOrder!.subscriptionId!)).toBeNull();
    const choose = (id: string) => portal(session, 'customers/me', 'PATCH', { default_payment_method_id: id });
    expect((await choose(first.id)).status).toBe(200);
    expect(await charged()).toEqual([first.id, first.id]);
    const theirs = (await listed((await customer()).session))[0]!.id;
    expect(refusal(await choose(theirs))).toEqual([404, 'ResourceNotFound']);
  });

  it.each([
    ['usd', 1_000],
    ['eur', 2_500],
  ])('pay a past-due order at once when they become the default, in %s', async (priceCurrency, priceAmount) => {
    const { id } = await shop.seller.products.create({
      name: 'Plan',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount, priceCurrency }],
    });
    const { session, subscriptionId } = await customer(id, 'ctoken_renewal_declined');
    const advance_to = addDays(shop.clock.now(), 32);
    expect((await ask(null, 'POST', '/sandbox/clock', { advance_to })).status).toBe(200);
    await shop.settled();
    const shown = async () => (await portal(session, `subscriptions/${subscriptionId}`)).body;
    expect(await shown()).toMatchObject({ status: 'past_due' });
    await added(session, 'ctoken_ok', true);
    await shop.settled();
    expect(await shown()).toMatchObject({ status: 'active', dunning: null });
    const orders = (await portal(session, 'orders/')).body['items'] as object[];
    expect(orders).toMatchObject([
      { status: 'paid', total_amount: priceAmount, currency: priceCurrency },
      { status: 'paid', total_amount: priceAmount, currency: priceCurrency },
    ]);
  });

  it('are kept while a subscription is charged with them, and forgotten once they are removed', async () => {
    const { session, subscriptionId, customerId } = await customer();
    const used = (await chargedWith(subscriptionId))!;
    const remove = (id: string) => portal(session, `${path}/${id}`, 'DELETE');
    expect(refusal(await remove(used))).toEqual([400, 'PaymentMethodInUse']);
    const spare = await added(session, 'ctoken_ok');
    expect((await remove(spare.id)).status).toBe(204);
    expect((await listed(session)).map(({ id }) => id)).toEqual([used]);
    expect(await shop.app.get(PaymentMethods).find(spare.id)).toBeUndefined();
    expect(await shop.app.get(PaymentMethods).find(used)).toBeDefined();
    expect(refusal(await remove(spare.id))).toEqual([404, 'ResourceNotFound']);
    expect(refusal(await portal(session, `${path}/${spare.id}/default`, 'POST'))).toEqual([404, 'ResourceNotFound']);
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    expect((await remove(used)).status).toBe(204);
    expect(await listed(session)).toEqual([]);
    // A seller cannot charge what the customer has removed, but what they have added since.
    const { id: product_id } = await shop.product({ interval: 'month' });
    const subscribe = () => ask(shop.bearer, 'POST', '/v1/subscriptions/', { product_id, customer_id: customerId });
    expect(placeOf(await subscribe())).toEqual([422, 'body.customer_id']);
    const { id } = await added(session, 'ctoken_ok');
    const { body } = await subscribe();
    expect(body).toMatchObject({ status: 'active' });
    expect(await chargedWith(body['id'] as string)).toBe(id);
  });

  it('are not saved when they are declined, nor before the bank has confirmed them', async () => {
    const { session, subscriptionId } = await customer();
    const used = await chargedWith(subscriptionId);
    expect(refusal(await add(session, 'ctoken_declined', true))).toEqual([400, 'PaymentError']);
    expect(placeOf(await portal(session, path, 'POST', { set_default: true }))).toEqual([
      422,
      'body.confirmation_token_id',
    ]);
    const waiting = await added(session, 'ctoken_requires_action', true);
    expect(waiting).toMatchObject({ status: 'requires_action', default: false, client_secret: null });
    expect((await listed(session)).map(({ id }) => id)).toEqual([used]);
    const payment = await paymentOf(waiting.id);
    await shop.processor.settle(payment, 'succeeded');
    await shop.app.get(Commands).execute(new SettlePayment({ paymentId: payment }, shop.context()));
    expect((await listed(session)).map(({ id }) => id)).toEqual([waiting.id, used]);
    expect(await chargedWith(subscriptionId)).toBe(waiting.id);
  });

  it('are added once if the request is repeated', async () => {
    const { session } = await customer();
    const body = JSON.stringify({ confirmation_token_id: 'ctoken_ok', set_default: false, return_url: shop.url });
    const headers = {
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
      'idempotency-key': newUuid(),
    };
    const send = async () => {
      const answer = await fetch(`${shop.url}/v1/customer-portal/${path}`, { method: 'POST', headers, body });
      return ((await answer.json()) as Method).id;
    };
    expect(await send()).toBe(await send());
    expect(await listed(session)).toHaveLength(2);
  });

  it('are at most twenty', async () => {
    const { id: customerId } = await shop.seller.customers.create({ email: fresh() });
    const { token } = await shop.seller.customerSessions.create({ customerId });
    for (let count = 0; count < 20; count += 1) expect((await add(token, 'ctoken_ok')).status).toBe(201);
    expect(refusal(await add(token, 'ctoken_ok'))).toEqual([400, 'TooManyPaymentMethods']);
  });

  it('are not shown to who only knows the e-mail address', async () => {
    const known = await customer();
    const bound = await boundSession(known, (await shop.product({ interval: 'month' })).id);
    for (const [method, target] of [
      ['GET', path],
      ['DELETE', `${path}/${newUuid()}`],
      ['POST', `${path}/${newUuid()}/default`],
    ] as const)
      expect(refusal(await portal(bound.session, target, method))).toEqual([403, 'NotPermitted']);
    expect(refusal(await add(bound.session, 'ctoken_ok'))).toEqual([403, 'NotPermitted']);
  });

  /** The payment that saves a method. */
  async function paymentOf(paymentMethodId: string): Promise<string> {
    for await (const batch of upToEnd(shop.ports.store))
      for (const { type, data } of batch)
        if (type === 'PaymentRequested' && JSON.stringify(data).includes(paymentMethodId))
          return (data as { paymentId: string }).paymentId;
    throw new Error('There is no such payment');
  }
});

describe('the rules of saved methods', () => {
  const about = { customerId: 'c1', organizationId: 'o1' };
  const saved = (paymentMethodId: string, isDefault: boolean) =>
    ({ type: 'PaymentMethodSaved', data: { ...about, paymentMethodId, isDefault } }) as const;
  const save = (paymentMethodId: string, setDefault = false) =>
    ({ type: 'SavePaymentMethod', data: { ...about, paymentMethodId, setDefault } }) as const;
  const removal = (paymentMethodId: string, isCharged: boolean, hasSubscriptions: boolean) =>
    ({ type: 'RemovePaymentMethod', data: { ...about, paymentMethodId, isCharged, hasSubscriptions } }) as const;
  const removed = (paymentMethodId: string) =>
    ({ type: 'PaymentMethodRemoved', data: { ...about, paymentMethodId } }) as const;
  const of = specOf(savedMethodsDecider);

  it('makes the first one the default', () => of().when(save('m1')).then(saved('m1', true)));
  it('keeps the default when another is saved', () => of(saved('m1', true)).when(save('m2')).then(saved('m2', false)));
  it('saves what it knows once', () => of(saved('m1', true)).when(save('m1', true)).then());
  it('never saves again what was removed', () => of(saved('m1', true), removed('m1')).when(save('m1')).then());
  it('refuses to remove what is charged', () =>
    of(saved('m1', true), saved('m2', false))
      .when(removal('m2', true, true))
      .thenRefused('PaymentMethodInUse'));
  it('refuses to remove the default while there are subscriptions, which may not be charged with it yet', () =>
    of(saved('m1', true))
      .when(removal('m1', false, true))
      .thenRefused('PaymentMethodInUse'));
  it('removes the default of a customer without subscriptions, so that the next one becomes it', () => {
    of(saved('m1', true))
      .when(removal('m1', false, false))
      .then(removed('m1'));
    of(saved('m1', true), removed('m1')).when(save('m2')).then(saved('m2', true));
  });
});

interface Mail {
  token: string;
  text: string;
}

describe('a code by mail', () => {
  const request = (email: string, organization_id = shop.organizationId) =>
    ask(null, 'POST', '/v1/customer-portal/customer-session/request', { email, organization_id });
  const authenticate = (email: string, code: string, organization_id = shop.organizationId) =>
    ask(null, 'POST', '/v1/customer-portal/customer-session/authenticate', { email, code, organization_id });
  const WRONG = [401, 'Unauthorized'];
  async function mailsTo(email: string): Promise<Mail[]> {
    const query = new URLSearchParams({ to: email, kind: 'portal-code' });
    return (await (await fetch(`${shop.url}/sandbox/outbox?${query}`)).json()) as Mail[];
  }
  /** The code of the latest mail. */
  async function coded(email: string): Promise<string> {
    const { token, text } = (await mailsTo(email)).at(-1)!;
    expect(text).toContain(token);
    return token;
  }
  const known = async () => {
    const email = fresh();
    const { id } = await shop.seller.customers.create({ email });
    return { email, id };
  };

  it('opens a session of the whole customer once, however it is typed', async () => {
    const { email, id } = await known();
    expect(await request(email.toUpperCase())).toEqual({ status: 202, body: {} });
    const code = await coded(email);
    const typed = `${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase();
    const { status, body } = await authenticate(email.toUpperCase(), typed);
    expect(status).toBe(200);
    expect((await portal(body['token'] as string, 'customers/me')).body).toMatchObject({ id, email });
    expect(refusal(await authenticate(email, code))).toEqual(WRONG);
  });

  it('is not sent to unknown addresses, which are answered and recorded the same', async () => {
    const { email } = await known();
    const strange = fresh();
    const answers = [await request(email), await request(strange)];
    expect(answers[1]).toEqual(answers[0]);
    expect([(await mailsTo(email)).length, (await mailsTo(strange)).length]).toEqual([1, 0]);
    expect((await request(email, newUuid())).status).toBe(202);
    expect((await mailsTo(email)).length).toBe(1);
    expect(refusal(await authenticate(strange, 'ABCDEF'))).toEqual(refusal(await authenticate(email, 'ABCDEF')));
    const rows = await shop.app.get<Vault>(VAULT).list('portal-code-request/', 'portal-code-request/~', 500);
    expect(rows).toEqual([]);
  });

  it('is not sent to a deleted customer, and opens nothing once the customer is deleted or has another address', async () => {
    const [gone, deleted, moved] = [await known(), await known(), await known()];
    await shop.seller.customers.delete({ id: gone.id });
    for (const { email } of [gone, deleted, moved]) await request(email);
    expect(await mailsTo(gone.email)).toEqual([]);
    const codes = [await coded(deleted.email), await coded(moved.email)] as const;
    await shop.seller.customers.delete({ id: deleted.id });
    await shop.seller.customers.update({ id: moved.id, customerUpdate: { email: fresh() } });
    expect(refusal(await authenticate(deleted.email, codes[0]))).toEqual(WRONG);
    expect(refusal(await authenticate(moved.email, codes[1]))).toEqual(WRONG);
  });

  it('is destroyed by five wrong tries, and not by four', async () => {
    const [patient, guessed] = [await known(), await known()];
    for (const { email } of [patient, guessed]) await request(email);
    const [right, lost] = [await coded(patient.email), await coded(guessed.email)];
    const wrong = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
    for (let tries = 0; tries < 4; tries += 1) await authenticate(patient.email, wrong(right));
    for (let tries = 0; tries < 5; tries += 1) await authenticate(guessed.email, wrong(lost));
    expect((await authenticate(patient.email, right)).status).toBe(200);
    expect(refusal(await authenticate(guessed.email, lost))).toEqual(WRONG);
    await request(guessed.email);
    expect((await authenticate(guessed.email, await coded(guessed.email))).status).toBe(200);
  });

  it('is valid for its organization alone, for half an hour, and only the latest', async () => {
    const { email } = await known();
    const stranger = polar(shop.url, 'seller-stranger');
    await stranger.customers.create({ email });
    await request(email);
    const first = await coded(email);
    expect(refusal(await authenticate(email, first, organizationId('stranger')))).toEqual(WRONG);
    await request(email);
    expect((await mailsTo(email)).length).toBe(2);
    expect(refusal(await authenticate(email, first))).toEqual(WRONG);
    const second = await coded(email);
    shop.clock.advanceMachine(29 * 60);
    expect((await authenticate(email, second)).status).toBe(200);
    await request(email);
    const late = await coded(email);
    shop.clock.advanceMachine(31 * 60);
    expect(refusal(await authenticate(email, late))).toEqual(WRONG);
  });

  it('lets one of fifty devices in that enter it at once', async () => {
    const { email } = await known();
    await request(email);
    const code = await coded(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => authenticate(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  it('is nowhere in the log, and its request takes an address and an id', async () => {
    const { email } = await known();
    await request(email);
    const code = await coded(email);
    for await (const batch of upToEnd(shop.ports.store))
      for (const { data } of batch) expect(JSON.stringify(data)).not.toContain(code);
    expect(placeOf(await request('nobody'))).toEqual([422, 'body.email']);
    expect(placeOf(await request(email, 'x'))).toEqual([422, 'body.organization_id']);
  });
});

describe('another address', () => {
  const change = (session: string, email: string) => portal(session, 'customers/me/email-change', 'POST', { email });
  const confirm = (session: string, email: string, code: string) =>
    portal(session, 'customers/me/email-change/confirm', 'POST', { email, code });
  async function mailsTo(to: string, kind: string): Promise<Mail[]> {
    await shop.settled();
    return (await (await fetch(`${shop.url}/sandbox/outbox?${new URLSearchParams({ to, kind })}`)).json()) as Mail[];
  }
  const coded = async (to: string) => (await mailsTo(to, 'portal-email-code')).at(-1)!.token;
  const signsIn = async (email: string) => {
    const organization_id = shop.organizationId;
    await ask(null, 'POST', '/v1/customer-portal/customer-session/request', { email, organization_id });
    return (await mailsTo(email, 'portal-code')).length > 0;
  };

  it('is proven by the code that is mailed to it, once, and the former one is told', async () => {
    const { session, email, customerId } = await customer();
    const next = fresh();
    expect(placeOf(await change(session, email.toUpperCase()))).toEqual([422, 'body.email']);
    expect(await change(session, next)).toEqual({ status: 202, body: {} });
    expect(placeOf(await confirm(session, next, 'WRONG2'))).toEqual([422, 'body.code']);
    expect((await portal(session, 'customers/me')).body).toMatchObject({ email });
    const code = await coded(next);
    expect(placeOf(await confirm(session, fresh(), code))).toEqual([422, 'body.code']);
    expect((await confirm(session, next.toUpperCase(), code.toLowerCase())).body).toMatchObject({ id: customerId });
    expect((await shop.seller.customers.get({ id: customerId })).email).toBe(next.toUpperCase());
    expect(await mailsTo(email, 'portal-email-changed')).toHaveLength(1);
    expect([await signsIn(email), await signsIn(next)]).toEqual([false, true]);
    await portal(session, 'customers/me', 'PATCH', { name: 'Ada' });
    expect(placeOf(await confirm(session, next, code))).toEqual([422, 'body.code']);
  });

  it('has one code and one mail if its request is repeated, and is changed once if the confirmation is', async () => {
    const { session, email } = await customer();
    const next = fresh();
    const repeated = async (path: string, body: object) => {
      const authorization = `Bearer ${session}`;
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': `${path} ${next}` };
      const post = () =>
        fetch(`${shop.url}/v1/customer-portal/customers/me/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
      return [(await post()).status, (await post()).status];
    };
    expect(await repeated('email-change', { email: next })).toEqual([202, 202]);
    const [mail, ...more] = await mailsTo(next, 'portal-email-code');
    expect(more).toEqual([]);
    expect(await repeated('email-change/confirm', { email: next, code: mail!.token })).toEqual([200, 200]);
    expect(await mailsTo(email, 'portal-email-changed')).toHaveLength(1);
    expect(await mailsTo(next, 'portal-email-changed')).toEqual([]);
  });

  it("is refused if another customer has it, to whom alone the code shows that, and not with somebody else's code", async () => {
    const [mine, theirs] = [await customer(), await customer()];
    expect(await change(mine.session, theirs.email)).toEqual({ status: 202, body: {} });
    expect(placeOf(await confirm(mine.session, theirs.email, await coded(theirs.email)))).toEqual([422, 'body.email']);
    const next = fresh();
    await change(theirs.session, next);
    expect(placeOf(await confirm(mine.session, next, await coded(next)))).toEqual([422, 'body.code']);
    const organization_id = shop.organizationId;
    await change(mine.session, next);
    const login = { email: next, organization_id, code: await coded(next) };
    const signIn = await ask(null, 'POST', '/v1/customer-portal/customer-session/authenticate', login);
    expect(refusal(signIn)).toEqual([401, 'Unauthorized']);
  });

  it('needs a session of the whole customer, and a seller who allows changes', async () => {
    const known = await customer();
    const bound = await boundSession(known, (await shop.product({ interval: 'month' })).id);
    expect(refusal(await change(bound.session, fresh()))).toEqual([403, 'NotPermitted']);
    expect(refusal(await confirm(bound.session, fresh(), 'ABCDEF'))).toEqual([403, 'NotPermitted']);
    await allowUpdates(false);
    expect(refusal(await change(known.session, fresh()))).toEqual([403, 'NotPermitted']);
    expect(refusal(await confirm(known.session, fresh(), 'ABCDEF'))).toEqual([403, 'NotPermitted']);
    await allowUpdates(true);
  });
});

describe('credit notes', () => {
  it('are listed with their order once they are issued, each with a link to its file', async () => {
    const { session, orderId } = await customer();
    const notes = async () => (await portal(session, `orders/${orderId}/credit-notes`)).body['items'];
    expect(await notes()).toEqual([]);
    const refund = await shop.seller.refunds.create({ orderId, amount: 300, reason: 'other' });
    await shop.settled();
    const [note, ...more] = (await notes()) as { id: string; url: string }[];
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      id: refund!.id,
      number: expect.stringMatching(/^CN-\d{4}-\d{5}$/),
      amount: 300,
      currency: 'usd',
    });
    const file = await fetch(note!.url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });
});

describe('the request to be erased', () => {
  const request = (session: string, method: 'POST' | 'DELETE') =>
    portal(session, 'customers/me/erasure-request', method);
  const seen = async () => {
    const path = `/api/dashboard/attention?organization_id=${shop.organizationId}`;
    const { erasure_requests } = (await ask(shop.bearer, 'GET', path)).body;
    return (erasure_requests as { email: string }[]).map(({ email }) => email);
  };

  it('is shown to the seller, who confirms it by deleting the customer', async () => {
    const { session, email, customerId } = await customer();
    expect((await request(session, 'POST')).body).toMatchObject({ erasure_requested_at: expect.any(String) });
    await shop.settled();
    expect(await seen()).toContain(email);
    expect((await request(session, 'DELETE')).body).toMatchObject({ erasure_requested_at: null });
    await shop.settled();
    expect(await seen()).not.toContain(email);
    await request(session, 'POST');
    await shop.seller.customers.delete({ id: customerId });
    await shop.settled();
    expect(await seen()).not.toContain(email);
    expect((await portal(session, 'customers/me')).status).toBe(401);
    const log = await shop.events<{ type: 'CustomerCreated'; data: { email: string } }>(`customer-${customerId}`);
    expect(log[0]!.data.email).toBe(`erased+${customerId}@invalid`);
  });

  it('is refused by the seller with a reason, which the customer gets by mail, and can be made again', async () => {
    const { session, email, customerId } = await customer();
    const refuse = async (reason: unknown) =>
      (await ask(shop.bearer, 'POST', `/api/dashboard/customers/${customerId}/erasure-refusal`, { reason })).status;
    const mails = async () => {
      await shop.settled();
      const query = new URLSearchParams({ to: email, kind: 'erasure-refused' });
      return (await (await fetch(`${shop.url}/sandbox/outbox?${query}`)).json()) as { text: string }[];
    };
    expect(await refuse('Nobody has asked.')).toBe(204);
    expect(await mails()).toEqual([]);
    await request(session, 'POST');
    for (const reason of ['', ' ', 'x'.repeat(2_001), null]) expect(await refuse(reason)).toBe(422);
    expect(await refuse('A dispute is open.')).toBe(204);
    const [mail, ...more] = await mails();
    expect(mail!.text).toContain('shop1 to erase what they know about you. They answer:\n\nA dispute is open.');
    expect(more).toEqual([]);
    expect((await portal(session, 'customers/me')).body).toMatchObject({ erasure_requested_at: null });
    expect(await seen()).not.toContain(email);
    expect((await request(session, 'POST')).body).toMatchObject({ erasure_requested_at: expect.any(String) });
  });

  it('is refused to who only knows the e-mail address', async () => {
    const known = await customer();
    const bound = await boundSession(known, (await shop.product({ interval: 'month' })).id);
    expect(refusal(await request(bound.session, 'POST'))).toEqual([403, 'NotPermitted']);
    expect(refusal(await request(bound.session, 'DELETE'))).toEqual([403, 'NotPermitted']);
    await shop.settled();
    expect(await seen()).not.toContain(known.email);
  });
});

describe('the limit of codes', () => {
  let limited: Shop;
  beforeAll(async () => {
    limited = await openShop({ env: { AUTH_RATE_LIMIT: '1' } });
    limited.clock.stopMachine();
  });
  afterAll(() => limited.close());
  const send = (route: string, body: object, address = '203.0.113.1') =>
    fetch(`${limited.url}/v1/customer-portal/customer-session/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ organization_id: limited.organizationId, ...body }),
    });

  it('is six a minute per client address, for requests and tries together', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await send('request', { email: fresh() })).status).toBe(202);
      expect((await send('authenticate', { email: fresh(), code: 'ABCDEF' })).status).toBe(401);
    }
    const refused = await send('request', { email: fresh() });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    limited.clock.advanceMachine(61);
    expect((await send('request', { email: fresh() })).status).toBe(202);
  });

  it('is five mails without a pause of five minutes per e-mail', async () => {
    const email = fresh();
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      limited.clock.advanceMachine(62);
      statuses.push((await send('request', { email })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});

describe('the stream of a customer', () => {
  const open = (session: string, ended: AbortSignal) =>
    fetch(`${shop.url}/v1/customer-portal/customers/stream`, {
      headers: { authorization: `Bearer ${session}` },
      signal: ended,
    });

  it('tells what is granted and revoked, to that customer alone', async () => {
    const { productId, benefitId } = await withBenefit('Live');
    const [mine, theirs] = [await customer(), await customer(productId)];
    const ended = new AbortController();
    const answer = await open(mine.session, ended.signal);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    })().catch(() => undefined);
    const told = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as object);
    await shop.seller.subscriptions.revoke({ id: theirs.subscriptionId });
    await shop.buy(productId, { email: mine.email });
    await until(async () => told().length === 1, 'the grant to be told');
    const [grant] = (await portal(mine.session, 'benefit-grants/')).body['items'] as { id: string }[];
    const payload = { benefit_id: benefitId, grant_id: grant!.id };
    const { result } = await shop.seller.subscriptions.list({ productId });
    const own = result.items.find(({ customerId }) => customerId === mine.customerId)!;
    await shop.seller.subscriptions.revoke({ id: own.id });
    await until(async () => told().length === 2, 'its end to be told');
    expect(told()).toEqual([
      { key: 'benefit.granted', payload },
      { key: 'benefit.revoked', payload },
    ]);
    ended.abort();
    await reading;
  });

  it('is one of ten at most, and not of a session that is limited to a checkout', async () => {
    const { session, email } = await customer();
    const ended = new AbortController();
    const bound = await boundSession({ email }, (await shop.product({ interval: 'month' })).id);
    expect((await open(bound.session, ended.signal)).status).toBe(403);
    const statuses = [];
    for (let count = 0; count <= 10; count += 1) statuses.push((await open(session, ended.signal)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    ended.abort();
    await until(async () => {
      const again = new AbortController();
      const { status } = await open(session, again.signal);
      again.abort();
      return status === 200;
    }, 'the closed streams to leave room');
  });
});

describe('what customers see', () => {
  it('is a file with all that the portal shows of them, and of nobody else', async () => {
    const { productId } = await withLicenseKey();
    const [mine, theirs] = [await customer(productId), await customer(productId)];
    for (const { customerId } of [mine, theirs]) await use(customerId);
    const answer = await fetch(`${shop.url}/v1/customer-portal/customers/me/export`, {
      headers: { authorization: `Bearer ${mine.session}` },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      customer: { id: mine.customerId, email: mine.email },
      subscriptions: [{ id: mine.subscriptionId }],
      orders: [{ id: mine.orderId }],
      benefit_grants: [{ customer_id: mine.customerId }],
      license_keys: [{ customer_id: mine.customerId, activations: [] }],
      payment_methods: [{ type: 'card' }],
      meters: [{ customer_id: mine.customerId, consumed_units: 1, meter: { name: 'Calls' } }],
    });
    expect(text).not.toContain(theirs.customerId);
  });

  it('is another license key in place of one that others know', async () => {
    const { productId } = await withLicenseKey();
    const mine = await customer(productId);
    const [before] = (await portal(mine.session, 'license-keys/')).body['items'] as { id: string; key: string }[];
    const { status, body } = await portal(mine.session, `license-keys/${before!.id}/rotate`, 'POST');
    expect([status, body['id']]).toEqual([200, before!.id]);
    expect(body['key']).not.toBe(before!.key);
    expect((body['customer'] as Record<string, unknown>)['metadata']).toEqual({});
    const check = (key: unknown) =>
      ask(null, 'POST', '/v1/customer-portal/license-keys/validate', { key, organization_id: shop.organizationId });
    expect([(await check(before!.key)).status, (await check(body['key'])).status]).toEqual([404, 200]);
  });

  it('is no license key that was revoked', async () => {
    const { productId } = await withLicenseKey();
    const { session, subscriptionId } = await customer(productId);
    const keys = async () => (await portal(session, 'license-keys/')).body['items'] as { id: string }[];
    const [{ id }] = (await keys()) as [{ id: string }];
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    await shop.settled();
    expect(await keys()).toEqual([]);
    expect(refusal(await portal(session, `license-keys/${id}`))).toEqual([404, 'ResourceNotFound']);
  });

  it("is no metadata, discount or custom field of the seller's, but for their benefits", async () => {
    const { productId, benefitId } = await withBenefit('Call us');
    const { session, customerId, subscriptionId, orderId } = await customer(productId);
    const order = (await portal(session, `orders/${orderId}`)).body;
    const subscription = (await portal(session, `subscriptions/${subscriptionId}`)).body;
    for (const shown of [order, subscription, order['subscription'] as object, order['product'] as object]) {
      const hidden = ['metadata', 'custom_field_data', 'discount', 'customer', 'organization_id_of_seller'];
      expect(Object.keys(shown).filter((key) => hidden.includes(key))).toEqual([]);
    }
    expect(order['product']).toMatchObject({ id: productId, organization: { id: shop.organizationId } });
    expect(JSON.stringify(order)).not.toContain('Call us');
    const [grant] = (await portal(session, 'benefit-grants/')).body['items'] as Record<string, unknown>[];
    expect(grant).toMatchObject({
      ...{ customer_id: customerId, benefit_id: benefitId, is_granted: true, subscription_id: subscriptionId },
      benefit: { properties: { note: 'Call us' }, organization: { id: shop.organizationId } },
      customer: { id: customerId, oauth_accounts: {} },
    });
  });

  it('is no benefit that was revoked', async () => {
    const { productId } = await withBenefit('Gone');
    const { session, subscriptionId } = await customer(productId);
    const listed = async () => (await portal(session, 'benefit-grants/')).body['items'] as { id: string }[];
    const [grant] = await listed();
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    await shop.settled();
    expect(await listed()).toEqual([]);
    expect((await portal(session, `benefit-grants/${grant!.id}`)).status).toBe(404);
  });

  it('is the public part of the organization, with what is on sale, for everyone', async () => {
    const scopes = ['products:write', 'benefits:write'];
    const { token, organizationId } = await organizationToken(shop, ...scopes);
    const seller = polar(shop.url, token);
    const properties = { note: 'Secret' };
    const benefit = await seller.benefits.create({ type: 'custom', description: 'Support', properties });
    const product = () =>
      seller.products.create({ name: 'Plan', recurringInterval: null, prices: [{ amountType: 'free' }] });
    const [onSale, archived, hidden] = [await product(), await product(), await product()];
    await ask(token, 'PATCH', `/v1/products/${hidden.id}`, { visibility: 'private' });
    await seller.products.updateBenefits({ id: onSale.id, productBenefitsUpdate: { benefits: [benefit.id] } });
    await seller.products.update({ id: archived.id, productUpdate: { isArchived: true } });
    const { slug } = (await shop.app.get(OrganizationReader).find([organizationId])).get(organizationId)!;
    const shown = (await ask(null, 'GET', `/v1/customer-portal/organizations/${slug.toUpperCase()}`)).body;
    expect(shown).toMatchObject({ organization: { id: organizationId, slug }, accent: null });
    expect(shown['organization']).not.toHaveProperty('billing_settings');
    expect((shown['products'] as { id: string }[]).map(({ id }) => id)).toEqual([onSale.id]);
    expect(JSON.stringify(shown)).toContain('Support');
    expect(JSON.stringify(shown)).not.toContain('Secret');
    const unknown = await ask(null, 'GET', '/v1/customer-portal/organizations/nobody-has-this');
    expect(refusal(unknown)).toEqual([404, 'ResourceNotFound']);
  });
});
