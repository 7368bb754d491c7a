import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newUuid } from '../../src/kernel/ids.ts';
import { ChangeUserRole } from '../../src/features/accounts/users/user.commands.ts';
import { Commands } from '../../src/app/commands.ts';
import { startContext } from '../../src/kernel/writing/command.ts';
import { createOrganization, post, cookiesOf, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';

interface Operation {
  description?: string;
  responses: object;
  security: Record<string, string[]>[];
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, ...operation })),
);
const isRefused = ({ description = '' }: Operation) => description.includes('Not while an administrator acts');

/** A token of a guild names a server, and works for its own organization alone. */
const isSecret = (field: string) => /secret|token|^key$/i.test(field) && field !== 'guild_token';

/** The names of fields that are secrets, in what an operation answers. */
function secretsIn(schema: unknown, seen: readonly string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('$ref' in schema) {
    const name = String(schema.$ref).split('/').at(-1)!;
    return seen.includes(name) ? [] : secretsIn(document.components.schemas[name], [...seen, name]);
  }
  return Object.entries(schema).flatMap(([key, part]) => [
    ...(key === 'properties' ? Object.keys(part as object).filter(isSecret) : []),
    ...secretsIn(part, seen),
  ]);
}

describe('the document, about an administrator who acts as a user', () => {
  it('refuses all that shows a secret, but for those that open nothing of the user’s', () => {
    const isOfUsers = ({ path, security, description = '' }: (typeof operations)[number]) =>
      /^\/(v1|api)/.test(path) &&
      security.some((one) => 'session' in one) &&
      !security.some((one) => Object.keys(one).length === 0) &&
      !description.includes('customer_portal') &&
      !description.startsWith('For administrators');
    const open = operations.filter((one) => isOfUsers(one) && !isRefused(one) && secretsIn(one.responses).length > 0);
    expect(open.map(({ name }) => name).sort()).toEqual([
      // Handles of sessions, and a signed token that ends with this session and names the administrator.
      'get /api/auth/list-sessions',
      'get /api/auth/token',
      // What anybody may buy who has the link.
      'get /v1/checkout-links',
      'get /v1/checkout-links/{id}',
      'get /v1/checkouts',
      'get /v1/checkouts/{id}',
      'patch /v1/checkout-links/{id}',
      'patch /v1/checkouts/{id}',
      // Back to their own session.
      'post /api/auth/admin/stop-impersonating',
      'post /v1/checkout-links',
      'post /v1/checkouts',
    ]);
  });

  it.each(['webhooks', 'organization-access-tokens', 'customer-sessions', 'oauth2/register', 'integrations'])(
    'refuses every write below %s',
    (what) => {
      const writes = operations.filter(
        ({ path, method, security }) =>
          path.includes(`/${what}`) &&
          method !== 'get' &&
          security.some((one) => 'session' in one && security.length < 3),
      );
      expect(writes.filter((one) => !isRefused(one)).map(({ name }) => name)).toEqual([]);
    },
  );
});

describe('an administrator who acts as a user', () => {
  let app: TestApp;
  let cookie: string;
  let ownerCookie: string;
  let organization_id: string;

  beforeAll(async () => {
    app = await startApp();
    const [admin, owner] = [await signUp(app), await signUp(app)];
    ownerCookie = owner.cookie;
    ({ id: organization_id } = await createOrganization(app, owner.cookie));
    const context = startContext({ kind: 'operator', id: 'test' }, app.clock);
    await app.app.get(Commands).execute(new ChangeUserRole({ userId: admin.id, role: 'admin' }, context));
    await app.runtime.settled();
    cookie = cookiesOf(await post(app, '/api/auth/admin/impersonate-user', { userId: owner.id }, admin.cookie));
  });
  afterAll(() => app.close());

  it('changes customers, but neither their address nor whose session a checkout opens', async () => {
    const write = async (method: string, path: string, body: object, as = cookie) => {
      const headers = { cookie: as, origin: app.url, 'content-type': 'application/json' };
      const answer = await fetch(app.url + path, { method, headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const customer = { organization_id, email: 'ann@example.com', external_id: 'ann' };
    const { body: created } = await write('POST', '/v1/customers', customer);
    const at = [`/v1/customers/${created['id']}`, '/v1/customers/external/ann'];
    for (const path of at) {
      expect((await write('PATCH', path, { name: 'Ann', email: 'Ann@example.com' })).status).toBe(200);
      const { status, body } = await write('PATCH', path, { name: 'Eve', email: 'eve@example.com' });
      expect([status, body['detail']]).toEqual([403, 'You cannot do this while impersonating']);
    }
    expect((await write('PATCH', at[0]!, { email: 'new@example.com' }, ownerCookie)).body).toMatchObject({
      email: 'new@example.com',
      name: 'Ann',
    });
    const prices = [{ amount_type: 'free' }];
    const product = await write('POST', '/v1/products', {
      organization_id,
      name: 'Paper',
      recurring_interval: null,
      prices,
    });
    const checkout = { products: [product.body['id']] };
    const named = { customer_id: created['id'], external_customer_id: 'ann', subscription_id: newUuid() };
    for (const [field, id] of Object.entries(named))
      expect((await write('POST', '/v1/checkouts', { ...checkout, [field]: id })).status).toBe(403);
    expect((await write('POST', '/v1/checkouts', checkout)).status).toBe(201);
    const theirs = await write('POST', '/v1/checkouts', { ...checkout, customer_id: created['id'] }, ownerCookie);
    expect(theirs.status).toBe(201);
  });

  it('is refused by exactly those routes that the document names', async () => {
    const ends = /stop-impersonating|sign-out|sign-in|sign-up|callback|\/stream|changes$/;
    const asked = operations.filter(({ path, name }) => /^\/(v1|api)\//.test(path) && !ends.test(name));
    expect(asked.length).toBeGreaterThan(200);
    const refused: string[] = [];
    for (const { name, path, method } of asked) {
      const answer = await fetch(app.url + path.replaceAll(/\{[^}]+\}/g, () => newUuid()), {
        method: method.toUpperCase(),
        headers: { cookie, origin: app.url, ...(method !== 'get' && { 'content-type': 'application/json' }) },
        ...(method !== 'get' && { body: '{}' }),
        redirect: 'manual',
        signal: AbortSignal.timeout(5_000),
      });
      if (answer.status === 403 && (await answer.text()).includes('while impersonating')) refused.push(name);
    }
    const isCalled = ({ description = '' }: Operation) => !description.startsWith('For administrators');
    expect(refused.filter((name) => operations.some((one) => one.name === name && isCalled(one)))).toEqual(
      asked.filter((one) => isRefused(one)).map(({ name }) => name),
    );
  });
});
