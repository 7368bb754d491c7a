import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerSession } from '@polar-sh/sdk/models/components/customersession.js';
import { openApiDocument } from '../../../src/app/http/openapi/openapi.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { polar } from '../../support/sellers.ts';
import { foundOrganization, openShop, somebody, type Shop } from '../../support/shop.ts';
import { ADDRESS, placeOf, portalOf, refusal } from '../../support/portal.ts';

/** Who may call the portal, and what their sessions show (docs/BILLING.md#customer-portal). */
let shop: Shop;
const { ask, portal, customer, boundSession, withLicenseKey, use } = portalOf(() => shop);

beforeAll(async () => {
  shop = await openShop({ allowSeveral: true, ages: true });
  await foundOrganization(shop, 'stranger');
});
afterAll(() => shop.close());

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
    const { id: customerId, email } = await shop.seller.customers.create({ email: somebody(), externalId });
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
    const { id: customer_id } = await shop.seller.customers.create({ email: somebody(), externalId });
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
    const { id: customerId } = await shop.seller.customers.create({ email: somebody() });
    const { token } = await shop.seller.customerSessions.create({ customerId });
    const forged = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    expect(refusal(await portal(forged, 'customers/me'))).toEqual([401, 'invalid_token']);
    expect((await portal(token, 'customers/me')).status).toBe(200);
    await shop.seller.customers.delete({ id: customerId });
    expect(refusal(await portal(token, 'customers/me'))).toEqual([401, 'invalid_token']);
    const { id: other } = await shop.seller.customers.create({ email: somebody() });
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

/** A body that passes a route's validation, so that only ownership can refuse it. */
const BODIES: Record<string, object> = {
  'PATCH /v1/customer-portal/customers/me': { name: 'Eve' },
  'POST /v1/customer-portal/customers/me/email-change': { email: 'eve@example.com' },
  'POST /v1/customer-portal/customers/me/email-change/confirm': { email: 'eve@example.com', code: '123456' },
  'POST /v1/customer-portal/customers/me/payment-methods': { confirmation_token_id: 'ctoken_ok', set_default: false },
  'PATCH /v1/customer-portal/subscriptions/{id}': { cancel_at_period_end: true },
  'PATCH /v1/customer-portal/benefit-grants/{id}': { benefit_type: 'custom' },
  'POST /v1/customer-portal/subscriptions/{id}/preview': { product_id: newUuid() },
};

/** Every route about what one checkout created. The others show or change more of the customer. */
const OF_ONE_PURCHASE = [
  'GET /v1/customer-portal/benefit-grants',
  'GET /v1/customer-portal/benefit-grants/{id}',
  'GET /v1/customer-portal/customer-session/introspect',
  'GET /v1/customer-portal/customer-session/user',
  'GET /v1/customer-portal/customers/me',
  'GET /v1/customer-portal/downloadables',
  'GET /v1/customer-portal/license-keys',
  'GET /v1/customer-portal/license-keys/{id}',
  'POST /v1/customer-portal/license-keys/{id}/rotate',
  'GET /v1/customer-portal/orders',
  'GET /v1/customer-portal/orders/{id}',
  'POST /v1/customer-portal/orders/{id}/invoice',
  'GET /v1/customer-portal/subscriptions',
  'GET /v1/customer-portal/subscriptions/{id}',
  'PATCH /v1/customer-portal/subscriptions/{id}',
  'DELETE /v1/customer-portal/subscriptions/{id}',
  'DELETE /v1/customer-portal/subscriptions/{id}/pending-change',
];

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
    const { id: stranger } = await polar(shop.url, 'seller-stranger').customers.create({ email: somebody() });
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

describe('a session of a checkout', () => {
  it('covers nothing that the owner of the address buys later, also if it created the customer', async () => {
    const { productId } = await withLicenseKey();
    const email = somebody();
    const stranger = await boundSession({ email }, productId);
    const owner = await boundSession({ email }, productId);
    for (const list of ['subscriptions', 'orders', 'benefit-grants', 'license-keys']) {
      const ids = async (session: string) =>
        ((await portal(session, `${list}/`)).body['items'] as { id: string }[]).map(({ id }) => id);
      const [own, others] = [await ids(stranger.session), await ids(owner.session)];
      expect([list, own.length, others.length, own.includes(others[0]!)]).toEqual([list, 1, 1, false]);
    }
    const change = await portal(stranger.session, 'customers/me/email-change', 'POST', { email: somebody() });
    expect(refusal(change)).toEqual([403, 'NotPermitted']);
    expect((await portal(stranger.session, 'customers/me/payment-methods')).status).toBe(403);
  });

  it('shows what that checkout created, and nothing else of the customer', async () => {
    const { productId } = await withLicenseKey();
    const known = await customer(productId);
    await shop.seller.customers.update({
      id: known.customerId,
      customerUpdate: { name: 'Ada Lovelace', billingAddress: ADDRESS as never, taxId: ['DE123456788', 'eu_vat'] },
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

  it('is refused at every route that is not about its purchase', async () => {
    const { productId } = await withLicenseKey();
    const { session } = await boundSession(await customer(productId), productId);
    const own: Record<string, string> = {};
    for (const kind of ['subscriptions', 'orders', 'benefit-grants', 'license-keys'])
      own[kind] = ((await portal(session, `${kind}/`)).body['items'] as { id: string }[])[0]!.id;
    const open: string[] = [];
    for (const { method, path } of portalRoutes()) {
      const [, kind] = /customer-portal\/([^/]+)/.exec(path)!;
      const target = path.replace('{id}', own[kind!] ?? newUuid()).replace('{platform}/{account_id}', 'github/7');
      const query = path.endsWith('/authorize') ? '?platform=github&return_to=/' : '';
      const { status, body } = await ask(session, method, target + query, BODIES[`${method} ${path}`]);
      if (status !== 403 || !/limited to one purchase/.test(String(body['detail']))) open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual([...OF_ONE_PURCHASE].sort());
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
