import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { Polar } from '@polar-sh/sdk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Commands } from '../../../src/app/commands.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import {
  CreateApiKey,
  RecordApiKeyUse,
  VerifyApiKey,
  type Verification,
  type GivenSettings,
} from '../../../src/features/accounts/api-keys/api-key.commands.ts';
import { apiKeyStream, apiKeyUseStream } from '../../../src/features/accounts/api-keys/api-key.events.ts';
import { apiKeyProjection } from '../../../src/features/accounts/api-keys/api-key.projection.ts';
import type { ApiKey, CreatedApiKey } from '../../../src/features/accounts/api-keys/api-keys.dto.ts';
import { keysOf } from '../../../src/features/accounts/api-keys/api-keys.queries.ts';
import {
  BanUser,
  ChangeUserRole,
  DeleteUser,
  RevokeSessions,
} from '../../../src/features/accounts/users/user.commands.ts';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import { userDecider } from '../../../src/features/accounts/users/user.decider.ts';
import { userStream } from '../../../src/features/accounts/users/user.events.ts';
import { run } from '../../../src/cli/run.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { startContext, type Command } from '../../../src/kernel/writing/command.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { createOrganization, signUp } from '../../support/accounts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';

const DAY = 86_400;
const PLAN = { name: 'Plan', recurringInterval: null, prices: [{ amountType: 'free' as const }] };
const KEYS_OF_RECORD = [
  'createdAt',
  'enabled',
  'expiresAt',
  'id',
  'lastRefillAt',
  'lastRequest',
  'metadata',
  'name',
  'permissions',
  'prefix',
  'rateLimitEnabled',
  'rateLimitMax',
  'rateLimitTimeWindow',
  'refillAmount',
  'refillInterval',
  'remaining',
  'requestCount',
  'start',
  'updatedAt',
  'userId',
];

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ages: true });
});
afterAll(() => app.close());

interface Somebody extends Browser {
  id: string;
  email: string;
}

const USER = { userId: 'a'.repeat(32) };

/** What answers a key as it answers a visitor, with a body of the right shape. */
const NEEDS_SESSION: Record<string, object | undefined> = {
  'GET /api/auth/token': undefined,
  'POST /api/auth/admin/ban-user': USER,
  'POST /api/auth/admin/create-user': { email: 'a@example.com', password: 'correct horse', name: 'A' },
  'POST /api/auth/admin/impersonate-user': USER,
  'POST /api/auth/admin/remove-user': USER,
  'POST /api/auth/admin/revoke-user-session': { sessionToken: 'x' },
  'POST /api/auth/admin/revoke-user-sessions': USER,
  'POST /api/auth/admin/set-role': { ...USER, role: 'admin' },
  'POST /api/auth/admin/set-user-password': { ...USER, newPassword: 'correct horse' },
  'POST /api/auth/admin/unban-user': USER,
  'POST /api/auth/api-key/delete': { keyId: 'x' },
  'POST /api/auth/change-email': { newEmail: 'another@example.com' },
  'POST /api/auth/change-password': { newPassword: 'battery staple', currentPassword: 'correct horse' },
  'POST /api/auth/delete-user': {},
  'POST /api/auth/get-access-token': { providerId: 'fake' },
  'POST /api/auth/link-social': { provider: 'fake' },
  'POST /api/auth/refresh-token': { providerId: 'fake' },
  'POST /api/auth/revoke-other-sessions': {},
  'POST /api/auth/revoke-session': { token: 'x' },
  'POST /api/auth/revoke-sessions': {},
  'POST /api/auth/unlink-account': { providerId: 'credential' },
};

const api = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { security: object[] }>>;
};

async function somebody(): Promise<Somebody> {
  const visitor = browser(app);
  const email = `person-${newUuid()}@example.com`;
  const { data } = await visitor.client.signUp.email({ email, password: 'correct horse', name: 'Ada' });
  return { ...visitor, id: data!.user.id, email };
}

function send<R>(command: Command): Promise<R> {
  return app.app.get(CommandBus).execute(command as never);
}

const operator = () => startContext({ kind: 'operator', id: 'tester' }, app.ports.clock);

/** A key with settings that nobody may set over HTTP. */
async function createKey(userId: string, given: GivenSettings, organizationId: string | null = null, by = operator()) {
  const create = new CreateApiKey({ prefix: null, given, userId, organizationId }, by);
  const { key, document } = await app.app.get(Commands).execute(create);
  return { ...document, key };
}

const verify = (key: string, permissions?: Record<string, string[]>): Promise<Verification> =>
  send(new VerifyApiKey({ key, permissions }, operator()));

function withHeader(key: string, path = '/api/auth/list-sessions', init: RequestInit = {}): Promise<Response> {
  return fetch(`${app.url}${path}`, { ...init, headers: { 'x-api-key': key, 'content-type': 'application/json' } });
}

function withBearer(key: string, path = '/v1/organizations/'): Promise<Response> {
  return fetch(app.url + path, { headers: { authorization: `Bearer ${key}` } });
}

async function refusal(answer: Response): Promise<[number, unknown]> {
  return [answer.status, await answer.json()];
}

const literal = (code: string, message: string) => ({ code, message });
const client = (bearer: string) => new Polar({ accessToken: bearer, serverURL: app.url });

describe("a user's calls", () => {
  it('create a key that is shown once, with the whole record', async () => {
    const me = await somebody();
    const asked = { name: 'one', prefix: 'pk_', metadata: { plan: 'x' }, expiresIn: 2 * DAY };
    const { data } = await me.client.apiKey.create(asked);
    expect(Object.keys(data!).sort()).toEqual([...KEYS_OF_RECORD, 'key'].sort());
    expect(data).toMatchObject({
      name: 'one',
      prefix: 'pk_',
      userId: me.id,
      metadata: { plan: 'x' },
      enabled: true,
      rateLimitEnabled: true,
      rateLimitTimeWindow: 86_400_000,
      rateLimitMax: 10,
      requestCount: 0,
      remaining: null,
      lastRequest: null,
      lastRefillAt: null,
      permissions: null,
    });
    expect(data!.key).toMatch(/^pk_[A-Za-z]{64}$/);
    expect(data!.start).toBe(data!.key.slice(0, 6));
    const { createdAt, expiresAt } = data as unknown as Record<string, Date>;
    expect(expiresAt!.getTime() - createdAt!.getTime()).toBe(2 * DAY * 1000);
    const got = await me.client.apiKey.get({ query: { id: data!.id } });
    const { key: _, ...record } = data!;
    expect(got.data).toEqual(record);
    expect((await me.client.apiKey.list()).data).toEqual([record]);
  });

  it('store only a digest of the key', async () => {
    const me = await somebody();
    const { data } = await me.client.apiKey.create({});
    await app.runtime.settled();
    const stored = JSON.stringify(await app.ports.store.read(apiKeyStream(data!.id)));
    expect(stored).not.toContain(data!.key.slice(6));
    expect(stored).toContain(data!.start!);
    expect(JSON.stringify(app.logged)).not.toContain(data!.key);
  });

  it('list keys in the order of creation', async () => {
    const me = await somebody();
    for (const name of ['one', 'two', 'three']) await me.client.apiKey.create({ name });
    expect((await me.client.apiKey.list()).data!.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
  });

  it('change name, metadata, expiry and enabled, without counting as a use', async () => {
    const me = await somebody();
    const { id, key } = await createKey(me.id, { remaining: 2, rateLimitEnabled: false });
    const changed = await me.client.apiKey.update({ keyId: id, name: 'two', metadata: { b: 2 }, expiresIn: DAY });
    expect(changed.data).toMatchObject({ name: 'two', metadata: { b: 2 }, remaining: 2, lastRequest: null });
    expect(Object.keys(changed.data!).sort()).toEqual(KEYS_OF_RECORD);
    expect((changed.data as unknown as ApiKey).expiresAt).not.toBeNull();
    const forever = await me.post('/api/auth/api-key/update', { keyId: id, expiresIn: null });
    expect(await forever.json()).toMatchObject({ expiresAt: null, name: 'two' });
    expect((await me.client.apiKey.update({ keyId: id, enabled: false })).data).toMatchObject({ enabled: false });
    expect(await refusal(await withHeader(key))).toEqual([401, literal('KEY_DISABLED', 'API Key is disabled')]);
    await me.client.apiKey.update({ keyId: id, enabled: true });
    expect((await withHeader(key)).status).toBe(200);
    expect((await me.client.apiKey.get({ query: { id } })).data).toMatchObject({ remaining: 1, requestCount: 1 });
  });

  it('delete a key permanently', async () => {
    const me = await somebody();
    const { data } = await me.client.apiKey.create({});
    expect((await me.client.apiKey.delete({ keyId: data!.id })).data).toEqual({ success: true });
    expect((await me.client.apiKey.list()).data).toEqual([]);
    expect(await refusal(await withHeader(data!.key))).toEqual([401, literal('INVALID_API_KEY', 'Invalid API key.')]);
    expect((await me.client.apiKey.delete({ keyId: data!.id })).error).toMatchObject({ code: 'API_KEY_NOT_FOUND' });
  });

  it("reject with the contract's literals", async () => {
    const me = await somebody();
    const { data: mine } = await me.client.apiKey.create({});
    const post = async (call: string, body?: object) => refusal(await me.post(`/api/auth/api-key/${call}`, body));
    const shape = [400, literal('VALIDATION_ERROR', 'Invalid body parameters')];
    const notFound = [404, literal('API_KEY_NOT_FOUND', 'API Key not found')];
    const serverOnly = [
      400,
      literal(
        'THE_PROPERTY_YOURE_TRYING_TO_SET_CAN_ONLY_BE_SET_FROM_THE_SERVER_AUTH_INSTANCE_ONLY',
        "The property you're trying to set can only be set from the server auth instance only.",
      ),
    ];
    for (const property of [
      { remaining: 3 },
      { refillAmount: 1 },
      { refillInterval: 1 },
      { rateLimitMax: 5 },
      { rateLimitTimeWindow: 1_000 },
      { rateLimitEnabled: false },
      { permissions: { products: ['read'] } },
    ]) {
      expect(await post('create', property)).toEqual(serverOnly);
      expect(await post('update', { keyId: mine!.id, ...property })).toEqual(serverOnly);
    }
    const literals: [object, string, string][] = [
      [
        { expiresIn: 10 },
        'THE_EXPIRESIN_IS_SMALLER_THAN_THE_PREDEFINED_MINIMUM_VALUE',
        'The expiresIn is smaller than the predefined minimum value.',
      ],
      [
        { expiresIn: 366 * DAY },
        'THE_EXPIRESIN_IS_LARGER_THAN_THE_PREDEFINED_MAXIMUM_VALUE',
        'The expiresIn is larger than the predefined maximum value.',
      ],
      [
        { name: 'x'.repeat(33) },
        'THE_NAME_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL',
        'The name length is either too large or too small.',
      ],
      [{ metadata: 'x' }, 'METADATA_MUST_BE_AN_OBJECT_OR_UNDEFINED', 'metadata must be an object or undefined'],
    ];
    for (const [body, code, message] of literals) {
      expect(await post('create', body)).toEqual([400, literal(code, message)]);
      expect(await post('update', { keyId: mine!.id, ...body })).toEqual([400, literal(code, message)]);
    }
    expect(await post('create', { prefix: 'x'.repeat(33) })).toEqual([
      400,
      literal(
        'THE_PREFIX_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL',
        'The prefix length is either too large or too small.',
      ),
    ]);
    for (const body of [{ prefix: 'a b' }, { prefix: '' }, { name: 7 }, { expiresIn: 0 }, { remaining: -1 }, undefined])
      expect([body, await post('create', body)]).toEqual([body, shape]);
    expect(await post('update', { keyId: mine!.id })).toEqual([
      400,
      literal('NO_VALUES_TO_UPDATE', 'No values to update.'),
    ]);
    for (const body of [{}, { keyId: mine!.id, enabled: 'no' }]) expect(await post('update', body)).toEqual(shape);
    expect(await post('delete', {})).toEqual(shape);
    expect(await post('update', { keyId: 'nope', name: 'x' })).toEqual(notFound);
    expect(await post('delete', { keyId: 'nope' })).toEqual(notFound);
    expect(await refusal(await me.fetch('/api/auth/api-key/get?id=nope'))).toEqual(notFound);
    expect(await refusal(await me.fetch('/api/auth/api-key/get'))).toEqual([
      400,
      literal('VALIDATION_ERROR', 'Invalid query parameters'),
    ]);
    expect((await me.post('/api/auth/api-key/verify', { key: 'x' })).status).toBe(404);
  });

  it('require a session, once the shape is valid', async () => {
    const nobody = browser(app);
    const told = [401, literal('UNAUTHORIZED_OR_INVALID_SESSION', 'Unauthorized or invalid session')];
    expect(await refusal(await nobody.post('/api/auth/api-key/create', { refillAmount: 1 }))).toEqual(told);
    expect(await refusal(await nobody.post('/api/auth/api-key/update', { keyId: 'x', name: 'y' }))).toEqual(told);
    expect((await nobody.post('/api/auth/api-key/update', {})).status).toBe(400);
    for (const answer of [
      await nobody.fetch('/api/auth/api-key/get?id=x'),
      await nobody.fetch('/api/auth/api-key/list'),
      await nobody.post('/api/auth/api-key/delete', { keyId: 'x' }),
    ])
      expect([answer.status, await answer.text()]).toEqual([401, '']);
  });

  it('create nothing for another user', async () => {
    const [me, other] = [await somebody(), await somebody()];
    const nobody = browser(app);
    expect((await nobody.post('/api/auth/api-key/create', { userId: other.id })).status).toBe(401);
    const made = (await (await me.post('/api/auth/api-key/create', { userId: other.id })).json()) as ApiKey;
    expect(made.userId).toBe(me.id);
  });

  it("treat another user's key as absent", async () => {
    const [me, other] = [await somebody(), await somebody()];
    const { data } = await me.client.apiKey.create({});
    const id = data!.id;
    expect((await other.client.apiKey.get({ query: { id } })).error).toMatchObject({ status: 404 });
    expect((await other.client.apiKey.update({ keyId: id, name: 'x' })).error).toMatchObject({ status: 404 });
    expect((await other.client.apiKey.delete({ keyId: id })).error).toMatchObject({ status: 404 });
    expect((await me.client.apiKey.list()).data).toHaveLength(1);
  });
});

describe('a key in x-api-key', () => {
  it('stands in for a session on /api/auth, but not on /v1', async () => {
    const me = await somebody();
    const { key, id } = await createKey(me.id, { rateLimitEnabled: false });
    const answer = await withHeader(key, '/api/auth/get-session');
    const { session, user } = (await answer.json()) as { session: Record<string, unknown>; user: { id: string } };
    expect(user.id).toBe(me.id);
    expect(session).toMatchObject({ id, userId: me.id, activeOrganizationId: null });
    expect(JSON.stringify(session)).not.toContain(key);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await (await withHeader(key)).json()).toHaveLength(1);
    expect((await withHeader(key, '/v1/organizations/')).status).toBe(401);
  });

  it('takes precedence over a cookie', async () => {
    const me = await somebody();
    const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-api-key': 'short' };
    const answer = await fetch(`${app.url}/api/auth/list-sessions`, { headers });
    expect(await refusal(answer)).toEqual([403, literal('INVALID_API_KEY', 'Invalid API key.')]);
  });

  it('creates organizations without a session to make them active', async () => {
    const me = await somebody();
    const { key } = await createKey(me.id, { rateLimitEnabled: false });
    const body = JSON.stringify({ name: 'Acme', slug: `org-${newUuid()}` });
    const answer = await withHeader(key, '/api/auth/organization/create', { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('opens nothing by which somebody gets in, whatever cookie comes with it', async () => {
    const me = await somebody();
    await send(new ChangeUserRole({ userId: me.id, role: 'admin' }, operator()));
    const { key } = await createKey(me.id, { rateLimitEnabled: false });
    const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (route: string, body: object | undefined) => {
      const [method, path] = route.split(' ') as [string, string];
      const answer = await fetch(app.url + path, {
        method,
        headers: { cookie, 'x-api-key': key, 'content-type': 'application/json', origin: app.url },
        body: body && JSON.stringify(body),
      });
      return [route, answer.status, await answer.text()];
    };
    for (const [route, body] of Object.entries(NEEDS_SESSION)) expect(await ask(route, body)).toEqual([route, 401, '']);
    expect(await ask('GET /api/auth/delete-user/callback?token=x', undefined)).toMatchObject({ 1: 404 });
    expect((await me.client.getSession()).data!.user).toMatchObject({ email: me.email, role: 'admin' });
  });

  it('opens all else, as the document says', () => {
    const needing = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        path.startsWith('/api/auth/') && !security.some((one) => 'apiKey' in one)
          ? [`${method.toUpperCase()} ${path}`]
          : [],
      ),
    );
    expect(needing.sort()).toEqual(
      [
        ...Object.keys(NEEDS_SESSION),
        // With answers of their own.
        'GET /api/auth/delete-user/callback',
        'GET /api/auth/verify-email',
        'POST /api/auth/api-key/create',
        'POST /api/auth/api-key/update',
      ].sort(),
    );
  });

  it('may not create, change or delete keys', async () => {
    const me = await somebody();
    const { key, id } = await createKey(me.id, { rateLimitEnabled: false });
    const post = (call: string, body: object) =>
      withHeader(key, `/api/auth/api-key/${call}`, { method: 'POST', body: JSON.stringify(body) });
    const told = [401, literal('UNAUTHORIZED_OR_INVALID_SESSION', 'Unauthorized or invalid session')];
    expect(await refusal(await post('create', {}))).toEqual(told);
    expect(await refusal(await post('update', { keyId: id, name: 'x' }))).toEqual(told);
    expect((await post('delete', { keyId: id })).status).toBe(401);
    expect(await (await withHeader(key, '/api/auth/api-key/list')).json()).toHaveLength(1);
  });

  it("is rejected with the contract's literals", async () => {
    const me = await somebody();
    const unknown = [401, literal('INVALID_API_KEY', 'Invalid API key.')];
    expect(await refusal(await withHeader('a'.repeat(64)))).toEqual(unknown);
    const once = await createKey(me.id, { remaining: 1 });
    expect((await withHeader(once.key)).status).toBe(200);
    expect(await refusal(await withHeader(once.key))).toEqual([
      401,
      literal('USAGE_EXCEEDED', 'API Key has reached its usage limit'),
    ]);
    await app.runtime.settled();
    expect(await refusal(await withHeader(once.key))).toEqual(unknown);
    const slow = await createKey(me.id, { rateLimitMax: 1, rateLimitTimeWindow: 60_000 });
    expect((await withHeader(slow.key)).status).toBe(200);
    const [status, limited] = await refusal(await withHeader(slow.key));
    expect([status, limited]).toEqual([
      401,
      { ...literal('RATE_LIMITED', 'Rate limit exceeded.'), details: { tryAgainIn: expect.any(Number) } },
    ]);
    const narrow = await createKey(me.id, { permissions: { products: ['read'] } });
    expect(await refusal(await withHeader(narrow.key))).toEqual([401, literal('KEY_NOT_FOUND', 'API Key not found')]);
  });

  it('ends when it has expired', async () => {
    const me = await somebody();
    const expired = startContext({ kind: 'operator', id: 'tester' }, app.ports.clock);
    expired.machineNow = addSeconds(expired.machineNow, -2 * DAY);
    const made = await createKey(me.id, { expiresIn: DAY }, null, expired);
    expect(await refusal(await withHeader(made.key))).toEqual([401, literal('KEY_EXPIRED', 'API Key has expired')]);
    await app.runtime.settled();
    expect(await refusal(await withHeader(made.key))).toEqual([401, literal('INVALID_API_KEY', 'Invalid API key.')]);
  });

  it('does not work for a banned user', async () => {
    const me = await somebody();
    const { key } = await createKey(me.id, {});
    await send(new BanUser({ userId: me.id, reason: 'spam', expiresAt: null }, operator()));
    await app.runtime.settled();
    expect(await refusal(await withHeader(key))).toEqual([401, literal('USER_IS_BANNED', 'User is banned')]);
    expect((await withBearer(key)).status).toBe(401);
  });

  it("outlives its user's sessions, but not its user", async () => {
    const me = await somebody();
    const { key, id } = await createKey(me.id, {});
    await send(new RevokeSessions({ userId: me.id, except: null }, operator()));
    expect((await withHeader(key)).status).toBe(200);
    const gone = new DeleteUser({ userId: me.id }, operator()).with({ userId: me.id });
    await app.app.get(Executor).execute(userDecider, userStream(me.id), gone);
    await app.runtime.settled();
    expect((await withHeader(key)).status).toBe(401);
    await app.runtime.settled();
    const [last] = (await app.ports.store.read(apiKeyStream(id))).slice(-1);
    expect(last).toMatchObject({ type: 'ApiKeyDeleted', data: { reason: 'owner_deleted' } });
  });
});

describe('a key as Bearer', () => {
  it("authorizes for its user's organizations on /v1 with their roles, and is named in the log", async () => {
    const owner = await somebody();
    const mine = (await owner.client.organization.create({ name: 'Acme', slug: `org-${newUuid()}` })).data!;
    const other = await createOrganization(app, (await signUp(app)).cookie);
    const { data } = await owner.client.apiKey.create({});
    const polar = client(data!.key);
    const listed = await polar.organizations.list({});
    expect(listed.result.items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await withBearer(data!.key, `/v1/organizations/${other.id}`)).status).toBe(404);
    const product = await polar.products.create({ ...PLAN, organizationId: mine.id });
    const [event] = await app.ports.store.read(`product-${product.id}`);
    expect(event!.metadata.actor).toEqual({ kind: 'user', id: owner.id, via: `apikey-${data!.id}` });
  });

  it('may not manage OAuth clients', async () => {
    const owner = await somebody();
    await owner.client.organization.create({ name: 'Acme', slug: `org-${newUuid()}` });
    const { data } = await owner.client.apiKey.create({});
    expect((await withBearer(data!.key, '/v1/oauth2')).status).toBe(403);
    const oAuth2ClientConfiguration = { clientName: 'Back door', redirectUris: ['https://app.example.com/'] };
    const created = client(data!.key).oauth2.clients.create(oAuth2ClientConfiguration);
    await expect(created).rejects.toMatchObject({ statusCode: 403 });
  });

  it('may not create access tokens', async () => {
    const owner = await somebody();
    await owner.client.organization.create({ name: 'Acme', slug: `org-${newUuid()}` });
    const { data } = await owner.client.apiKey.create({});
    expect((await withBearer(data!.key, '/v1/organization-access-tokens/')).status).toBe(403);
  });

  it('is limited to its permissions', async () => {
    const owner = await somebody();
    const mine = (await owner.client.organization.create({ name: 'Acme', slug: `org-${newUuid()}` })).data!;
    const reading = { permissions: { products: ['read'] } };
    for (const { key } of [await createKey(owner.id, reading), await createKey(owner.id, reading, mine.id)]) {
      const polar = client(key);
      expect((await polar.products.list({})).result.items).toEqual([]);
      expect((await withBearer(key, '/v1/orders/')).status).toBe(403);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'Plan', prices: [{ amount_type: 'free' }] });
      expect((await fetch(`${app.url}/v1/products/`, { method: 'POST', headers, body })).status).toBe(403);
    }
  });

  it('is an invalid token if it does not work, and gets its own error over its limits', async () => {
    const me = await somebody();
    const off = await createKey(me.id, { enabled: false });
    for (const key of ['a'.repeat(64), off.key])
      expect(await (await withBearer(key)).json()).toMatchObject({ error: 'invalid_token' });
    const once = await createKey(me.id, { remaining: 1 });
    expect((await withBearer(once.key)).status).toBe(200);
    expect(await refusal(await withBearer(once.key))).toEqual([
      403,
      { error: 'NotPermitted', detail: 'API Key has reached its usage limit' },
    ]);
    const slow = await createKey(me.id, { rateLimitMax: 1, rateLimitTimeWindow: 60_000 });
    expect((await withBearer(slow.key)).status).toBe(200);
    const limited = await withBearer(slow.key);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(50);
  });
});

describe("an organization's key", () => {
  async function acme() {
    const owner = await somebody();
    const { data } = await owner.client.organization.create({ name: 'Acme', slug: `org-${newUuid()}` });
    return { owner, organizationId: data!.id };
  }
  const create = (by: Browser, body: object) => by.post('/api/auth/api-key/create', body);

  it('is created by an owner, with every setting', async () => {
    const { owner, organizationId } = await acme();
    const settings = {
      name: 'till',
      remaining: 5,
      refillAmount: 5,
      refillInterval: 1,
      rateLimitEnabled: false,
      rateLimitMax: 100,
      rateLimitTimeWindow: 1_000,
      permissions: { products: ['read', 'write'] },
      metadata: { shop: 1 },
    };
    const made = (await (await create(owner, { organizationId, ...settings })).json()) as CreatedApiKey;
    expect(made).toMatchObject({ ...settings, organizationId, userId: owner.id });
    const list = (query: string) => owner.fetch(`/api/auth/api-key/list${query}`).then((answer) => answer.json());
    expect(await list(`?organizationId=${organizationId}`)).toMatchObject([{ id: made.id, organizationId }]);
    expect(await list('')).toEqual([]);
    const update = await owner.post('/api/auth/api-key/update', { keyId: made.id, remaining: 9, rateLimitMax: 7 });
    expect(await update.json()).toMatchObject({ remaining: 9, rateLimitMax: 7 });
    expect(await refusal(await create(owner, { organizationId, refillAmount: 1 }))).toEqual([
      400,
      literal(
        'REFILLINTERVAL_IS_REQUIRED_WHEN_REFILLAMOUNT_IS_PROVIDED',
        'refillInterval is required when refillAmount is provided',
      ),
    ]);
  });

  it('acts only for that organization, whose log names it', async () => {
    const { owner, organizationId } = await acme();
    await owner.client.organization.create({ name: 'Second', slug: `org-${newUuid()}` });
    const { key, id } = (await (await create(owner, { organizationId })).json()) as CreatedApiKey;
    const polar = client(key);
    expect((await polar.organizations.list({})).result.items.map((one) => one.id)).toEqual([organizationId]);
    const product = await polar.products.create(PLAN);
    const [event] = await app.ports.store.read(`product-${product.id}`);
    expect(event!.metadata.actor).toEqual({ kind: 'token', id, via: `apikey-${id}` });
    await app.runtime.settled();
    const entries = await withBearer(key, `/api/ledger/events?stream=${apiKeyStream(id)}`);
    expect(await entries.json()).toMatchObject({ items: [{ type: 'ApiKeyCreated' }] });
    expect(await refusal(await withHeader(key))).toEqual([
      401,
      literal('THE_USER_ID_FROM_THE_API_KEY_IS_INVALID', 'The user id from the API key is invalid.'),
    ]);
  });

  it('no longer works once the organization is deleted', async () => {
    const { owner, organizationId } = await acme();
    const { key, id } = (await (await create(owner, { organizationId })).json()) as CreatedApiKey;
    expect((await withBearer(key)).status).toBe(200);
    expect((await owner.client.organization.delete({ organizationId })).error).toBeNull();
    expect((await withBearer(key)).status).toBe(401);
    const deleted = { type: 'ApiKeyDeleted', data: { keyId: id, reason: 'owner_deleted' } };
    expect((await app.ports.store.read(apiKeyStream(id))).at(-1)).toMatchObject(deleted);
  });

  it('cannot be created, seen or changed by others', async () => {
    const { owner, organizationId } = await acme();
    const stranger = await somebody();
    const told = literal(
      'YOU_ARE_NOT_ALLOWED_TO_MANAGE_API_KEYS_OF_THIS_ORGANIZATION',
      'You are not allowed to manage API keys of this organization',
    );
    expect(await refusal(await create(stranger, { organizationId }))).toEqual([403, told]);
    const list = await stranger.fetch(`/api/auth/api-key/list?organizationId=${organizationId}`);
    expect(await refusal(list)).toEqual([403, told]);
    const { id } = (await (await create(owner, { organizationId })).json()) as CreatedApiKey;
    expect((await stranger.client.apiKey.get({ query: { id } })).error).toMatchObject({ status: 404 });
    expect((await stranger.client.apiKey.delete({ keyId: id })).error).toMatchObject({ status: 404 });
  });
});

describe('limits under 50 concurrent uses', () => {
  const fifty = <T>(task: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, task));
  const codes = (all: readonly Verification[]) => {
    const counted: Record<string, number> = {};
    for (const { error } of all) counted[error?.code ?? 'valid'] = (counted[error?.code ?? 'valid'] ?? 0) + 1;
    return counted;
  };

  it('allow as many as remain', async () => {
    const { id: userId } = await somebody();
    const { key, id } = await createKey(userId, {
      remaining: 7,
      refillAmount: 7,
      refillInterval: 1,
      rateLimitEnabled: false,
    });
    expect(codes(await fifty(() => verify(key)))).toEqual({ valid: 7, USAGE_EXCEEDED: 43 });
    const entry = await app.app.get<Vault>(VAULT).getMany([`api-key-use/${id}`]);
    expect(JSON.parse(entry.get(`api-key-use/${id}`)!.value)).toMatchObject({ remaining: 0, requestCount: 7 });
  });

  it('allow as many as fit the window', async () => {
    const { id: userId } = await somebody();
    const { key } = await createKey(userId, {});
    expect(codes(await fifty(() => verify(key)))).toEqual({ valid: 10, RATE_LIMITED: 40 });
  });

  it('count every use over HTTP', async () => {
    const me = await somebody();
    const { key, id } = await createKey(me.id, { rateLimitEnabled: false });
    await fifty(() => withHeader(key));
    expect((await me.client.apiKey.get({ query: { id } })).data).toMatchObject({ requestCount: 50 });
  });
});

describe('VerifyApiKey', () => {
  it('answers the record, or the reason for refusal', async () => {
    const { id: userId } = await somebody();
    const { key, id } = await createKey(userId, { permissions: { files: ['read', 'write'] }, rateLimitMax: 2 });
    const no = (code: string, message: string) => ({ valid: false, error: { code, message }, key: null });
    expect(await verify('short')).toEqual(no('KEY_NOT_FOUND', 'Invalid API key.'));
    expect(await verify('a'.repeat(64))).toEqual(no('INVALID_API_KEY', 'Invalid API key.'));
    expect(await verify(key, { files: ['delete'] })).toEqual(no('KEY_NOT_FOUND', 'API Key not found'));
    expect(await verify(key, { toString: ['read'] })).toEqual(no('KEY_NOT_FOUND', 'API Key not found'));
    expect(await verify(key, { files: ['read'] })).toMatchObject({
      valid: true,
      error: null,
      key: { id, requestCount: 1 },
    });
    await verify(key);
    expect(await verify(key)).toMatchObject({
      error: { code: 'RATE_LIMITED', details: { tryAgainIn: expect.any(Number) } },
    });
  });
});

describe('recorded uses', () => {
  it('are recorded by the hour, and the rest when the key is deleted', async () => {
    const me = await somebody();
    const { key, id } = await createKey(me.id, { rateLimitEnabled: false });
    const settle = () =>
      send(new RecordApiKeyUse({ keyId: id, userId: me.id, organizationId: null, last: false }, operator()));
    const hour = `${app.clock.machineNow().slice(0, 13)}:00:00.000Z`;
    const used = async (): Promise<unknown[]> => {
      const executor = app.app.get(Executor);
      const streams = [...new Set([apiKeyUseStream(id, hour), apiKeyUseStream(id, addSeconds(hour, 3_600))])];
      return (await Promise.all(streams.map((stream) => executor.load(stream, 'any')))).flat().map(({ data }) => data);
    };
    await verify(key);
    await verify(key);
    await settle();
    expect(await used()).toEqual([]);
    app.clock.advanceMachine(3_600);
    await settle();
    await settle();
    const first = { keyId: id, userId: me.id, organizationId: null, hour, uses: 2 };
    expect(await used()).toEqual([first]);
    await verify(key);
    await me.client.apiKey.delete({ keyId: id });
    await app.runtime.settled();
    expect(await used()).toEqual([first, { ...first, hour: addSeconds(hour, 3_600), uses: 1 }]);
    expect((await app.app.get<Vault>(VAULT).getMany([`api-key-use/${id}`])).size).toBe(0);
  });
});

describe('operators', () => {
  it('create keys with settings that nobody else may set', async () => {
    const me = await somebody();
    const mine = (await me.client.organization.create({ name: 'Acme', slug: `org-${newUuid()}` })).data!;
    const tillbook = async (...args: string[]) => {
      const said: string[] = [];
      const terminal = { out: (line: string) => said.push(line), err: (line: string) => said.push(line) };
      const env = { NODE_ENV: 'test', DATA_DIR: app.config.dataDir };
      return { code: await run(['api-keys', 'create', ...args], { ...terminal, env }), said };
    };
    const limits = ['--remaining', '3', '--refill-amount', '3', '--refill-interval', '7', '--no-rate-limit'];
    const made = await tillbook('--email', me.email, '--name', 'ops', '--prefix', 'ops_', ...limits);
    expect(made.code).toBe(0);
    const [record] = (await me.client.apiKey.list()).data as unknown as ApiKey[];
    expect(record).toMatchObject({ name: 'ops', remaining: 3, refillInterval: 7, rateLimitEnabled: false });
    expect(await verify(made.said.at(-1)!)).toMatchObject({ valid: true });
    const theirs = ['--organization', mine.id, '--permissions', 'products:read,products:write,orders:read'];
    const { said } = await tillbook('--email', me.email, ...theirs);
    expect(await verify(said.at(-1)!)).toMatchObject({
      key: { organizationId: mine.id, permissions: { products: ['read', 'write'], orders: ['read'] } },
    });
    expect((await tillbook('--name', 'x')).code).toBe(2);
    for (const wrong of [
      ['--remaining', 'x'],
      ['--permissions', 'x'],
      ['--metadata', '{'],
      ['--prefix', 'a b'],
    ])
      expect((await tillbook('--email', me.email, ...wrong)).code).toBe(1);
    expect((await tillbook('--email', 'nobody@example.com')).code).toBe(1);
  });
});

describe('the list of keys', () => {
  it('is found by an index, in order', () => {
    const store = app.ports.documents as SqliteDocumentStore;
    const plan = store.explain(collectionOf(apiKeyProjection), keysOf('u1', 10));
    expect(plan.join('\n')).toMatch(/^SEARCH \S+ USING INDEX/);
    expect(plan.join('\n')).not.toMatch(/TEMP B-TREE/);
  });
});
