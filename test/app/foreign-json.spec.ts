import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../src/app/http/openapi/openapi.ts';
import { productProjection } from '../../src/features/billing/products/product.projection.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { collectionOf } from '../../src/kernel/reading/projection.ts';
import { createOrganization, post, signUp, type Person } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { Random } from '../support/contract-tools.ts';
import { operate, operated } from '../support/operator.ts';
import { seedOf, sized } from '../support/seed.ts';
import { until } from '../support/until.ts';

/** What callers send is data: never the program's own marker, field or operator. */

const ROUNDS = sized({ gate: 12, soak: 60 });
const SEED = seedOf(7);
/** The same seed sends the same bodies again. */
const numbers = new Random(SEED);
const random = () => numbers.next();
const pick = <T>(from: readonly T[]): T => numbers.pick(from);

const KEYS = [
  '$sealed',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  'subjects',
  'subject',
  'erased',
  'id',
  'organization_id',
  'metadata_entries',
  'position',
  'body',
  'f',
  '$set',
  '$where',
  'a.b',
  '',
  '\u0000',
  'é',
  'length',
  '0',
];
const TEXTS = ['erased', '', 'x', 'user:1', '$sealed', '\u0000', '\ud800', 'null', '1'];

/** JSON text, since a literal could not hold `__proto__` as a key. */
function json(depth = 0): string {
  const kind = depth > 3 ? 0 : random();
  if (kind < 0.35) return JSON.stringify(pick<unknown>([...TEXTS, 0, -1, 1e308, true, null]));
  if (kind < 0.5) return `[${Array.from({ length: Math.floor(random() * 4) }, () => json(depth + 1)).join(',')}]`;
  return object(depth);
}

function object(depth = 0): string {
  const fields = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const key = pick(KEYS);
    const value = key === '$sealed' && random() < 0.7 ? sealedLike() : json(depth + 1);
    return `${JSON.stringify(key)}:${value}`;
  });
  return `{${fields.join(',')}}`;
}

const sealedLike = (): string =>
  pick(['["nobody","AAAA","BBBB"]', `["user:${owner.id}","AAAA","BBBB"]`, '[]', '["x"]', '[null,null,null]', '{}']);

let folder: string;
let app: TestApp;
let owner: Person;
let organizationId: string;
let productId: string;
let customerId: string;
let benefitId: string;
let checkoutLinkId: string;
let checkoutId: string;
let clientSecret: string;
let keyId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbook-'));
  app = await startApp({ dataDir: folder });
  owner = await signUp(app);
  await operated(folder, 'users', 'grant-admin', owner.email);
  organizationId = (await createOrganization(app, owner.cookie)).id;
  const made = async (path: string, body: object) =>
    (await (await post(app, path, body, owner.cookie)).json()) as { id: string; client_secret: string };
  const mine = { organization_id: organizationId };
  const prices = [{ amount_type: 'fixed', price_amount: 900 }];
  productId = (await made('/v1/products', { ...mine, name: 'Plan', recurring_interval: 'month', prices })).id;
  customerId = (await made('/v1/customers', { ...mine, email: 'customer@example.com', external_id: 'ext-1' })).id;
  const note = { type: 'custom', description: 'Support', properties: { note: null } };
  benefitId = (await made('/v1/benefits', { ...mine, ...note })).id;
  keyId = (await made('/api/auth/api-key/create', { name: 'x' })).id;
  checkoutLinkId = (await made('/v1/checkout-links', { products: [productId] })).id;
  ({ id: checkoutId, client_secret: clientSecret } = await made('/v1/checkouts', { products: [productId] }));
  await storeMarker();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Every field that takes JSON of the caller's own shape, with the rest of a body that is accepted. */
const FIELDS: Record<string, () => [path: string, body: Record<string, unknown>]> = {
  'POST /api/auth/organization/create metadata': () => [
    '/api/auth/organization/create',
    { name: 'x', slug: `x-${newUuid()}` },
  ],
  'POST /api/auth/organization/update data.metadata': () => ['/api/auth/organization/update', { organizationId }],
  'POST /api/auth/api-key/create metadata': () => ['/api/auth/api-key/create', { name: 'x' }],
  'POST /api/auth/admin/create-user data': () => [
    '/api/auth/admin/create-user',
    { name: 'x', email: `${newUuid()}@example.com`, password: 'correct horse' },
  ],
  'POST /api/auth/api-key/create permissions': () => ['/api/auth/api-key/create', { name: 'x' }],
  'POST /api/auth/api-key/update metadata': () => ['/api/auth/api-key/update', { keyId }],
  'POST /api/auth/api-key/update permissions': () => ['/api/auth/api-key/update', { keyId }],
  'POST /api/auth/admin/has-permission permission': () => ['/api/auth/admin/has-permission', {}],
  'POST /api/auth/admin/has-permission permissions': () => ['/api/auth/admin/has-permission', {}],
  'POST /api/auth/organization/has-permission permission': () => ['/api/auth/organization/has-permission', {}],
  'POST /api/auth/organization/has-permission permissions': () => ['/api/auth/organization/has-permission', {}],
  'POST /v1/products metadata': () => [
    '/v1/products',
    { organization_id: organizationId, name: 'Product', recurring_interval: null, prices: [{ amount_type: 'free' }] },
  ],
  'PATCH /v1/products/{id} metadata': () => [`/v1/products/${productId}`, {}],
  'POST /v1/customers metadata': () => [
    '/v1/customers',
    { organization_id: organizationId, email: `${newUuid()}@example.com` },
  ],
  'PATCH /v1/customers/{id} metadata': () => [`/v1/customers/${customerId}`, {}],
  'PATCH /v1/customers/external/{external_id} metadata': () => ['/v1/customers/external/ext-1', {}],
  'POST /v1/benefits metadata': () => [
    '/v1/benefits',
    { organization_id: organizationId, type: 'custom', description: 'Support', properties: { note: null } },
  ],
  'PATCH /v1/benefits/{id} metadata': () => [`/v1/benefits/${benefitId}`, { type: 'custom' }],
  'POST /v1/checkouts metadata': () => ['/v1/checkouts', { products: [productId] }],
  'POST /v1/checkouts customer_metadata': () => ['/v1/checkouts', { products: [productId] }],
  'POST /v1/checkouts custom_field_data': () => ['/v1/checkouts', { products: [productId] }],
  'POST /v1/checkout-links metadata': () => ['/v1/checkout-links', { products: [productId] }],
  'PATCH /v1/checkout-links/{id} metadata': () => [`/v1/checkout-links/${checkoutLinkId}`, {}],
  'PATCH /v1/checkouts/{id} metadata': () => [`/v1/checkouts/${checkoutId}`, {}],
  'PATCH /v1/checkouts/{id} customer_metadata': () => [`/v1/checkouts/${checkoutId}`, {}],
  'PATCH /v1/checkouts/{id} custom_field_data': () => [`/v1/checkouts/${checkoutId}`, {}],
  'PATCH /v1/checkouts/client/{client_secret} custom_field_data': () => [`/v1/checkouts/client/${clientSecret}`, {}],
  'POST /v1/checkouts/client/{client_secret}/confirm custom_field_data': () => [
    `/v1/checkouts/client/${clientSecret}/confirm`,
    {},
  ],
};

/** A body with JSON text in one of its fields, which may lie one level deeper. */
function bodyWith(body: Record<string, unknown>, field: string, text: string): string {
  const [outer, inner] = field.split('.') as [string, string?];
  const rest = JSON.stringify(body).slice(1, -1);
  return `{${rest ? `${rest},` : ''}${JSON.stringify(outer)}:${inner ? `{${JSON.stringify(inner)}:${text}}` : text}}`;
}

async function send(method: string, path: string, body: string): Promise<Response> {
  const headers = { cookie: owner.cookie, origin: app.url, 'content-type': 'application/json' };
  return fetch(app.url + path, { method, headers, body });
}

/** Of which a caller's metadata looks like sealed fields. */
async function storeMarker(): Promise<void> {
  const [created] = await app.ports.store.read(`organization-${organizationId}`);
  const other = newUuid();
  const data = {
    ...created!.data,
    organizationId: other,
    slug: other,
    metadata: { $sealed: ['nobody', 'AAAA', 'BBBB'] },
  };
  await app.ports.store.append(`organization-${other}`, [{ ...created!, id: newUuid(), data }], 'none');
}

async function restart(): Promise<void> {
  await app.close();
  app = await startApp({ dataDir: folder });
}

const readModels = async () =>
  (await app.runtime.readModels.status()).filter(({ state }) => state !== 'current').map(({ name }) => name);

describe("callers' JSON", () => {
  it('is accepted as an empty object, so that a refusal is about its content', async () => {
    const refused: string[] = [];
    for (const [name, target] of Object.entries(FIELDS)) {
      const [method, , field] = name.split(' ') as [string, string, string];
      const [path, body] = target();
      const answer = await send(method, path, bodyWith(body, field, '{}'));
      if (!answer.ok) refused.push(name);
    }
    expect(refused).toEqual([
      // Only the server itself may set them (docs/IDENTITY.md#api-keys).
      'POST /api/auth/api-key/create permissions',
      'POST /api/auth/api-key/update permissions',
      // A whole confirm would end the checkout.
      'POST /v1/checkouts/client/{client_secret}/confirm custom_field_data',
    ]);
  });

  it(`is always treated as data, whatever it holds (SEED=${SEED})`, async () => {
    let taken = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, target] of Object.entries(FIELDS)) {
        const [method, , field] = name.split(' ') as [string, string, string];
        const [path, body] = target();
        const text = bodyWith(body, field, random() < 0.8 ? object() : json());
        const answer = await send(method, path, text);
        expect([name, text, answer.status < 500]).toEqual([name, text, true]);
        if (answer.ok) taken += 1;
      }
    expect(taken).toBeGreaterThan(ROUNDS);
    await app.runtime.settled();
    expect(await readModels()).toEqual([]);
    expect(await operate(folder, ['projections', 'compare'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(': 0 differ'),
    });
    expect(await operate(folder, ['events', 'unreadable'])).toMatchObject({ code: 0 });
  });

  it('is tested in every field that accepts JSON of any shape', () => {
    const document = openApiDocument(app.app);
    schemas = document.components?.schemas as Record<string, Schema>;
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        freeFields(operation).map((field) => `${method.toUpperCase()} ${path} ${field}`),
      ),
    );
    const tried = Object.keys(FIELDS).map((name) => name.replace(/\.\w+$/, ''));
    expect(open.filter((field) => !tried.includes(field))).toEqual([]);
  });

  it('is returned as it was sent', async () => {
    const metadata = '{"subjects":["user:1"],"$set":{"a.b":null},"deep":{"$sealed":[]}}';
    const answer = await send(
      'POST',
      '/api/auth/organization/create',
      `{"name":"x","slug":"${newUuid()}","metadata":${metadata}}`,
    );
    expect(await answer.text()).toContain(metadata);
  });

  it('is ordinary data when a key has that name but holds no sealed field', async () => {
    const price = { amount_type: 'free' };
    const body = { organization_id: organizationId, name: 'Product', prices: [price], metadata: { $sealed: 'x' } };
    const answer = await send('POST', '/v1/products', JSON.stringify({ ...body, recurring_interval: null }));
    expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ metadata: body.metadata })]);
  });

  it('is refused and not stored with the marker of sealed fields at the top of an event', async () => {
    const body = { name: 'x', slug: newUuid(), metadata: { $sealed: ['nobody', 'AAAA', 'BBBB'] } };
    const answer = await send('POST', '/api/auth/organization/create', JSON.stringify(body));
    expect([answer.status, await answer.json()]).toEqual([400, { code: 'RESERVED_KEY', message: expect.any(String) }]);
    // Nothing is left behind: the slug is available.
    expect(
      (await send('POST', '/api/auth/organization/create', JSON.stringify({ name: 'x', slug: body.slug }))).status,
    ).toBe(200);
  });
});

describe('an event that cannot be read', () => {
  it('stops only what handles it, until an operator skips it', async () => {
    const stream = `product-${productId}`;
    const last = (await app.ports.store.last(stream))!;
    const unreadable = { ...last, id: newUuid(), metadata: { ...last.metadata, version: 99 } };
    await app.ports.store.append(stream, [unreadable], last.revision);
    await until(
      async () => (await readModels()).includes(collectionOf(productProjection).name),
      'the projection to be listed',
    );
    for (const after of ['while it runs', 'after a restart']) {
      expect([after, (await readModels()).includes('customers_v1')]).toEqual([after, false]);
      const renamed = await send('PATCH', `/v1/customers/${customerId}`, JSON.stringify({ name: after }));
      expect([after, renamed.status, renamed.headers.get('projection-pending')]).toEqual([after, 200, null]);
      const listed = await send('GET', `/v1/customers?organization_id=${organizationId}`, undefined as never);
      expect(JSON.stringify(await listed.json())).toContain(after);
      // Unreadable data is not guessed: it is neither shown as it is nor changed.
      expect((await send('PATCH', `/v1/products/${productId}`, '{"name":"Again"}')).status).toBe(503);
      if (after === 'while it runs') await restart();
    }
    const found = await operate(folder, ['events', 'unreadable']);
    expect(found).toMatchObject({ code: 1, output: expect.stringContaining(`${stream}@${last.revision + 1}`) });
    const readable = await operate(folder, ['events', 'skip', `${stream}@0`]);
    expect(readable).toMatchObject({ code: 1, output: expect.stringContaining('can be read') });
    const skipped = await operate(folder, ['events', 'skip', unreadable.id, '--reason', 'written by a later release']);
    expect(skipped).toMatchObject({ code: 0 });
    await until(async () => (await readModels()).length === 0, 'every read model to be ready');
    expect((await send('PATCH', `/v1/products/${productId}`, '{"name":"Again"}')).status).toBe(200);
    await app.runtime.settled();
    expect(await operate(folder, ['projections', 'compare'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(': 0 differ'),
    });
    expect(await operate(folder, ['events', 'unreadable'])).toMatchObject({ code: 0 });
    const ledger = await send('GET', '/api/ledger/events?type=EventSkipped', undefined as never);
    expect(await ledger.json()).toMatchObject({ items: [{ actor: { kind: 'operator' } }] });
  });
});

let schemas: Record<string, Schema>;

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  allOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
}

/** Properties of an operation's JSON body that take an object of any keys, or anything. */
function freeFields(operation: unknown): string[] {
  const { requestBody } = operation as { requestBody?: { content: Record<string, { schema: Schema }> } };
  const schema = requestBody?.content['application/json']?.schema;
  return schema ? freeIn(resolved(schema)) : [];
}

function freeIn(schema: Schema): string[] {
  const own = Object.entries(schema.properties ?? {}).filter(([, property]) => isFree(property));
  return [
    ...own.map(([name]) => name),
    ...[...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => freeIn(resolved(part))),
  ];
}

function isFree(property: Schema): boolean {
  const { type, additionalProperties, properties, $ref, allOf, oneOf } = property;
  if ($ref || allOf || oneOf) return freeIn(resolved(property)).length > 0;
  return (
    (type === 'object' && additionalProperties !== undefined && additionalProperties !== false) ||
    (type === 'object' && !properties)
  );
}

function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return schemas[schema.$ref.split('/').at(-1)!]!;
}

/** The test before has restarted it. */
describe('an installation that stored the marker before it was refused', () => {
  it('starts with it and with all other JSON, reads it as data, and serves every caller', async () => {
    await app.runtime.settled();
    expect(await readModels()).toEqual([]);
    expect((await send('PATCH', `/v1/products/${productId}`, '{"name":"Renamed"}')).status).toBe(200);
    expect(await operate(folder, ['projections', 'compare'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(': 0 differ'),
    });
  });
});
