import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../src/app/http/openapi/openapi.ts';
import { VAULT } from '../../src/app/tokens.ts';
import type { Vault } from '../../src/kernel/ports/vault.ts';
import { createOrganization, post, signUp, tokenOf } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { lastFact } from '../support/facts.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { uploadPicture } from '../support/uploads.ts';

/** Another tenant's id, tried at every route that the OpenAPI document lists, so that a new route is tried too (docs/SECURITY.md#callers). */
interface Route {
  method: string;
  path: string;
}

interface Items {
  items: (Record<string, unknown> & { id: string })[];
}

/** A body that passes a route's validation, so that only ownership can refuse it. */
const BODIES: Record<string, object> = {
  'PATCH /v1/organizations/{id}': { name: 'Taken' },
  'PATCH /v1/organization-access-tokens/{id}': { comment: 'Taken' },
  'PUT /api/dashboard/organizations/{id}/branding': { accent_color: '#112233' },
  'POST /api/dashboard/customers/{id}/erasure-refusal': { reason: 'Kept' },
  'PATCH /v1/products/{id}': { name: 'Taken' },
  'POST /v1/products/{id}/benefits': { benefits: [] },
  'PATCH /v1/benefits/{id}': { type: 'custom', description: 'Taken' },
  'PATCH /v1/custom-fields/{id}': { type: 'text', name: 'Taken' },
  'PATCH /v1/meters/{id}': { name: 'Taken' },
  'POST /v1/events/{id}/void': { reason: 'Taken' },
  'PATCH /v1/files/{id}': { name: 'Taken' },
  'POST /v1/files/{id}/uploaded': { id: 'x', path: 'x', parts: [{ number: 1, checksum_etag: 'x' }] },
  'POST /v1/subscriptions/{id}/preview': { product_id: '00000000-0000-4000-8000-000000000000' },
  'PATCH /v1/discounts/{id}': { name: 'Taken' },
  'PATCH /v1/customers/{id}': { name: 'Taken' },
  'PATCH /v1/customers/external/{external_id}': { name: 'Taken' },
  'PATCH /v1/checkouts/{id}': { metadata: { taken: true } },
  'PATCH /v1/checkout-links/{id}': { label: 'Taken' },
  'PATCH /v1/subscriptions/{id}': { cancel_at_period_end: true },
  'PATCH /v1/license-keys/{id}': { status: 'disabled' },
  'PATCH /v1/webhooks/endpoints/{id}': { events: ['order.paid'] },
  'POST /v1/webhooks/endpoints/{id}/test': { type: 'order.paid' },
  'POST /v1/webhooks/endpoints/{id}/enable': { retry_missed: true },
  'POST /v1/webhooks/endpoints/{id}/replay': { from: '2020-01-01T00:00:00Z' },
};
const EXTERNAL_ID = 'ext-1';
const QUANTITIES = '?start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-02T00:00:00Z&interval=day';
const INTEGRATIONS = '/api/dashboard/integrations';

let app: TestApp;
let receiver: Receiver;
let owner: string;
let stranger: string;
let organizationId: string;
let activationId: string;
let routes: Route[];

beforeAll(async () => {
  app = await startApp();
  receiver = await startReceiver();
  ({ cookie: owner } = await signUp(app));
  ({ cookie: stranger } = await signUp(app));
  ({ id: organizationId } = await createOrganization(app, owner));
  const theirs = await createOrganization(app, stranger);
  BODIES['POST /api/dashboard/tax-rates/{id}/end'] = { organization_id: theirs.id };
  await sellOnce();
  routes = Object.entries(openApiDocument(app.app).paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  );
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** One of each entity, all the owner's. */
async function sellOnce(): Promise<void> {
  const make = async (path: string, body: object): Promise<Record<string, string>> =>
    (await post(app, path, body, owner)).json() as Promise<Record<string, string>>;
  const mine = { organization_id: organizationId };
  await make('/v1/webhooks/endpoints', { ...mine, url: receiver.url, format: 'raw', events: ['order.created'] });
  const note = { type: 'custom', description: 'Support', properties: { note: null } };
  const { id: benefit } = await make('/v1/benefits', { ...mine, ...note });
  await make('/v1/custom-fields', { ...mine, type: 'text', slug: 'company', name: 'Company', properties: {} });
  const filter = { conjunction: 'and', clauses: [] };
  await make('/v1/meters', { ...mine, name: 'Calls', filter, aggregation: { func: 'count' } });
  await uploadPicture(app.url, { cookie: owner }, mine);
  const prices = [{ amount_type: 'fixed', price_amount: 1_000 }];
  const { id: product } = await make('/v1/products', { ...mine, name: 'Plan', recurring_interval: 'month', prices });
  const keys = { type: 'license_keys', description: 'Keys', properties: { activations: { limit: 1 } } };
  const { id: licenses } = await make('/v1/benefits', { ...mine, ...keys });
  await make(`/v1/products/${product}/benefits`, { benefits: [benefit, licenses] });
  const half = { name: 'Half', type: 'percentage', basis_points: 5_000, duration: 'once' };
  await make('/v1/discounts', { ...mine, ...half });
  await make('/api/dashboard/tax-rates', { ...mine, country: 'FR', name: 'TVA', percent: '20' });
  const who = { email: 'ann@example.com', external_id: EXTERNAL_ID };
  const { id: customer_id } = await make('/v1/customers', { ...mine, ...who });
  await make('/v1/events/ingest', { events: [{ ...mine, name: 'call', customer_id }] });
  await make('/v1/checkout-links', { products: [product] });
  const { client_secret } = await make('/v1/checkouts', { products: [product], customer_id });
  const card = { customer_billing_address: { country: 'DE' }, confirmation_token_id: 'ctoken_ok' };
  await make(`/v1/checkouts/client/${client_secret}/confirm`, { customer_name: 'Ann', ...card });
  await tokenOf(app, owner, organizationId, 'products:read');
  await connectServer();
  await app.runtime.settled();
  const [order] = await listed('/v1/orders');
  await make('/v1/refunds', { order_id: order!.id, amount: 100, reason: 'other' });
  await until(async () => (await listed('/v1/webhooks/deliveries')).length === 1, 'the delivery to be listed');
  await app.runtime.settled();
  const [license] = (await listed('/v1/license-keys')) as { id: string; key: string }[];
  const device = { key: license!.key, organization_id: organizationId, label: 'Desk' };
  ({ id: activationId } = (await make('/v1/customer-portal/license-keys/activate', device)) as { id: string });
  await app.runtime.settled();
}

/** As the owner's browser does: to the pretend Discord, and back. */
async function connectServer(): Promise<void> {
  const visit = async (path: string) => {
    const answer = await fetch(app.url + path, { headers: { cookie: owner }, redirect: 'manual' });
    return new URL(answer.headers.get('location')!).searchParams;
  };
  const page = await visit(`/v1/integrations/discord/bot/authorize?organization_id=${organizationId}`);
  await visit(`/v1/integrations/discord/bot/callback?code=readers&state=${page.get('state')}`);
}

function ask(cookie: string, { method, path }: Route, body?: object): Promise<Response> {
  const json = body && { 'content-type': 'application/json' };
  const headers = { cookie, origin: app.url, ...json };
  return fetch(app.url + path, { method, headers, body: body && JSON.stringify(body) });
}

async function listed(path: string, cookie = owner): Promise<Items['items']> {
  const answer = await ask(cookie, { method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}limit=100` });
  expect([path, answer.status]).toEqual([path, 200]);
  return ((await answer.json()) as Items).items;
}

/** The route with the id of something of the owner's: the first entry of the corresponding list. */
async function aimed({ method, path }: Route): Promise<Route> {
  const prefix = path.slice(0, path.indexOf('/{'));
  if (path.includes('{external_id}')) return { method, path: path.replace('{external_id}', EXTERNAL_ID) };
  if (path.includes('{stream}')) return { method, path: path.replace('{stream}', `organization-${organizationId}`) };
  if (path.includes('{kind}'))
    return { method, path: `${path.replace('{kind}', 'receipt')}?organization_id=${organizationId}` };
  if (prefix === '/v1/webhooks/events') return { method, path: path.replace('{id}', await message()) };
  // The dashboard's own routes and an order's explanation read what the contract lists, but for tax rates.
  const own = prefix.replace('/api/dashboard/', '/v1/').replace('/api/ledger/orders', '/v1/orders');
  if (prefix === INTEGRATIONS) return { method, path: path.replace('{id}', await installation()) };
  const list = prefix.endsWith('/tax-rates') ? prefix : prefix.endsWith('/grants') ? await grantsList() : own;
  const [first] = await listed(list);
  if (!first) throw new Error(`There is nothing to try ${method} ${path} with`);
  const mailId = path.includes('{mail_id}') ? (await listed(`${prefix}/${first.id}/mails`))[0]!.id : '';
  const ids = { '{id}': first.id, '{activation_id}': activationId, '{mail_id}': mailId };
  const query = path.endsWith('/quantities') ? QUANTITIES : '';
  return { method, path: Object.entries(ids).reduce((made, [name, id]) => made.replace(name, id), path) + query };
}

async function grantsList(): Promise<string> {
  const [benefit] = await listed('/v1/benefits');
  return `/v1/benefits/${benefit!.id}/grants`;
}

/** A server at the pretend Discord, which the owner has connected. */
async function installation(): Promise<string> {
  const answer = await ask(owner, { method: 'GET', path: `${INTEGRATIONS}?organization_id=${organizationId}` });
  return ((await answer.json()) as { installations: { id: string }[] }).installations[0]!.id;
}

async function message(): Promise<string> {
  const [delivery] = await listed('/v1/webhooks/deliveries');
  return (delivery!['webhook_event'] as { id: string }).id;
}

/** For administrators of the installation, whatever their organizations. */
const isOperators = ({ path }: Route): boolean => path.startsWith('/api/ledger/operator/');
/** Called with a customer's session: portal-sessions.spec.ts tries another customer's and another tenant's at each of them. */
const isCustomers = ({ path }: Route): boolean => path.startsWith('/v1/customer-portal/');
/** With an id of the organization's own; a client secret proves a checkout to whoever holds it. */
const withId = (): Route[] =>
  routes.filter(
    (route) =>
      /^\/(v1|api\/(ledger|dashboard))\/.*\{/.test(route.path) &&
      // A link to upload a part or to download an invoice is the permission. Lines of orders: metered-billing.spec.ts; apps of users: oauth.spec.ts.
      !/\{client_secret\}|\{number\}|\{line_id\}|\/pdf$|\/oauth/.test(route.path) &&
      !isCustomers(route) &&
      !isOperators(route),
  );
/** Sign-in options belong to the installation and are public; the dashboard's figures, search and changes are not lists and have tests of their own, as have the ways to other platforms and back, and apps, which are a user's. */
const isList = ({ method, path }: Route): boolean =>
  method === 'GET' &&
  !isOperators({ method, path }) &&
  !isCustomers({ method, path }) &&
  /^\/(v1|api\/ledger)\//.test(path) &&
  !/\{|metrics|sign-in-options|export|integrations|oauth2/.test(path);

describe('another tenant', () => {
  it("finds nothing under this tenant's ids, and changes nothing", async () => {
    // A refusal must not reveal either that a message exists whose body was removed.
    const vault = app.app.get<Vault>(VAULT);
    const kept = await vault.getMany(await vault.list('webhook-text/', 'webhook-text/~', 500));
    for (const key of kept.keys()) await vault.delete(key);
    await app.runtime.settled();
    const end = await lastFact(app.ports.store);
    const answers: Record<string, number> = {};
    for (const route of withId()) {
      const name = `${route.method} ${route.path}`;
      const target = await aimed(route);
      if (route.method === 'GET') expect([name, (await ask(owner, target)).status]).toEqual([name, 200]);
      answers[name] = (await ask(stranger, target, BODIES[name])).status;
    }
    for (const [key, { value }] of kept) await vault.put(key, value);
    expect(kept.size).toBeGreaterThan(0);
    expect(Object.keys(answers).length).toBeGreaterThanOrEqual(25);
    expect(Object.entries(answers).filter(([, status]) => status !== 404)).toEqual([]);
    expect(await lastFact(app.ports.store)).toBe(end);
  });

  it('finds none of its rows in any list, however sorted, even when it names the organization', async () => {
    const lists = [...new Set(routes.filter(isList).map(({ path }) => path))];
    expect(lists.length).toBeGreaterThanOrEqual(11);
    for (const path of lists) {
      const mine = (await listed(path)).map(({ id }) => id);
      expect([path, mine.length > 0]).toEqual([path, true]);
      const sorted = /orders|subscriptions/.test(path) ? ['?sorting=customer', '?sorting=-product'] : [];
      for (const query of ['', `?organization_id=${organizationId}`, ...sorted]) {
        const theirs = await listed(path + query, stranger);
        expect([path + query, theirs.filter(({ id }) => mine.includes(id))]).toEqual([path + query, []]);
      }
    }
  });

  it.each(['subscriptions', 'orders', 'customers'])('finds none of its rows in an export of %s', async (of) => {
    const exported = async (cookie: string, query = '') => {
      const answer = await ask(cookie, { method: 'GET', path: `/v1/${of}/export${query}` });
      return (await answer.text()).split('\r\n').length - 2;
    };
    expect(await exported(owner)).toBeGreaterThan(0);
    expect([await exported(stranger), await exported(stranger, `?organization_id=${organizationId}`)]).toEqual([0, 0]);
  });

  it('counts none of its sales in metrics', async () => {
    const [customer] = await listed('/v1/customers');
    const today = app.clock.now().slice(0, 10);
    const totals = async (cookie: string, query: string): Promise<Record<string, number>> => {
      const path = `/v1/metrics/?start_date=${today}&end_date=${today}&interval=day${query}`;
      return ((await (await ask(cookie, { method: 'GET', path })).json()) as { totals: Record<string, number> }).totals;
    };
    expect(await totals(owner, '')).toMatchObject({ orders: 1, revenue: 900 });
    for (const query of ['', `&organization_id=${organizationId}`, `&customer_id=${customer!.id}`])
      expect(new Set(Object.values(await totals(stranger, query)))).toEqual(new Set([0]));
  });

  it('creates nothing in this organization, nor with its products, customers or benefits', async () => {
    await app.runtime.settled();
    const end = await lastFact(app.ports.store);
    const first = async (path: string): Promise<string> => (await listed(path))[0]!.id;
    const [product, benefit, customer] = [
      await first('/v1/products'),
      await first('/v1/benefits'),
      await first('/v1/customers'),
    ];
    const mine = { organization_id: organizationId };
    const prices = [{ amount_type: 'free' }];
    const refused = async (path: string, body: object): Promise<unknown> => {
      const answer = await ask(stranger, { method: 'POST', path }, body);
      const { detail = [] } = (await answer.json()) as { detail?: { loc: unknown[] }[] };
      return [answer.status, ...(Array.isArray(detail) ? detail.map(({ loc }) => loc.join('.')) : [])];
    };
    const note = { type: 'custom', description: 'Support', properties: { note: null } };
    const hook = { url: receiver.url, format: 'raw', events: ['order.created'] };
    const inside = [422, 'body.organization_id'];
    expect(await refused('/v1/products', { ...mine, name: 'Mine', recurring_interval: null, prices })).toEqual(inside);
    expect(await refused('/v1/benefits', { ...mine, ...note })).toEqual(inside);
    expect(await refused('/v1/customers', { ...mine, email: 'bob@example.com' })).toEqual(inside);
    expect(await refused('/v1/webhooks/endpoints', { ...mine, ...hook })).toEqual(inside);
    const token = { ...mine, comment: 'mine', scopes: ['products:read'] };
    expect(await refused('/v1/organization-access-tokens', token)).toEqual(inside);
    expect(await refused('/v1/checkouts', { products: [product] })).toEqual([422, 'body.products.0']);
    const refund = { order_id: await first('/v1/orders'), amount: 1, reason: 'other' };
    expect(await refused('/v1/refunds', refund)).toEqual([422, 'body.order_id']);
    expect(await lastFact(app.ports.store)).toBe(end);

    const { items } = (await (await ask(stranger, { method: 'GET', path: '/v1/organizations' })).json()) as Items;
    const theirs = { organization_id: items[0]!.id };
    const offer = { ...theirs, name: 'Theirs', recurring_interval: null, prices };
    const { id } = (await (await post(app, '/v1/products', offer, stranger)).json()) as { id: string };
    const foreign = { products: [id], customer_id: customer };
    expect(await refused('/v1/checkouts', foreign)).toEqual([422, 'body.customer_id']);
    expect(await refused(`/v1/products/${id}/benefits`, { benefits: [benefit] })).toEqual([422, 'body.benefits.0']);
  });
});
