import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { getMetadataStorage } from 'class-validator';
import { ChangeUserRole } from '../../../src/features/accounts/users/user.commands.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/auth-client.ts';
import { lastFact } from '../../support/facts.ts';
import { showsInternals } from '../../support/internals.ts';
import { newOwner, joined, somebody, type Somebody } from '../../support/members.ts';
import { casesAt } from '../../support/seed.ts';

/** Every route of the identity contract, read from its controllers, so that new ones are included. */
interface Route {
  method: string;
  path: string;
  /** Names of query parameters. */
  query: string[];
  /** Fields of the body, including nested ones. */
  fields: Fields;
}
interface Fields {
  [name: string]: Fields;
}
interface Sent {
  what: string;
  path: string;
  body?: string;
  type?: string;
}

type Class = abstract new () => object;
/** Nest's metadata of a parameter: its source and name. */
interface Argument {
  index: number;
  data?: unknown;
}
const [BODY, QUERY] = ['3', '4'];

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Raw JSON of a body, including text that JSON.stringify would not write. */
const VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  'no text': '7',
  'below zero': '-1',
  'a fraction': '1.5',
  'more than any number of ours': '1e308',
  'an empty text': '""',
  'a NUL': '"a\\u0000b"',
  'half a character': '"\\ud800"',
  'line ends and a turned direction': '"a\\r\\nX: y\\u202e"',
  'a long text': `"${'x'.repeat(20_000)}"`,
  'a name of every object': '"__proto__"',
  'a list of nothing': '[null]',
  'an empty object': '{}',
  'a prototype': '{"__proto__":{"role":"admin"}}',
  'a constructor': '{"constructor":{"prototype":{"role":"admin"}}}',
  'no methods': '{"toString":null,"hasOwnProperty":1,"length":-1}',
  'keys without texts': '{"":"","a.b":{"$gt":""},"a\\u0000":1}',
  'objects deeper than a read model holds': `${'{"a":'.repeat(1_100)}1${'}'.repeat(1_100)}`,
  'deep objects': `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
};
/** Values for a whole body. */
const BODIES: readonly (readonly [what: string, body: string, type?: string])[] = [
  ['null', 'null'],
  ['a text', '"x"'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  ['a list of nothing', '[null]'],
  ['a prototype', '{"__proto__":{"email":"x"},"constructor":{}}'],
  ['deep lists', nested('[', ']', 3_000)],
  ['nothing', ''],
  ['no JSON', '{"email":'],
  ['two bodies', '{}{}'],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('latin1')],
  ['a form with one field twice', 'email=a&email=b&__proto__=c&a[b]=d', 'application/x-www-form-urlencoded'],
  ['a form of nonsense', '%&=&&%ff==%00', 'application/x-www-form-urlencoded'],
  ['plain text', 'email', 'text/plain'],
  ['another content', '{}', 'application/xml; charset=nonsense'],
  ['another charset', '{}', 'application/json; charset=nonsense'],
  ['parts', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['more than a megabyte', `{"a":"${'x'.repeat(1_100_000)}"}`],
];
const TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  'a NUL': '%00',
  'no text': '%ff%fe',
  'half a character': '%ED%A0%80',
  'half an escape': '%',
  'a long text': 'x'.repeat(6_000),
  'more than any number': '1e308',
  'more digits than a number has': '9'.repeat(400),
  'past whole numbers': '99999999999999999999',
  'below zero': '-1',
  'no number': 'NaN',
  'a name of every object': '__proto__',
  'a maker of every object': 'constructor',
  'an address somewhere else': '//evil.example',
  'line ends': '%0d%0aX:%20y',
  'an operator': '%7B%22$gt%22:%22%22%7D',
};

let app: TestApp;
let me: Somebody & { organizationId: string };
let routes: Route[];
let good: Record<string, () => string>;

beforeAll(async () => {
  app = await startApp({ env: { AUTH_TRUSTED_PROVIDERS: 'fake' } });
  me = await newOwner(app);
  const context = startContext({ kind: 'operator', id: 'test' }, app.clock);
  await app.app.get(CommandBus).execute(new ChangeUserRole({ userId: me.id, role: 'admin' }, context));
  await me.do('update', { data: { name: 'Nordlicht AG' } });
  good = await goodValues();
  await app.runtime.settled();
  routes = [...app.app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => routesOf(metatype as Class));
});
afterAll(() => app.close());

/** Valid values of each field, so that the odd one gets past the check of the shape. */
async function goodValues(): Promise<typeof good> {
  const other = await somebody(app);
  const member = await joined(app, me);
  const email = () => `person-${newUuid()}@example.com`;
  const { id: invitationId } = await me.do<{ id: string }>('invite-member', { email: email(), role: 'member' });
  const { id: teamId } = await me.do<{ id: string }>('create-team', { name: 'Editors' });
  const { data: key } = await me.client.apiKey.create({ name: 'mine' });
  const idToken = Buffer.from(JSON.stringify({ sub: newUuid(), email: email(), name: 'Ida' })).toString('base64url');
  const fixed: Record<string, unknown> = {
    name: 'Nordlicht',
    password: 'correct horse',
    currentPassword: 'wrong horse',
    newPassword: 'correct horse',
    organizationId: me.organizationId,
    userId: other.id,
    memberId: member.memberId,
    memberIdOrEmail: member.memberId,
    invitationId,
    id: invitationId,
    teamId,
    keyId: key!.id,
    accountId: 'nobody',
    sessionToken: 'nobody',
    provider: 'fake',
    providerId: 'fake',
    token: idToken,
    role: 'member',
    callbackURL: '/',
    permissions: { member: ['create'] },
  };
  const made = { email, newEmail: email, slug: () => `org-${newUuid()}` };
  const texts = Object.entries(fixed).map(([name, value]) => [name, () => JSON.stringify(value)] as const);
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(Object.entries(made).map(([name, make]) => [name, () => JSON.stringify(make())])),
  };
}

function routesOf(controller: Class): Route[] {
  const prefix = String(Reflect.getMetadata('path', controller));
  if (!prefix.startsWith('api/auth/')) return [];
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    const handler = (controller.prototype as Record<string, object>)[name]!;
    const paths = Reflect.getMetadata('path', handler) as string | string[] | undefined;
    if (name === 'constructor' || paths === undefined) return [];
    const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as Class[];
    const given = (Reflect.getMetadata('__routeArguments__', controller, name) ?? {}) as Record<string, Argument>;
    const typeFrom = (place: string) =>
      types[Object.entries(given).find(([key, { data }]) => key.startsWith(`${place}:`) && !data)?.[1].index ?? -1];
    const route = {
      method: RequestMethod[Reflect.getMetadata('method', handler) as number]!,
      query: Object.keys(fieldsOf(typeFrom(QUERY!))),
      fields: fieldsOf(typeFrom(BODY!)),
    };
    return [paths].flat().map((path) => ({ ...route, path: `/${prefix}/${path}`.replaceAll('//', '/') }));
  });
}

/** The fields that a class validates; others are dropped. */
function fieldsOf(type: Class | undefined): Fields {
  if (!type || type === Object) return {};
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const inner = (name: string) => Reflect.getMetadata('design:type', type.prototype as object, name) as Class;
  return Object.fromEntries(rules.map(({ propertyName: name }) => [name, fieldsOf(inner(name))]));
}

/** A body with valid values in every field except the odd one. */
function bodyWith(fields: Fields, [odd, ...inside]: readonly string[], value: string): string {
  const written = Object.entries(fields).flatMap(([name, inner]) => {
    if (name === odd) return [[name, inside.length === 0 ? value : bodyWith(inner, inside, value)]];
    if (Object.keys(inner).length > 0 && name === 'idToken') return [];
    if (Object.keys(inner).length > 0) return [[name, bodyWith(inner, [], '')]];
    return good[name] ? [[name, good[name]()]] : [];
  });
  return `{${written.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function placesIn(fields: Fields): string[][] {
  return Object.entries(fields).flatMap(([name, inner]) => [
    [name],
    ...placesIn(inner).map((place) => [name, ...place]),
  ]);
}

/** Fields, parameters and bodies so far. */
let places = 0;

/** A request to a route. */
function* oddRequests({ method, path, query, fields }: Route): Generator<Sent> {
  const at = path.replace(/:\w+/, 'fake');
  const hole = /:\w+/.exec(path)?.[0];
  if (hole) for (const [what, text] of Object.entries(TEXTS)) yield { what, path: path.replace(hole, text) };
  for (const name of query)
    for (const [what, text] of casesAt((places += 1), Object.entries(TEXTS)))
      yield { what, path: `${at}?${queryWith(query, name, text)}` };
  for (const name of [...query, 'disableRefresh', 'disableCookieCache'])
    for (const twice of [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[a][b]=c`, `__proto__[${name}]=a&${name}`])
      yield { what: 'no one text', path: `${at}?${queryWith(query, name, '')}&${twice}` };
  if (method === 'GET') return;
  for (const [what, body, type] of casesAt((places += 1), BODIES)) yield { what, path: at, body, type };
  for (const place of placesIn(fields))
    for (const [what, value] of casesAt((places += 1), Object.entries(VALUES)))
      yield { what: `${place.join('.')}: ${what}`, path: at, body: bodyWith(fields, place, value) };
}

function queryWith(names: readonly string[], odd: string, text: string): string {
  const known = names.filter((name) => name !== odd && good[name]);
  return [
    ...known.map((name) => `${name}=${encodeURIComponent(JSON.parse(good[name]!()) as string)}`),
    `${odd}=${text}`,
  ].join('&');
}

async function send({ method }: Route, { path, body, type = 'application/json' }: Sent, cookie: string) {
  const headers = { cookie, origin: app.url, ...(body !== undefined && { 'content-type': type }) };
  const answer = await fetch(app.url + path, { method, headers, body, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

/** Answers that are a 500, or reveal internals. */
async function fallenOver(route: Route, requests: Iterable<Sent>, cookie: string): Promise<unknown[]> {
  const fallen: unknown[] = [];
  for (const sent of requests) {
    const { status, text } = await send(route, sent, cookie);
    if (status >= 500 || (status >= 400 && showsInternals(text)))
      fallen.push([route.method, sent.path.slice(0, 200), sent.what, status, text.slice(0, 200)]);
  }
  return fallen;
}

/** Routes that end the session come last. */
const ENDING = /sign-out|revoke|delete-user|stop-impersonating/;

const inOrder = (): Route[] => [...routes].sort((a, b) => Number(ENDING.test(a.path)) - Number(ENDING.test(b.path)));
const cookieOf = ({ cookies }: Browser): string => [...cookies].map((pair) => pair.join('=')).join('; ');
const nameOf = ({ method, path }: Route): string => `${method} ${path.slice('/api/auth/'.length)}`;

/** Requests with valid values everywhere. */
async function ask({ method, path, query, fields }: Route, headers: Record<string, string>): Promise<Response> {
  const known = query.filter((name) => good[name]).map((name) => [name, JSON.parse(good[name]!()) as string]);
  const url = `${app.url}${path.replace(/:\w+/, 'fake')}?${new URLSearchParams(known as [string, string][]).toString()}`;
  if (method === 'GET') return fetch(url, { headers, redirect: 'manual' });
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(url, { method, headers: json, body: bodyWith(fields, [], ''), redirect: 'manual' });
}

/** The names of the routes with such an answer. */
async function routesWhere(
  all: readonly Route[],
  headers: Record<string, string>,
  isSo: (status: number, body: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const route of all) {
    const answer = await ask(route, headers);
    if (isSo(answer.status, await answer.text())) found.push(nameOf(route));
  }
  return found.sort();
}

describe('a route', () => {
  it('that changes something rejects a cookie from a page of another site', async () => {
    await app.runtime.settled();
    const end = await lastFact(app.ports.store);
    const headers = { cookie: cookieOf(me), origin: 'https://evil.example' };
    const writing = routes.filter(({ method }) => method !== 'GET');
    const refused = await routesWhere(
      writing,
      headers,
      (status, body) => status === 403 && /INVALID_ORIGIN/.test(body),
    );
    expect(refused).toEqual(writing.map(nameOf).sort());
    expect(await lastFact(app.ports.store)).toBe(end);
  });

  it('requires a caller, unless it is public', async () => {
    const open = await routesWhere(routes, {}, (status) => status !== 401);
    expect(open).toEqual([
      'GET callback/:id',
      'GET delete-user/callback',
      'GET error',
      'GET get-session',
      'GET ok',
      'GET reset-password/:token',
      'GET verify-email',
      'POST admin/has-permission',
      'POST callback/:id',
      'POST forget-password',
      'POST request-password-reset',
      'POST reset-password',
      'POST send-verification-email',
      'POST sign-in/social',
      'POST sign-out',
      'POST sign-up/email',
    ]);
  });

  it('shows and changes nothing of another organization', async () => {
    const stranger = await newOwner(app);
    const stream = `organization-${me.organizationId}`;
    const { length } = await app.ports.store.read(stream);
    const about = routes.filter(({ path }) => /\/(organization|api-key)\//.test(path));
    const headers = { cookie: cookieOf(stranger), origin: app.url };
    const answered = await routesWhere(about, headers, (status) => status < 400);
    expect(answered).toEqual([
      'GET organization/get-active-member',
      'GET organization/list',
      'GET organization/list-user-invitations',
      'GET organization/list-user-teams',
      'POST organization/check-slug',
      'POST organization/create',
    ]);
    const told = await routesWhere(about, headers, (_, body) => body.includes('Nordlicht AG'));
    expect(told).toEqual([]);
    expect(await app.ports.store.read(stream)).toHaveLength(length);
  });

  it('requires an administrator below admin/', async () => {
    const stranger = await somebody(app);
    const about = routes.filter(({ path }) => path.startsWith('/api/auth/admin/'));
    const headers = { cookie: cookieOf(stranger), origin: app.url };
    const open = await routesWhere(about, headers, (status) => status !== 403);
    expect(open).toEqual(['POST admin/has-permission', 'POST admin/stop-impersonating']);
  });

  it('rejects impersonators if it changes something, unless that ends with the session or is nobody’s secret', async () => {
    const acting = await somebody(app);
    const context = startContext({ kind: 'operator', id: 'test' }, app.clock);
    await app.app.get(CommandBus).execute(new ChangeUserRole({ userId: acting.id, role: 'admin' }, context));
    const { id: userId } = await newOwner(app);
    expect((await acting.client.admin.impersonateUser({ userId })).error).toBeNull();
    const headers = { cookie: cookieOf(acting), origin: app.url };
    const refused = await routesWhere(inOrder(), headers, (_, body) => body.includes('WHILE_IMPERSONATING'));
    // Those that would end the session come later, and are refused, too.
    const refusable = routes.filter(({ path }) => !ENDING.test(path)).map(nameOf);
    const called = [
      ...['account-info', 'admin/has-permission', 'callback/:id', 'forget-password', 'organization/check-slug'],
      ...[
        'organization/has-permission',
        'organization/set-active',
        'organization/set-active-team',
        'organization/update',
      ],
      ...['request-password-reset', 'reset-password', 'send-verification-email', 'sign-in/email', 'sign-in/social'],
      ...['sign-up/email', 'update-user'],
    ].map((name) => `POST ${name}`);
    const writes = refusable.filter((name) => name.startsWith('POST ') && !called.includes(name));
    expect(refused.filter((name) => !ENDING.test(name))).toEqual(writes.sort());
    expect(refused).toContain('GET delete-user/callback');
  });
});

describe('any input', () => {
  afterEach(async () => {
    // Nor may it be stored and break later readers.
    await app.runtime.settled();
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([
    ['sign-in/email', { email: 'a@example.com', password: 'correct horse', rememberMe: null }],
    ['sign-up/email', { email: 'a@example.com', password: 'correct horse', name: 'Ada', callbackURL: null }],
    ['update-user', { name: null }],
    ['send-verification-email', { email: 'a@example.com', callbackURL: null }],
    ['sign-in/social', { provider: 'fake', scopes: null }],
    ['organization/update', { data: { name: null } }],
    ['organization/update', { data: { slug: null } }],
    ['organization/invite-member', { email: 'a@example.com', role: 'member', teamId: null }],
    ['admin/create-user', { email: 'a@example.com', password: 'correct horse', name: 'Ada', role: null }],
    ['admin/ban-user', { userId: 'x', banExpiresIn: null }],
  ])('is rejected as null in an optional field, at %s with %j', async (call, body) => {
    const answer = await me.post(`/api/auth/${call}`, body);
    const refused = { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' };
    expect([answer.status, await answer.json()]).toEqual([400, refused]);
  });

  it('is accepted up to fifty levels deep', async () => {
    const nestedIn = (levels: number) => `{"data":{"metadata":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`;
    const send = (body: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      return me.fetch('/api/auth/organization/update', init);
    };
    expect((await send(nestedIn(48))).status).toBe(200);
    const answer = await send(nestedIn(49));
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  });

  it('is rejected if a text is longer than its field, and not stored', async () => {
    await app.runtime.settled();
    const end = await lastFact(app.ports.store);
    const taken: unknown[] = [];
    for (const route of inOrder().filter(({ method }) => method !== 'GET'))
      for (const place of placesIn(route.fields)) {
        const body = bodyWith(route.fields, place, `"${'x'.repeat(40_000)}"`);
        const { status, text } = await send(
          route,
          { what: '', path: route.path.replace(/:\w+/, 'fake'), body },
          cookieOf(me),
        );
        if (status < 400 || text.includes('CANNOT_BE_STORED'))
          taken.push([nameOf(route), place.join('.'), status, text.slice(0, 200)]);
      }
    expect(taken).toEqual([]);
    expect(await lastFact(app.ports.store)).toBe(end);
  });

  it.each([
    ['update-user', { image: 'JavaScript:alert(1)' }],
    ['update-user', { image: ' java\nscript:alert(1)' }],
    ['update-user', { image: 'vbscript:x' }],
    ['update-user', { image: 'data:text/html,<script>' }],
    ['sign-up/email', { email: 'b@example.com', password: 'correct horse', name: 'B', image: 'javascript:alert(1)' }],
    ['organization/update', { data: { logo: 'javascript:alert(1)' } }],
    ['organization/create', { name: 'B', slug: 'with-a-script', logo: 'data:text/html,x' }],
    ['organization/update', { data: { metadata: { text: 'x'.repeat(8_182) } } }],
    ['organization/create', { name: 'B', slug: 'with-a-lot', metadata: { text: 'ä'.repeat(4_100) } }],
    ['api-key/create', { name: 'key', metadata: { text: 'x'.repeat(8_190) } }],
  ])('is rejected as an executable picture or metadata over 8 KB, at %s', async (call, body) => {
    const answer = await me.post(`/api/auth/${call}`, body);
    expect([answer.status, ((await answer.json()) as { code?: string }).code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each([
    ['update-user', { image: 'https://example.com/ada.png' }],
    ['update-user', { image: '/ada.png' }],
    ['update-user', { image: `data:image/png;base64,${'A'.repeat(8_000)}` }],
    ['update-user', { image: null }],
    ['organization/update', { data: { metadata: { text: 'x'.repeat(8_170) } } }],
  ])('is accepted as a picture or metadata within bounds, at %s', async (call, body) => {
    expect((await me.post(`/api/auth/${call}`, body)).status).toBe(200);
  });

  it('causes no 500 and reveals no internals, without a session', async () => {
    expect(routes.length).toBeGreaterThanOrEqual(80);
    const fallen: unknown[] = [];
    for (const route of routes) {
      const asVisitor = { ...route, query: [], fields: {} };
      fallen.push(...(await fallenOver(asVisitor, oddRequests(asVisitor), '%%%; better-auth.session_token=%ff.%')));
    }
    expect(fallen).toEqual([]);
  });

  it('causes no 500 and reveals no internals, for an administrator', async () => {
    const fallen: unknown[] = [];
    for (const route of inOrder()) fallen.push(...(await fallenOver(route, oddRequests(route), cookieOf(me))));
    expect(fallen).toEqual([]);
  });
});
