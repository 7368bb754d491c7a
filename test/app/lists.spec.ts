import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '../../src/app.module.ts';
import { attemptCollection } from '../../src/features/delivery/webhooks/sending/webhook-attempts.projection.ts';
import { projectionsOf } from '../../src/app/operator/projections.ts';
import { addSeconds } from '../../src/kernel/ports/clock.ts';
import type { Document, DocumentStore, Write } from '../../src/kernel/ports/document-store.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { collectionOf, type AnyProjection } from '../../src/kernel/reading/projection.ts';
import { fieldsOf } from '../../src/adapters/sqlite/document-sql.ts';
import type { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { createOrganization, post, signUp, tokenOf } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { exampleOf, listRoutes, type ParameterSchema } from '../support/list-routes.ts';
import { startReceiver } from '../support/receiver.ts';
import { RowCounter, type Reading } from '../support/row-counter.ts';
import { sized } from '../support/seed.ts';
import { until } from '../support/until.ts';
import { uploadPicture } from '../support/uploads.ts';

/** What lists of many rows read: no request may cost more than a few walks along an index (docs/READ_MODELS.md#document-store). */
const ROWS = sized({ gate: 1_600, soak: 30_000 });
/** Of what sellers create by hand, more than any has: what customers do grows further. */
const CATALOGUE_ROWS = sized({ gate: 1_500, soak: 10_000 });
const CATALOGUE =
  /\b(products|files|benefits|custom.fields|meters|usage.names|discounts|tax.rates|access.tokens|checkout.links|webhook.endpoints|webhooks.endpoints)$/;
const rowsIn = (list: string): number => (CATALOGUE.test(list) ? CATALOGUE_ROWS : ROWS);
/** Before all rows, and lately, or the program would delete what expires. */
const BEFORE = addSeconds(new Date().toISOString(), -2 * 86_400);
const BATCH = 100;
/** How often a list may walk all rows of its collection, by an index alone: 30,000 of them take about 3 ms. */
const MOST_WALKS = 10;
/** How far it may walk without letting other work of the program have its turn. */
const MOST_WALKS_AT_ONCE = 2;
/** A page sorted by a related entity and another key may walk for each of its 25 rows. */
const MOST_WALKS_OF_A_PAGE = 28;
const PAGE_OF_WALKS = /sorting=-?(customer|product)&sorting=/;
/** Rows that are found by an index and looked up in the table: as many as may be sorted without an index, and what follows of a page. */
const MOST_LOOKED_UP = 600;
/** Between two values of the first key, SQLite may look up the second one of each row. */
const TWO_KEYS = /sorting=.*sorting=/;
/** Of a page, and what belongs to its rows. */
const MOST_DOCUMENTS = 100;
const OF_THE_ORGANIZATION = /USING (COVERING )?INDEX \S+ \(f_organization_id=\?/;
const BY_ID = /USING (INTEGER PRIMARY KEY \(rowid=\?\)|(COVERING )?INDEX \S+ \((id|f_userId)=\?)/;

interface Asked {
  path: string;
  query: string;
}

type Fields = Document & Record<string, unknown>;

let app: TestApp;
let cookie: string;
let organizationId: string;
let benefitId: string;
/** Half of all rows belong to these. */
let hot: { customerId: string; productId: string; endpointId: string };

beforeAll(async () => {
  app = await startApp({ own: true });
  ({ cookie } = await signUp(app));
  ({ id: organizationId } = await createOrganization(app, cookie));
  await sellOnce();
  await multiply();
}, 600_000);
afterAll(() => app.close());

/** One of each entity. */
async function sellOnce(): Promise<void> {
  const receiver = await startReceiver();
  const make = async (path: string, body: object): Promise<Record<string, string>> =>
    (await post(app, path, body, cookie)).json() as Promise<Record<string, string>>;
  const mine = { organization_id: organizationId };
  await make('/v1/webhooks/endpoints', { ...mine, url: receiver.url, format: 'raw', events: ['order.created'] });
  const note = { type: 'custom', description: 'Support', properties: { note: null } };
  ({ id: benefitId } = (await make('/v1/benefits', { ...mine, ...note })) as { id: string });
  await make('/v1/custom-fields', { ...mine, type: 'text', slug: 'company', name: 'Company', properties: {} });
  const filter = { conjunction: 'and', clauses: [] };
  await make('/v1/meters', { ...mine, name: 'Calls', filter, aggregation: { func: 'count' } });
  await uploadPicture(app.url, { cookie }, mine);
  const prices = [{ amount_type: 'fixed', price_amount: 1_000 }];
  const { id: product } = await make('/v1/products', { ...mine, name: 'Plan', recurring_interval: 'month', prices });
  const keys = { type: 'license_keys', description: 'Keys', properties: { activations: { limit: 3 } } };
  const { id: keysId } = await make('/v1/benefits', { ...mine, ...keys });
  await make(`/v1/products/${product}/benefits`, { benefits: [benefitId, keysId] });
  const half = { name: 'Half', type: 'percentage', basis_points: 5_000, duration: 'once' };
  await make('/v1/discounts', { ...mine, ...half });
  await make('/api/dashboard/tax-rates', { ...mine, country: 'FR', name: 'TVA', percent: '20' });
  await make('/v1/events/ingest', { events: [{ ...mine, name: 'call', external_customer_id: 'ann' }] });
  await make('/v1/checkout-links', { products: [product], label: 'Link' });
  const { client_secret } = await make('/v1/checkouts', { products: [product], metadata: { plan: 'a' } });
  const buyer = { customer_name: 'Ann', customer_email: 'ann@example.com' };
  const card = { customer_billing_address: { country: 'DE' }, confirmation_token_id: 'ctoken_ok' };
  await make(`/v1/checkouts/client/${client_secret}/confirm`, { ...buyer, ...card });
  await tokenOf(app, cookie, organizationId, 'products:read');
  const first = async (path: string) => (await list({ path, query: '' })).items[0];
  await until(async () => (await first('/v1/webhooks/deliveries')) !== undefined, 'a webhook has been delivered');
  const [order, endpoint] = [await first('/v1/orders'), await first('/v1/webhooks/endpoints')] as [Fields, Fields];
  await make('/v1/refunds', { order_id: order.id, amount: 100, reason: 'other' });
  hot = { customerId: String(order.customer_id), productId: String(order.product_id), endpointId: endpoint.id };
  await app.runtime.settled();
  await receiver.close();
}

/** Puts many documents like the one that exists beside it into every collection that a list is served from. */
async function multiply(): Promise<void> {
  const store = app.ports.documents;
  const ids = new Map<string, string[]>();
  const listed = [...projectionsOf(features), attemptCollection].filter(({ lists }) => lists && lists.scope.length > 0);
  const originals = new Map<AnyProjection, Fields>();
  for (const projection of listed) {
    const { items } = await store.find<Fields>(collectionOf(projection), { limit: 1 });
    if (!items[0]) throw new Error(`There is no document of ${projection.name} to multiply`);
    originals.set(projection, items[0]);
    ids.set(
      projection.name,
      Array.from({ length: rowsIn(projection.name) }, () => newUuid()),
    );
  }
  for (const [projection, original] of originals)
    await fill(store, projection, (n) => like(original, n, ids.get(projection.name)![n]!, ids));
}

async function fill(store: DocumentStore, projection: AnyProjection, document: (n: number) => Document): Promise<void> {
  const served = collectionOf(projection);
  // Updating the indexes row by row would take far longer.
  const collection = { name: served.name, indexes: [], fields: fieldsOf(served) };
  await store.ensure(collection);
  const position = '0'.repeat(20);
  for (let first = 0; first < rowsIn(projection.name); first += BATCH) {
    const writes = Array.from({ length: BATCH }, (_, n): Write => {
      const one = document(first + n);
      return { collection, id: one.id, seen: undefined, position, document: one };
    });
    await store.save(writes);
  }
  await store.ensure(served);
}

/** Half of them belong to the one product and customer that exist already, half to one of their own. */
function like(original: Fields, n: number, id: string, ids: ReadonlyMap<string, string[]>): Fields {
  const at = addSeconds(BEFORE, n);
  const own: Record<string, unknown> = {
    id,
    created_at: at,
    started_at: at,
    current_period_end: at,
    expires_at: at,
    occurred_at: at,
    booked_at: at,
    order: String(n).padStart(20, '0'),
    amount: 1_000 + (n % 50),
    net_amount: 1_000 + (n % 50),
    price_amount: n % 1_000,
    name: `Plan ${id}`,
    email: `buyer-${id}@example.com`,
    email_key: `buyer-${id}@example.com`,
    email_lower: `buyer-${id}@example.com`,
    customer_email_lower: `buyer-${id}@example.com`,
    name_lower: `plan ${id}`,
    description_lower: `support ${id}`,
    label_lower: `link ${id}`,
    comment_lower: `token ${id}`,
    stream: `order-${id}`,
    metadata_entries: ['plan=a', `n=${n % 1_000}`],
    ...(n % 2 === 0 && {
      product_id: ids.get('products')![n % CATALOGUE_ROWS],
      product_ids: [ids.get('products')![n % CATALOGUE_ROWS]],
      customer_id: ids.get('customers')![n],
    }),
  };
  const changed = Object.entries(own).filter(([field]) => field === 'id' || field in original);
  return { ...original, ...Object.fromEntries(changed) } as Fields;
}

/** The sums over all rows of a list, with filters and without. */
const TOTALS: Asked[] = Object.entries({
  orders: ['metadata[n]=7', 'status=paid'],
  subscriptions: ['metadata[n]=7', 'status=active'],
  payments: ['status=succeeded'],
  'finance/entries': ['kind=sale'],
  'finance/tax-lines': ['treatment=taxed'],
}).flatMap(([name, filters]) =>
  ['', 'currency=usd', 'query=a', ...filters].map((query) => ({ path: `/api/dashboard/${name}/totals`, query })),
);

/** Every list of the OpenAPI document, in every order it offers and with each of its filters, from its beginning and its middle. */
function everyList(): Asked[] {
  return listRoutes(app.app).flatMap(({ path, sortings, filters }) => {
    const within = path.replace('{id}', benefitId);
    const filtered = Object.entries(filters).map(
      ([name, schema]) => `${name}=${encodeURIComponent(valueOf(name, schema))}`,
    );
    const metadata = path.includes('orders') ? ['metadata[plan]=a', 'metadata[n]=7'] : [];
    const narrowed = [...filtered, ...metadata];
    const orders = sortings.map((sorting) => `sorting=${sorting}`);
    const last = orders.at(-1)!;
    /** So far into the list. */
    const page = (share: number) => `page=${Math.floor((share * rowsIn(path)) / 25)}&limit=25`;
    const queries = [
      ...orders,
      ...orders.map((order) => `${order}&${page(0.5)}`),
      ...narrowed,
      ...narrowed.flatMap((filter) => [`${filter}&${last}`, `${filter}&${last}&${page(0.25)}`]),
      ...orders.slice(2).map((order) => `${order}&${orders[0]}&${page(0.375)}`),
      page(1),
    ];
    return queries.map((query) => ({ path: within, query }));
  });
}

function valueOf(name: string, schema: ParameterSchema): string {
  if (name === 'query') return 'a';
  return (
    { customer_id: hot.customerId, product_id: hot.productId, endpoint_id: hot.endpointId }[name] ?? exampleOf(schema)
  );
}

async function list({ path, query }: Asked): Promise<{ items: Fields[]; pagination: { total_count: number } }> {
  const answer = await fetch(`${app.url}${path}?${query}`, { headers: { cookie, 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${path}?${query} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Awaited<ReturnType<typeof list>>;
}

/** Workers find their work by it. */
const DUE = /:next_call_at,/;
const LISTED = projectionsOf(features).flatMap((one) => (one.lists ? [collectionOf(one).name] : []));
/** Workers and the like, which run meanwhile, read other collections, or what is due by an index of its own. */
const isOfList = (step: string): boolean => LISTED.some((name) => step.includes(` ${name} `)) && !DUE.test(step);

/** What runs after a start may read a whole collection, page by page. */
const EVERYTHING = /\(id>\?\)/;

/** What a list has read beyond its limits. */
function excessesOf(readings: readonly Reading[], rows: number, query: string): string[] {
  const sum = (of: readonly Reading[], what: 'visited' | 'documents') => of.reduce((n, each) => n + each[what], 0);
  const parts = [...new Set(readings.map(({ part }) => part))].map((n) => readings.filter(({ part }) => part === n));
  const counted: [number, string, number][] = [
    [sum(readings, 'visited'), 'visited', (PAGE_OF_WALKS.test(query) ? MOST_WALKS_OF_A_PAGE : MOST_WALKS) * rows],
    [Math.max(0, ...parts.map((part) => sum(part, 'visited'))), 'at once', MOST_WALKS_AT_ONCE * rows],
    [
      Math.max(0, ...readings.map(({ looksUp, visited }) => (looksUp ? visited : 0))),
      'looked up',
      TWO_KEYS.test(query) ? MOST_WALKS_AT_ONCE * rows : MOST_LOOKED_UP,
    ],
    [sum(readings, 'documents'), 'documents', MOST_DOCUMENTS],
  ];
  return counted.flatMap(([count, what, most]) => (count > most ? [`${count} ${what}, not ${most}`] : []));
}

describe('lists of many rows', () => {
  it('are found in the OpenAPI document, with their parameters', () => {
    const routes = listRoutes(app.app);
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/orders', '/v1/customers', '/v1/benefits/{id}/grants', '/api/ledger/events']),
    );
    for (const { sortings } of routes) expect(sortings).not.toEqual([]);
  });

  it('walk indexes of the organization a few times, with every sorting and filter, on early and late pages', async () => {
    const store = app.ports.documents as SqliteDocumentStore;
    const counter = new RowCounter(store);
    const requested = [...everyList(), ...TOTALS];
    expect(requested.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    for (const one of requested) {
      let readings: Reading[] = [];
      const plans = await store.explainAll(async () => (readings = await counter.during(() => list(one))));
      const steps = plans.flat().filter(isOfList);
      const others = steps.filter((step) => !OF_THE_ORGANIZATION.test(step) && !BY_ID.test(step));
      const read = readings.filter(({ plan }) => isOfList(plan) && !EVERYTHING.test(plan));
      const problems = [...others, ...excessesOf(read, rowsIn(one.path), one.query)];
      if (problems.length > 0) wrong.push(`${one.path}?${one.query}: ${problems.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['product', '-product', 'customer', '-customer'])(
    'gives each order once when sorted by %s',
    async (sorting) => {
      const expected = sorting.replace('-', '') as 'product' | 'customer';
      const nameOf = (item: Fields) =>
        (item[expected] as { name: string; email: string })[expected === 'product' ? 'name' : 'email'];
      const limit = 100;
      const seen: Fields[] = [];
      const [middle, last] = [ROWS / limit / 2, ROWS / limit + 1];
      for (const page of [1, 2, middle - 1, middle, middle + 1, last - 1, last]) {
        const query = `sorting=${sorting}&page=${page}&limit=${limit}`;
        const { items, pagination } = await list({ path: '/v1/orders', query });
        expect([page, items.length, pagination.total_count]).toEqual([page, page === last ? 1 : limit, ROWS + 1]);
        seen.push(...items);
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      const names = seen.map((item) => nameOf(item).toLowerCase());
      expect(names).toEqual(sorting.startsWith('-') ? [...names].sort().reverse() : [...names].sort());
    },
  );
});
