import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Commands } from '../../src/app/commands.ts';
import { DtoReading } from '../../src/app/http/dto-reading.ts';
import { ChangeUserRole } from '../../src/features/accounts/users/user.commands.ts';
import { UsageReading } from '../../src/features/billing/usage/usage-input.rules.ts';
import { MOST_FIELDS } from '../../src/kernel/errors.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { startContext } from '../../src/kernel/writing/command.ts';
import { LIMITS } from '../../src/limits.ts';
import { createOrganization, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { Hostile, STRANGE_KEYS, type Schema, type Wrong } from '../support/hostile.ts';

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string; schema: Schema }[];
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const hostile = new Hostile(document.components.schemas);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
    name: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    isAuth: path.startsWith('/api/auth/'),
    body: requestBody?.content['application/json']?.schema,
    query: parameters.filter((one) => one.in === 'query'),
  })),
);
type Route = (typeof operations)[number];
type Taking = Route & { body: Schema };
const taking = operations.filter((route): route is Taking => route.body !== undefined);
/** An empty object, and whatever is read as one, would delete the user. */
const harmless = taking.filter(({ path }) => path !== '/api/auth/delete-user');
const asking = operations.filter(({ query }) => query.length > 0);
/** One for each class that reads a body: its bounds are the same at every route. */
const classes = [...new Map(taking.map((route) => [`${route.isAuth} ${route.body.$ref}`, route])).values()];

/** Requests at a time. */
const TOGETHER = 8;
/** Bytes that an answer may have more than its request. */
const MORE_IN_ANSWER = 16_384;
/** Bytes of a query, which has to fit into Node's 16 KiB of headers. */
const MOST_OF_QUERY = 14_000;
const { bodyBytes, bodyDepth, bodyValues, usageValues } = LIMITS.request;

let app: TestApp;
let owner: string;
let customer: string;

beforeAll(async () => {
  app = await startApp();
  const { id, cookie } = await signUp(app);
  owner = cookie;
  const { id: organization_id } = await createOrganization(app, owner);
  const context = startContext({ kind: 'operator', id: 'test' }, app.clock);
  await app.app.get(Commands).execute(new ChangeUserRole({ userId: id, role: 'admin' }, context));
  await app.runtime.settled();
  const made = await post(app, '/v1/customers', { organization_id, email: 'ann@example.com' }, owner);
  const { id: customer_id } = (await made.json()) as { id: string };
  const session = await post(app, '/v1/customer-sessions', { customer_id }, owner);
  customer = ((await session.json()) as { token: string }).token;
});
afterAll(() => app.close());

interface Sent {
  body?: string | Uint8Array;
  query?: string;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  text: string;
  /** The refused fields, each from `body` or `query`. */
  refused: string[];
}

/** An answer in its contract's form, which `app.close` checks, and of no more than it may have. */
async function send({ name, method, path }: Route, { body, query = '', headers }: Sent): Promise<Answer> {
  const isCustomers = path.startsWith('/v1/customer-portal/');
  const answer = await fetch(app.url + path.replaceAll(/\{[^}]+\}/g, () => newUuid()) + query, {
    method,
    headers: {
      ...(isCustomers ? { authorization: `Bearer ${customer}` } : { cookie: owner, origin: app.url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  });
  const isStream = answer.headers.get('content-type') === 'text/event-stream';
  if (isStream) await answer.body!.cancel();
  const text = isStream ? '' : await answer.text();
  const { status } = answer;
  const { detail } = (status === 422 ? JSON.parse(text) : {}) as { detail?: { loc: string[] }[] };
  const refused = (detail ?? []).map(({ loc }) => loc.join('.'));
  if (status >= 400) {
    const most = (body?.length ?? 0) + query.length + MORE_IN_ANSWER;
    if (text.length > most || refused.length > MOST_FIELDS)
      throw new Error(`${name} answers ${text.length} bytes, with ${refused.length} refused fields`);
  }
  return { status, text, refused };
}

async function inBatches<T>(all: Iterable<T>, run: (one: T) => Promise<unknown>): Promise<void> {
  const left = all[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
}

/** Values with one part wrong, as many of them in one as have different fields. */
function rounds(schema: Schema, isOne: boolean): { value: unknown; wrong: Wrong[] }[] {
  const made: { value: unknown; wrong: Wrong[] }[] = [];
  const used = new Map<string | number, number>();
  const open: { value: Record<string, unknown>; wrong: Wrong[] }[] = [];
  for (const wrong of hostile.wrong(schema)) {
    const [key] = wrong.at;
    if (isOne || key === undefined || wrong.isAlone) {
      made.push({ value: wrong.value, wrong: [wrong] });
      continue;
    }
    const round = used.get(key) ?? 0;
    used.set(key, round + 1);
    open[round] ??= { value: { ...(hostile.right(schema) as object) }, wrong: [] };
    open[round].value[key] = (wrong.value as Record<string, unknown>)[key];
    open[round].wrong.push(wrong);
  }
  return [...made, ...open];
}

const is4xx = (status: number) => status >= 400 && status < 500;

/** As in the identity contract, these take ids of any type as texts. */
const readsAnyId = ({ path }: Route) => path.startsWith('/api/auth/admin/');

describe('a hostile body', () => {
  it('is refused one beyond each bound that its schema states', async () => {
    const all = classes.flatMap((route) => rounds(route.body, route.isAuth).map((one) => ({ route, ...one })));
    const taken: unknown[] = [];
    await inBatches(all, async ({ route, value, wrong }) => {
      const { status, refused } = await send(route, { body: JSON.stringify(value) });
      for (const { at, how } of wrong) {
        const place = ['body', ...at].join('.');
        const isRefused = refused.some((one) => place === 'body' || (one !== 'body' && isWithin(place, one)));
        if (route.isAuth ? !is4xx(status) && !readsAnyId(route) : !isRefused)
          taken.push([route.name, place, how, status, refused]);
      }
    });
    expect(all.length).toBeGreaterThan(500);
    expect(taken).toEqual([]);
  });

  it('of a wrong shape is refused at every route', async () => {
    const { most } = bodyDepth;
    const deepLists = `${'['.repeat(most + 1)}${']'.repeat(most + 1)}`;
    const deepObjects = `${'{"unknown":'.repeat(most + 1)}1${'}'.repeat(most + 1)}`;
    const shapes = ['{', '[]', deepLists, deepObjects];
    const taken: unknown[] = [];
    await inBatches(everyPair(taking, shapes), async ([route, body]) => {
      const { status, refused } = await send(route, { body });
      // As a whole, rather than for the fields that are missing.
      const isRefused = route.isAuth ? status === 400 : status === 422 && refused.join() === 'body';
      if (!isRefused) taken.push([route.name, body.slice(0, 20), status, refused]);
    });
    expect(taken).toEqual([]);
  });

  it('with null at any place fails at no route, and is refused where the schema has no null', async () => {
    const all = harmless.flatMap((route) => [...hostile.nulls(route.body)].map((one) => ({ route, ...one })));
    const wrong: unknown[] = [];
    await inBatches(all, async ({ route, at, value, isAllowed }) => {
      const { status, refused } = await send(route, { body: JSON.stringify(value) });
      const place = ['body', ...at].join('.');
      const isRefused = route.isAuth ? is4xx(status) : refused.some((one) => isWithin(place, one));
      if (status >= 500 || (!isAllowed && !isRefused)) wrong.push([route.name, place, status, refused]);
    });
    expect(all.length).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  });

  it('with strange keys and long texts fails at no route', async () => {
    const strange = Object.fromEntries(STRANGE_KEYS.map((key) => [key, 'x']));
    const made = (make: (one: Schema, right: unknown) => unknown) =>
      harmless.map((route) => ({ route, value: hostile.with(route.body, make) }));
    const all = [
      ...made(({ properties }, right) => (properties ? { ...(right as object), ...strange } : right)),
      ...made(({ additionalProperties }, right) => (additionalProperties ? strange : right)),
      ...made((_, right) => (typeof right === 'string' ? 'a@a.'.repeat(5_000) : right)),
    ];
    const failed: unknown[] = [];
    await inBatches(all, async ({ route, value }) => {
      const { status } = await send(route, { body: JSON.stringify(value) });
      if (status >= 500) failed.push([route.name, status]);
    });
    expect(failed).toEqual([]);
  });
});

/** Lists of the identity contract have no bound of their own, and the filter of a meter is any object until it is read: each value is looked at once. */
const hasBounds = ({ path, isAuth }: Route) => !isAuth && !path.startsWith('/v1/meters');

/** What the program has looked at of a request that was sent alone. */
interface Work {
  /** Characters of texts that are longer than any other request's. */
  characters: number;
  /** Characters that were parsed, of such texts. */
  parsed: number;
  /** Fields, and values in those that take any. */
  values: number;
}

const LONG = 50_000;

const filling = (begin: string, unit: string, end: string) =>
  begin + unit.repeat((bodyBytes.most - begin.length - end.length) / unit.length) + end;
const keys = (length: number, make: (n: number) => string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length }, (_, n) => [make(n), 1])));
const TOO_MANY = [keys(80_000, (n) => `k${n}`), filling('[', '1,', '1]'), filling('{"unknown":[', '{},', '{}]}')];
const TOO_DEEP = [filling('', '[', ''), filling('', '{"a":', '1')];
const TOO_LONG = `${filling('["', 'x', '"]')} `;
const INFLATED = gzipSync(filling('[', ' ', ']').repeat(20));
/** Within every bound. */
const UNKNOWN = [
  keys(9_999, (n) => `${n}`.padEnd(100, 'x')),
  keys(10, (n) => `${n}`.padEnd(100_000, 'x')),
  filling('{"unknown":"', '\\\\', '"}'),
  filling('{', ' ', '}'),
];

describe('the work for a hostile body', () => {
  const work: Work = { characters: 0, parsed: 0, values: 0 };
  const restore: (() => void)[] = [];

  beforeAll(() => {
    const count = (owner: object, name: string, counted: (self: unknown, args: readonly unknown[]) => void) => {
      const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      restore.push(() => Reflect.set(owner, name, original));
      Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
        counted(this, args);
        return Reflect.apply(original, this, args);
      });
    };
    count(String.prototype, 'charCodeAt', (text) => (work.characters += (text as string).length > LONG ? 1 : 0));
    count(JSON, 'parse', (_, [text]) => (work.parsed += String(text).length > LONG ? String(text).length : 0));
    for (const looking of ['field', 'one', 'isReadable'])
      count(DtoReading.prototype, looking, () => (work.values += 1));
    count(UsageReading.prototype, 'event', () => (work.values += 1));
  });
  afterAll(() => restore.forEach((undo) => undo()));

  const workFor = async (route: Route, sent: Sent): Promise<Work & Answer> => {
    Object.assign(work, { characters: 0, parsed: 0, values: 0 });
    const answer = await send(route, sent);
    return { ...work, ...answer };
  };

  /** One for each way to read a body: by a class and by hand, of a seller, a customer and nobody, in each contract. */
  const READERS = [
    ['post /v1/customers', bodyValues.most],
    ['post /v1/events/ingest', usageValues.most],
    ['post /v1/customer-portal/license-keys/validate', bodyValues.most],
    ['patch /v1/customer-portal/customers/me', bodyValues.most],
    ['post /api/auth/sign-up/email', bodyValues.most],
  ] as const;
  it.each(READERS)('of %s ends at its first excess', async (name, values) => {
    const route = operations.find((one) => one.name === name)!;
    const ended = async (body: string | Uint8Array, characters: number, headers?: Record<string, string>) => {
      const done = await workFor(route, { body, ...(headers && { headers }) });
      const isRefused = (route.isAuth ? [400, 413] : [413, 422]).includes(done.status);
      expect([isRefused, done.parsed, done.values, done.characters <= characters]).toEqual([true, 0, 0, true]);
      return done;
    };
    // Each value is a key or a comma, and a number or brackets: a few characters.
    const most = 10 * values;
    for (const body of TOO_MANY) await ended(body, most);
    for (const body of TOO_DEEP) await ended(body, 10 * bodyDepth.most);
    await ended(TOO_LONG, 0);
    await ended(INFLATED, 0, { 'content-encoding': 'gzip' });
  });

  it.each(READERS.map(([name]) => name))('of %s passes what it does not know', async (name) => {
    const route = operations.find((one) => one.name === name)!;
    const fields = Object.keys(document.components.schemas[route.body!.$ref!.split('/').at(-1)!]!.properties!).length;
    for (const body of UNKNOWN) {
      const { status, values } = await workFor(route, { body });
      expect([status < 500, values <= 3 * fields]).toEqual([true, true]);
    }
  });

  it('with lists that are too long, or wrong in each element, ends at the bound', async () => {
    const all = classes.flatMap((route) => [...hostile.lists(route.body)].map((make) => ({ route, make })));
    const beyond: unknown[] = [];
    for (const { route, make } of all)
      for (const element of [{}, 1]) {
        const body = JSON.stringify(make(Array<unknown>(9_900).fill(element)));
        const { status, values } = await workFor(route, { body });
        const most = hasBounds(route) ? 10 * MOST_FIELDS : bodyValues.most;
        if (!is4xx(status) || values > most) beyond.push([route.name, body.slice(0, 60), status, values]);
      }
    expect(all.length).toBeGreaterThan(40);
    expect(beyond).toEqual([]);
  });

  it('with as many keys as fit where any are taken is that of each once', async () => {
    const many = Object.fromEntries(Array.from({ length: 9_900 }, (_, n) => [`k${n}`, 'x']));
    const beyond: unknown[] = [];
    for (const route of classes) {
      let isOpen = false;
      const value = hostile.with(route.body, ({ additionalProperties }, right) => {
        if (!additionalProperties || isOpen) return right;
        isOpen = true;
        return many;
      });
      if (!isOpen) continue;
      const { status, values } = await workFor(route, { body: JSON.stringify(value) });
      if (status >= 500 || values > bodyValues.most) beyond.push([route.name, status, values]);
    }
    expect(beyond).toEqual([]);
  });
});

/** Names of parameters in refusals, by those of newer clients. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  created_after: 'created_from',
  created_before: 'created_to',
  started_after: 'started_from',
  started_before: 'started_to',
  start_timestamp: 'created_from',
  end_timestamp: 'created_to',
};
/** All but `true` counts as false. */
const FLAG = 'is_installed';

describe('a hostile query', () => {
  it('is refused one beyond each bound that its schema states', async () => {
    const all = asking.flatMap((route) =>
      route.query
        .filter(({ name }) => name !== FLAG)
        .flatMap(({ name, schema }) => wrongTexts(schema).map(([how, text]) => ({ route, name, how, text }))),
    );
    const taken: unknown[] = [];
    await inBatches(all, async ({ route, name, how, text }) => {
      const { status, refused } = await send(route, { query: `?${name}=${encodeURIComponent(text)}` });
      const isRefused = route.isAuth
        ? is4xx(status)
        : [name, OTHER_NAMES[name]].some((known) => refused.some((one) => isWithin(`query.${known}`, one)));
      if (!isRefused) taken.push([route.name, name, how, status, refused]);
    });
    expect(taken).toEqual([]);
  });

  it('with strange names, and values that are long, many or no text, fails at no route', async () => {
    const seen = new Set<string>();
    const all = asking.flatMap((route) => {
      const each = (make: (name: string) => string) => route.query.map(({ name }) => make(name)).join('&');
      const queries = [
        each((name) => `${name}=&${name}`),
        each((name) => `${name}=%00`),
        each((name) => `${name}=%ED%A0%80%`),
        `${each((name) => `${name}[]=x&${name}[x]=y&${name}[__proto__]=z`)}&__proto__=x&constructor=y&toString&%00=1&=`,
        ...route.query
          // Parameters of one name are read by the same code.
          .filter(({ name }, index) => index === 0 || (!seen.has(name) && seen.add(name)))
          .flatMap(({ name }) => [
            `${name}=1&`.repeat(Math.min(1_000, MOST_OF_QUERY / (name.length + 3))),
            `${name}=${'a@a.'.repeat(MOST_OF_QUERY / 4)}`,
          ]),
      ];
      return queries.map((query) => ({ route, query: `?${query}` }));
    });
    const failed: unknown[] = [];
    await inBatches(all, async ({ route, query }) => {
      const { status } = await send(route, { query });
      if (status >= 500) failed.push([route.name, query.slice(0, 60), status]);
    });
    expect(failed).toEqual([]);
  });

  it('that is longer than any is refused before it is read', async () => {
    const routes = asking.filter(({ path }) =>
      /^\/(v1\/orders|api\/auth\/verify-email|api\/ledger\/events)$/.test(path),
    );
    expect(routes).toHaveLength(3);
    for (const route of routes)
      expect((await send(route, { query: `?${route.query[0]!.name}=${'x'.repeat(60_000)}` })).status).toBe(431);
  });
});

/** Texts that a parameter's schema forbids. */
function wrongTexts(schema: Schema): [how: string, text: string][] {
  const { type, format, pattern, minimum, enum: allowed, items, maxLength } = schema;
  if (items) return wrongTexts(items);
  const wrong: [string, string][] = [];
  if (type === 'integer' || type === 'boolean') wrong.push(['type', 'x']);
  if (minimum !== undefined) wrong.push(['minimum', String(minimum - 1)]);
  if (allowed) wrong.push(['enum', 'no such value']);
  if (format !== undefined) wrong.push(['format', 'not in this format']);
  if (pattern !== undefined) wrong.push(['pattern', 'not of this pattern']);
  if (maxLength !== undefined && maxLength < MOST_OF_QUERY) wrong.push(['maxLength', 'x'.repeat(maxLength + 1)]);
  return wrong;
}

/** Whether one of two places is within the other. */
function isWithin(one: string, other: string): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

function everyPair<A, B>(some: readonly A[], others: readonly B[]): [A, B][] {
  return some.flatMap((one) => others.map((other): [A, B] => [one, other]));
}
