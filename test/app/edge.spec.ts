import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as rawRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { edgeFeature, holdNext, ORG_A, ORG_B, slow } from '../support/edge-feature.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { within } from '../support/until.ts';

/** Bytes that a stream takes before it lets its writer wait. */
const PIECE = 60_000;

let running: TestApp;

beforeAll(async () => {
  running = await startApp({
    features: [edgeFeature],
    env: { TRUSTED_ORIGINS: 'https://app.example.com,*.wild.test' },
  });
});
afterAll(() => running.close());

type Headers = Record<string, string>;

async function call(method: string, path: string, headers: Headers = {}, body?: unknown) {
  const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const json: Headers = text === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(running.url + path, { method, headers: { ...json, ...headers }, body: text });
  const answer = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    text: answer,
    body: (answer.startsWith('{') || answer.startsWith('[') ? JSON.parse(answer) : answer) as Record<string, never>,
  };
}

const bearer = (name: string): Headers => ({ authorization: `Bearer ${name}` });
const cookie = (name: string): Headers => ({ cookie: `who=${name}` });
const ours = (name: string): Headers => ({ ...cookie(name), origin: running.url });
const note = { text: 'hello' };

describe('who may call /v1', () => {
  it("answers 401 to unknown callers, in the contract's form, before reading the body", async () => {
    const answer = await call('POST', '/v1/notes/', {}, '{broken');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'Unauthorized', detail: 'Unauthorized' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="polar"');
  });

  it('rejects an invalid token', async () => {
    const answer = await call('GET', '/v1/notes/', { ...bearer('nonsense'), ...cookie('ann') });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
    expect(answer.body.error_description).toEqual(expect.any(String));
  });

  it('ignores the cookie beside another kind of Authorization', async () => {
    expect((await call('GET', '/v1/notes/', { authorization: 'Basic YTpi', ...cookie('ann') })).status).toBe(401);
  });

  it('answers 403 to a token without the scope, and to a user whose role is too low', async () => {
    for (const headers of [bearer('reader'), ours('bob')]) {
      const answer = await call('POST', '/v1/notes/', headers, {});
      expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope']);
      expect(answer.headers.get('www-authenticate')).toContain('scope="products:write"');
    }
  });

  it('restricts a user to the organizations in which their role allows it', async () => {
    const answer = await call('POST', '/v1/notes/', ours('ann'), { ...note, organization_id: ORG_B });
    expect(answer.body.detail).toEqual([
      { loc: ['body', 'organization_id'], msg: 'Organization not found.', type: 'value_error' },
    ]);
    expect((await call('POST', '/v1/notes/', ours('ann'), { ...note, organization_id: ORG_A })).status).toBe(201);
  });

  it("requires the program's own Origin for a write with the cookie", async () => {
    const body = { ...note, organization_id: ORG_A };
    for (const origin of [{}, { origin: 'https://evil.example' }, { origin: 'https://app.example.com' }] as Headers[]) {
      const answer = await call('POST', '/v1/notes/', { ...cookie('ann'), ...origin }, body);
      expect([answer.status, answer.body.error]).toEqual([403, 'NotPermitted']);
    }
    expect((await call('GET', '/v1/notes/', { ...cookie('ann'), origin: 'https://evil.example' })).status).toBe(200);
  });

  it('requires a body to be JSON', async () => {
    const answer = await call(
      'POST',
      '/v1/notes/',
      { ...bearer('token'), 'content-type': 'text/plain' },
      '{"text":"hi"}',
    );
    expect([answer.status, answer.body.error]).toEqual([422, 'RequestValidationError']);
  });

  it('lets anybody call public routes, and identifies known callers', async () => {
    expect((await call('GET', '/v1/notes/public')).body.kind).toBe('anonymous');
    expect((await call('GET', '/v1/notes/public', bearer('stale'))).body.kind).toBe('anonymous');
    expect((await call('GET', '/v1/notes/public', bearer('token'))).body.kind).toBe('token');
  });

  it('answers 500 at a route that does not declare who may call it', async () => {
    expect((await call('GET', '/v1/notes/forgotten', bearer('token'))).status).toBe(500);
  });
});

describe('the billing contract’s forms', () => {
  it('lists every refused field with its place, and drops unknown ones', async () => {
    const answer = await call('POST', '/v1/notes/', bearer('token'), {
      text: 7,
      lines: [{ count: 1 }, { count: 'x' }, {}],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('RequestValidationError');
    expect(answer.body.detail).toEqual([
      { loc: ['body', 'text'], msg: expect.any(String), type: 'string_type' },
      { loc: ['body', 'lines', 1, 'count'], msg: expect.any(String), type: 'int_type' },
      { loc: ['body', 'lines', 2, 'count'], msg: 'Field required', type: 'missing' },
    ]);
    const taken = await call('POST', '/v1/notes/', bearer('token'), { ...note, other: 1, __proto__: { x: 1 } });
    expect(taken.body.fields).toEqual(['text']);
  });

  it('requires a body to be an object', async () => {
    expect((await call('POST', '/v1/notes/', bearer('token'))).body.detail).toEqual([
      { loc: ['body'], msg: 'Field required', type: 'missing' },
    ]);
    expect((await call('POST', '/v1/notes/', bearer('token'), [note])).status).toBe(422);
    const broken = await call('POST', '/v1/notes/', bearer('token'), '{"text":');
    expect(broken.body.detail).toEqual([{ loc: ['body'], msg: expect.any(String), type: 'json_invalid' }]);
  });

  it('rejects a body that is too large, an invalid id, an unknown path and a malformed path', async () => {
    const large = await call('POST', '/v1/notes/', bearer('token'), { text: 'x'.repeat(1_100_000) });
    expect([large.status, large.body.error]).toEqual([413, 'PayloadTooLarge']);
    const id = await call('GET', '/v1/notes/nonsense', bearer('token'));
    expect(id.body.detail).toEqual([{ loc: ['path', 'id'], msg: expect.any(String), type: 'uuid_parsing' }]);
    const missing = await call('GET', '/v1/nothing');
    expect([missing.status, missing.body]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not Found' }]);
    expect((await call('GET', '/v1/notes/%E0%A4%A', bearer('token'))).status).toBe(422);
  });

  it.each(['identity', 'gzip'])(
    'goes on with the next request of a connection after a body that is far too large (%s)',
    async (encoding) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = async (method: string, body?: Buffer) => {
        const headers = { ...bearer('token'), 'content-type': 'application/json', 'content-encoding': encoding };
        const sending = rawRequest(`${running.url}/v1/notes/`, { method, agent, headers });
        const answered = once(sending, 'response');
        sending.end(body);
        const [answer] = (await within(answered, 'the answer')) as [IncomingMessage];
        const port = sending.socket!.localPort;
        answer.resume();
        await once(answer, 'end');
        return { status: answer.statusCode, port };
      };
      // Random digits hardly get smaller.
      const text = randomBytes(8_000_000).toString('hex');
      const body = Buffer.from(JSON.stringify({ text }));
      const { status, port } = await send('POST', encoding === 'gzip' ? gzipSync(body, { level: 1 }) : body);
      expect(status).toBe(413);
      expect(await send('GET')).toEqual({ status: 200, port });
      agent.destroy();
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })],
  ])('survives what comes of a body after its refusal, or does not come (%s)', async (encoding, compress) => {
    const body = compress(Buffer.from(JSON.stringify({ text: randomBytes(1_500_000).toString('hex') })));
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding, 'content-length': body.length };
    for (const length of [body.length, body.length / 2]) {
      const sending = rawRequest(`${running.url}/v1/notes/`, { method: 'POST', headers }).on('error', () => undefined);
      const answered = once(sending, 'response');
      // One piece is read at a time, so that it is refused between two.
      for (let from = 0; from < length; from += PIECE) {
        sending.write(body.subarray(from, Math.min(from + PIECE, length)));
        await pause(2);
      }
      const [answer] = (await within(answered, 'the answer')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(401);
      if (length < body.length) sending.destroy();
      else await within(once(sending.end(), 'close'), 'the end of the answer');
    }
    // What nobody handles fails the test that runs meanwhile.
    await pause(50);
    expect((await call('GET', '/healthz')).status).toBe(200);
  });

  it('reads a compressed body, and reports an unknown encoding after a missing token', async () => {
    const send = async (encoding: string, body: Buffer, who: Headers = bearer('token')) => {
      const headers = { ...who, 'content-type': 'application/json', 'content-encoding': encoding };
      const { status } = await fetch(`${running.url}/v1/notes/`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      });
      return status;
    };
    const tooLarge = gzipSync(JSON.stringify({ text: 'x'.repeat(2_000_000) }));
    const refused = Buffer.from('{"text":1}');
    expect(await send('gzip', gzipSync(refused))).toBe(await send('identity', refused));
    expect([await send('gzip', tooLarge), await send('gzip', refused)]).toEqual([413, 422]);
    expect([await send('nonsense', refused), await send('nonsense', refused, {})]).toEqual([422, 401]);
  });

  it.each(['nonsense', ';;;', 'a/b c', 'text/plain', 'application/json, text/plain'])(
    'refuses a body of the type %p in the form of its contract, after a missing token',
    async (type) => {
      const headers = { 'content-type': type };
      const anonymous = await call('POST', '/v1/notes/', headers, '{}');
      const known = await call('POST', '/v1/notes/', { ...headers, ...bearer('token') }, '{}');
      expect([anonymous.status, known.status, known.body.error]).toEqual([401, 422, 'RequestValidationError']);
      const identity = await call('POST', '/api/auth/probe/mail', headers, '{}');
      expect([identity.status, identity.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  it("uses the contract's error names", async () => {
    const missing = await call('GET', `/v1/notes/${ORG_A}`, bearer('token'));
    expect([missing.status, missing.body.error]).toEqual([404, 'ResourceNotFound']);
    const conflict = await call('GET', '/v1/notes/conflict');
    expect([conflict.status, conflict.headers.get('retry-after')]).toEqual([409, '1']);
    expect(conflict.text).not.toContain('note-1');
    expect((await call('GET', '/v1/notes/shouted')).body).toEqual({ error: 'BadRequest', detail: 'slug is taken' });
  });

  it('logs unexpected errors with the request’s id and without its content', async () => {
    const answer = await call('GET', '/v1/notes/fails/here?with=hunter2');
    expect([answer.status, answer.body]).toEqual([
      500,
      { error: 'InternalServerError', detail: 'Internal Server Error' },
    ]);
    const id = answer.headers.get('x-request-id');
    const lines = running.logged.filter(({ requestId }) => requestId === id);
    expect(lines).toMatchObject([
      {
        level: 'error',
        message: 'A request failed',
        route: '/v1/notes/fails/:how',
        error: { type: 'Error', stack: expect.stringContaining(' at ') },
      },
      { level: 'info', message: 'request', route: '/v1/notes/fails/:how', status: 500 },
    ]);
    expect(JSON.stringify(running.logged)).not.toMatch(/example\.com|hunter2/);
  });
});

describe('lists', () => {
  const list = async (query: string, who = bearer('token')) => (await call('GET', `/v1/notes/?${query}`, who)).body;
  const inA = { eq: ['organization_id', ORG_A] };

  it('pages by ten, at most a hundred, newest first', async () => {
    const sort = [{ field: 'created_at', direction: 'desc' }];
    expect(await list('')).toEqual({ where: { and: [inA] }, sort, skip: 0, limit: 10, counted: true });
    expect(await list('page=3&limit=1000')).toEqual({
      where: { and: [inA] },
      sort,
      skip: 200,
      limit: 100,
      counted: true,
    });
  });

  it('sorts by several keys, and refuses unknown keys and invalid pages', async () => {
    expect((await list('sorting=-name&sorting=created_at')).sort).toEqual([
      { field: 'name_lower', direction: 'desc' },
      { field: 'created_at', direction: 'asc' },
    ]);
    const { detail } = (await list('sorting=constructor&page=0&limit=x&is_archived=perhaps&id=1')) as {
      detail?: object[];
    };
    expect(detail?.map((field) => (field as { loc: unknown[] }).loc.join('.'))).toEqual([
      'query.page',
      'query.limit',
      'query.sorting.0',
      'query.id',
      'query.is_archived',
    ]);
  });

  it('filters by one value or several, by substring and by metadata', async () => {
    const ids = [ORG_A, ORG_B];
    const query = `id=${ids[0]}&id=${ids[1]}&query=Ab&is_archived=true&metadata[a]=1&metadata[a]=2&metadata[b][$ne]=3`;
    expect((await list(query)).where).toEqual({
      and: [
        inA,
        { in: ['id', ids] },
        { contains: ['name_lower', 'ab'] },
        { eq: ['is_archived', true] },
        { or: [{ has: ['metadata_entries', 'a=1'] }, { has: ['metadata_entries', 'a=2'] }] },
        { or: [{ has: ['metadata_entries', 'b][$ne=3'] }] },
      ],
    });
  });

  it('never leaves the caller’s organizations', async () => {
    const where = async (query: string, who: Headers) => (await list(query, who)).where;
    expect(await where(`organization_id=${ORG_B}`, bearer('token'))).toEqual({
      and: [{ in: ['organization_id', []] }],
    });
    expect(await where('', cookie('ann'))).toEqual({ and: [{ in: ['organization_id', [ORG_A, ORG_B]] }] });
    expect(await where(`organization_id=${ORG_B}`, cookie('ann'))).toEqual({
      and: [{ eq: ['organization_id', ORG_B] }],
    });
  });
});

describe('organization_id in a body', () => {
  const type = async (headers: Headers, body: object) =>
    (await call('POST', '/v1/notes/', headers, body)).body as unknown as { detail: object };

  it('is refused from an organization token and required from a user', async () => {
    expect((await type(bearer('token'), { ...note, organization_id: ORG_A })).detail).toMatchObject([
      { loc: ['body', 'organization_id'], type: 'organization_token' },
    ]);
    expect((await type(ours('ann'), note)).detail).toMatchObject([
      { loc: ['body', 'organization_id'], type: 'missing' },
    ]);
  });
});

describe('Idempotency-Key', () => {
  const write = (key: string, body: object, who = bearer('token')) =>
    call('POST', '/v1/notes/', { ...who, 'idempotency-key': key }, body);

  it('executes a repeated request once', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => write('k1', note)));
    expect(first!.status).toBe(201);
    expect(new Set(others.map(({ body }) => body.id))).toEqual(new Set([first!.body.id]));
    expect(await running.ports.store.read(`note-${String(first!.body.id)}`)).toHaveLength(1);
  });

  it('refuses another body under the same key, and keeps callers separate', async () => {
    const first = await write('k2', note);
    const other = await write('k2', { text: 'other' });
    expect([other.status, other.body.error]).toEqual([422, 'RequestValidationError']);
    const ann = await write('k2', { ...note, organization_id: ORG_A }, ours('ann'));
    expect([ann.status, ann.body.id === first.body.id]).toEqual([201, false]);
  });

  it('is free again after a refusal, and then belongs to the request that was accepted', async () => {
    const refused = await write('k6', { text: 7 as never });
    expect([refused.status, refused.body.detail]).toMatchObject([422, [{ loc: ['body', 'text'] }]]);
    const taken = await write('k6', note);
    expect(taken.status).toBe(201);
    expect((await write('k6', note)).body.id).toBe(taken.body.id);
    expect((await write('k6', { text: 'other' })).body.detail).toMatchObject([{ type: 'idempotency_key_reused' }]);
  });

  it('is not freed by a refusal while another request under it is still being answered', async () => {
    const regret = () => call('POST', '/v1/notes/gated', { ...bearer('token'), 'idempotency-key': 'k7' }, note);
    const gate = holdNext();
    const [first, second] = [regret(), regret()];
    await gate.reached(2);
    gate.refuse();
    const early = await Promise.race([first, second]);
    const other = await call(
      'POST',
      '/v1/notes/gated',
      { ...bearer('token'), 'idempotency-key': 'k7' },
      { text: 'no' },
    );
    expect([early.status, other.body.detail]).toMatchObject([403, [{ type: 'idempotency_key_reused' }]]);
    gate.pass();
    expect((await Promise.all([first, second])).map(({ status }) => status).sort()).toEqual([201, 403]);
    const again = await call(
      'POST',
      '/v1/notes/gated',
      { ...bearer('token'), 'idempotency-key': 'k7' },
      { text: 'no' },
    );
    expect(again.body.detail).toMatchObject([{ type: 'idempotency_key_reused' }]);
  });

  it('is not freed by a failure, after which nobody knows what was done', async () => {
    const broken = (body: object) =>
      call('POST', '/v1/notes/broken', { ...bearer('token'), 'idempotency-key': 'k10' }, body);
    expect((await broken(note)).status).toBe(500);
    expect((await broken({ text: 'other' })).body.detail).toMatchObject([{ type: 'idempotency_key_reused' }]);
  });

  it('goes to one of many concurrent bodies', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write('k8', { text: `text ${n % 4}` })));
    const taken = answers.filter(({ status }) => status === 201);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    expect(taken).toHaveLength(5);
  });

  it('is not taken by a body that is nested too deeply', async () => {
    for (const depth of [50, 100_000]) {
      const answer = await write('k9', `{"text":${'['.repeat(depth)}${']'.repeat(depth)}}` as never);
      expect([answer.status, answer.body.detail]).toMatchObject([422, [{ loc: ['body'], type: 'recursion_loop' }]]);
    }
    expect((await write('k9', note)).status).toBe(201);
  });

  it('is forgotten after a day', async () => {
    const first = await write('k3', note);
    running.clock.advanceMachine(86_401);
    expect((await write('k3', note)).body.id).not.toBe(first.body.id);
  });

  it('never returns a secret twice', async () => {
    const shown = () => call('POST', '/v1/notes/secret', { ...bearer('token'), 'idempotency-key': 'k4' });
    expect((await shown()).status).toBe(201);
    const again = await shown();
    expect([again.status, again.body.error]).toEqual([409, 'ResourceAlreadyExists']);
    expect((await call('POST', '/v1/notes/secret', bearer('token'))).status).toBe(201);
  });

  it('names who acted', async () => {
    expect((await write('k5', note)).body.actor).toEqual({ kind: 'token', id: 't1' });
    expect((await write('k5', { ...note, organization_id: ORG_A }, ours('ann'))).body.actor).toEqual({
      kind: 'user',
      id: 'ann',
      via: 'session-s-ann',
    });
  });
});

describe('/api/auth', () => {
  it('reports invalid bodies in its one form before it requires a session, and ignores unknown fields', async () => {
    const shape = { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' };
    for (const body of [{}, { email: 1 }, [], '{broken', undefined]) {
      const answer = await call('POST', '/api/auth/probe/mail', {}, body);
      expect([answer.status, answer.body]).toEqual([400, shape]);
    }
    expect((await call('GET', '/api/auth/probe/search')).body).toEqual({
      ...shape,
      message: 'Invalid query parameters',
    });
    expect((await call('POST', '/api/auth/probe/open', {}, { email: 'a', more: 1 })).body).toEqual({ email: 'a' });
  });

  it('answers a missing session with an empty 401, and a valid one with 200', async () => {
    const bare = await call('POST', '/api/auth/probe/mail', {}, { email: 'a' });
    expect([bare.status, bare.type, bare.text]).toEqual([401, 'application/json', '']);
    const known = await call('POST', '/api/auth/probe/mail', ours('ann'), { email: 'a' });
    expect([known.status, known.body]).toEqual([200, { email: 'a', id: 'ann' }]);
    expect((await call('POST', '/api/auth/probe/mail', bearer('token'), { email: 'a' })).status).toBe(401);
  });

  it('answers 404 at unknown paths, and hides internal errors', async () => {
    for (const [path, status] of [
      ['/api/auth/nothing', 404],
      ['/api/auth/probe/fails', 500],
    ] as const) {
      const answer = await call('GET', path);
      expect([answer.status, answer.type, answer.text]).toEqual([status, null, '']);
    }
  });

  it('derives the code from the message if none is named', async () => {
    expect((await call('GET', '/api/auth/probe/taken')).body).toEqual({
      code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT',
      message: "You can't unlink your last account",
    });
  });

  it('checks the Origin of a request with a cookie before its body', async () => {
    const status = async (headers: Headers) => (await call('POST', '/api/auth/probe/open', headers, {})).body.code;
    for (const origin of ['https://evil.example', 'null', 'http://wild.test', 'http://a.wild.test:8080'])
      expect(await status({ ...cookie('ann'), origin })).toBe('INVALID_ORIGIN');
    expect(await status({ ...cookie('ann'), referer: 'https://evil.example/page' })).toBe('INVALID_ORIGIN');
    for (const origin of [running.url, 'https://app.example.com', 'https://a.b.wild.test'])
      expect(await status({ ...cookie('ann'), origin })).toBe('VALIDATION_ERROR');
    expect(await status(cookie('ann'))).toBe('VALIDATION_ERROR');
  });

  it('checks the Origin without a cookie too, and accepts a request without Origin', async () => {
    const code = async (headers: Headers) => (await call('POST', '/api/auth/probe/open', headers, {})).body.code;
    for (const origin of ['https://evil.example', 'null', 'http://localhost:9'])
      expect(await code({ origin })).toBe('INVALID_ORIGIN');
    expect(await code({ referer: 'https://evil.example/page' })).toBe('INVALID_ORIGIN');
    expect(await code({ 'sec-fetch-site': 'cross-site' })).toBe('INVALID_ORIGIN');
    expect(await code({ origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' })).toBe('VALIDATION_ERROR');
    expect(await code({})).toBe('VALIDATION_ERROR');
    const bodiless = await call('POST', '/api/auth/sign-in/probe');
    expect([bodiless.status, bodiless.body]).toEqual([200, { ok: true }]);
  });

  it('accepts only JSON, except on routes that other sites post forms to', async () => {
    const post = (path: string, type: string, headers: Headers = {}) =>
      call('POST', `/api/auth/${path}`, { ...headers, 'content-type': type }, 'email=a&more=1');
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      for (const path of ['probe/open', 'sign-in/probe']) {
        const answer = await post(path, type, { origin: running.url });
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
      }
    const form = 'application/x-www-form-urlencoded';
    const arrived = await post('probe/callback', form, {
      origin: 'https://idp.example',
      'sec-fetch-site': 'cross-site',
    });
    expect([arrived.status, arrived.body]).toEqual([200, { email: 'a' }]);
    expect((await post('probe/callback', form, { ...cookie('ann'), origin: 'https://idp.example' })).status).toBe(403);
  });

  it('redirects only to trusted places', async () => {
    const code = async (fields: object) => (await call('POST', '/api/auth/probe/open', {}, fields)).body.code;
    for (const callbackURL of [
      '//x',
      '/\\x',
      '/%2fx',
      '/a b',
      '/a,b',
      '/a~b',
      '/x#y',
      '/?q=ä',
      'x',
      '?x=1',
      'https://evil.example',
    ])
      expect([callbackURL, await code({ callbackURL })]).toEqual([callbackURL, 'INVALID_CALLBACKURL']);
    for (const callbackURL of ['/', '/a/b-c_d.e+f@g?x=1&y=%20', 'https://app.example.com/there', `${running.url}/x`])
      expect([callbackURL, await code({ callbackURL })]).toEqual([callbackURL, 'VALIDATION_ERROR']);
    expect(await code({ redirectTo: '//x' })).toBe('INVALID_REDIRECTURL');
    expect(await code({ errorCallbackURL: '//x' })).toBe('INVALID_ERRORCALLBACKURL');
    expect(await code({ newUserCallbackURL: 7 })).toBe('INVALID_NEWUSERCALLBACKURL');
  });
});

describe('other origins', () => {
  const preflight = (path: string, origin: string) =>
    call('OPTIONS', path, { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-a' });

  it('may call /v1 without credentials, and /api/auth with them where they are trusted', async () => {
    const billing = await preflight('/v1/notes/', 'https://anywhere.example');
    expect([billing.status, billing.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(billing.headers.get('access-control-allow-headers')).toBe('x-a');
    expect(billing.headers.has('access-control-allow-credentials')).toBe(false);
    const auth = await preflight('/api/auth/probe/open', 'https://app.example.com');
    expect([auth.status, auth.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example.com']);
    expect(auth.headers.get('access-control-allow-credentials')).toBe('true');
    const evil = await preflight('/api/auth/probe/open', 'https://evil.example');
    expect([evil.status, evil.headers.has('access-control-allow-origin')]).toEqual([404, false]);
  });
});

describe('an answer of an API', () => {
  it('is never cached', async () => {
    for (const [path, who, status] of [
      ['/v1/notes/', bearer('token'), 200],
      ['/v1/notes/', {}, 401],
      ['/v1/nothing', {}, 404],
      ['/v1/notes/fails/here', {}, 500],
      ['/api/auth/probe/search?text=a', {}, 200],
      ['/api/auth/nothing', {}, 404],
      ['/sandbox/probe', {}, 200],
      ['/readyz', {}, 200],
    ] as const) {
      const answer = await call('GET', path, who);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store']);
    }
  });
});

describe('compression', () => {
  it('compresses long responses to reads, and sets Vary', async () => {
    const plain = await call('GET', '/metrics', { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    for (const coding of ['gzip', 'br']) {
      const { headers, text } = await call('GET', '/metrics', { 'accept-encoding': coding });
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([coding, 'accept-encoding']);
      expect(text).toContain('process_cpu_seconds_total');
    }
    const short = await call('GET', '/healthz', { 'accept-encoding': 'gzip' });
    expect([short.text, short.headers.get('content-encoding')]).toEqual(['{"status":"ok"}', null]);
  });
});

describe('a path in different case', () => {
  it('matches no route', async () => {
    for (const [method, path, who] of [
      ['GET', '/API/AUTH/probe/search?text=a', {}],
      ['POST', '/Api/auth/sign-in/probe', {}],
      ['GET', '/V1/notes/', bearer('token')],
      ['GET', '/v1/Notes/', bearer('token')],
      ['GET', '/SANDBOX/probe', {}],
    ] as const)
      expect([path, (await call(method, path, who)).status]).toEqual([path, 404]);
  });
});

describe('the sandbox', () => {
  /** fetch sets Host itself. */
  const probe = (headers: Headers) =>
    new Promise<number>((resolve, reject) => {
      rawRequest(`${running.url}/sandbox/probe`, { headers }, (answer) => resolve(answer.resume().statusCode!))
        .on('error', reject)
        .end();
    });

  it('answers only this machine if enabled by default', async () => {
    expect(await probe({})).toBe(200);
    expect(await probe({ host: 'localhost' })).toBe(200);
    expect(await probe({ host: 'rebound.example' })).toBe(404);
    expect(await probe({ 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await probe({ forwarded: 'for=127.0.0.1' })).toBe(404);
  });

  it('refuses pages of other sites', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: running.url.replace(/\d+$/, '1') },
      { 'sec-fetch-site': 'cross-site' },
    ] as Headers[]) {
      expect(await probe(headers)).toBe(403);
      const answer = await call('POST', '/sandbox/probe', headers, {});
      expect([answer.status, answer.body.error]).toEqual([403, 'NotPermitted']);
    }
    for (const headers of [{ origin: running.url }, { 'sec-fetch-site': 'same-origin' }] as Headers[])
      expect((await call('POST', '/sandbox/probe', headers, {})).status).toBe(201);
  });

  it('accepts only JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
      expect((await call('POST', '/sandbox/probe', { 'content-type': type }, 'a=b')).body.detail).toEqual([
        { loc: ['body'], msg: expect.any(String), type: 'json_type' },
      ]);
  });
});

describe('health', () => {
  it('reports readiness with the lag of each projection, and counts requests by route', async () => {
    await call('POST', '/v1/notes/', bearer('token'), note);
    const ready = await call('GET', '/readyz');
    expect([ready.status, ready.body.ready]).toEqual([200, true]);
    expect(ready.body.projections).toContainEqual({
      name: 'notes_v1',
      group: 'billing',
      state: 'current',
      lagSeconds: 0,
    });
    expect(ready.body.groups).toEqual([{ group: 'billing', lagSeconds: 0, leading: true }]);
    expect((await call('GET', '/healthz')).body.status).toBe('ok');
    const { text, type } = await call('GET', '/metrics');
    expect(type).toContain('text/plain');
    expect(text).toMatch(/http_request_duration_seconds_count\{method="POST",route="\/v1\/notes",status="201"\} \d+/);
    expect(text).toContain('projection_lag_seconds{projection="notes_v1"} 0');
    expect(text).toContain('projection_group_lag_seconds{group="billing"} 0');
    expect(ready.body.processGroups).toEqual([]);
    expect(text).toContain('process_cpu_seconds_total');
  });
});

describe('an answer to a write', () => {
  afterEach(() => {
    slow.projecting = false;
  });

  it('waits until the read models show it', async () => {
    const { body } = await call('POST', '/v1/notes/', bearer('token'), note);
    const loaded = await running.ports.documents.load({ name: 'notes_v1', indexes: [] }, [String(body.id)]);
    expect(loaded.size).toBe(1);
  });

  it('waits for a refusal too', async () => {
    const { status, body } = await call('POST', '/v1/notes/regretted', bearer('token'), note);
    const loaded = await running.ports.documents.load({ name: 'notes_v1', indexes: [] }, [String(body.detail)]);
    expect([status, loaded.size]).toEqual([403, 1]);
  });

  it('reports when they do not yet, and other answers do not wait meanwhile', async () => {
    const projector = running.runtime.readModels.led.get('billing')!;
    const real = projector.passed.bind(projector);
    const waited: number[] = [];
    projector.passed = (_, ms) => (waited.push(ms), Promise.resolve(false));
    const pending = async () =>
      (await call('POST', '/v1/notes/', bearer('token'), note)).headers.get('projection-pending');
    expect([await pending(), await pending(), waited]).toEqual(['true', 'true', [2_000, 0, 0]]);
    projector.passed = real;
    expect(await pending()).toBeNull();
  });

  it('shows a projection that has failed', async () => {
    slow.projecting = true;
    await call('POST', '/v1/notes/', bearer('token'), note);
    const ready = await call('GET', '/readyz');
    expect([ready.status, ready.body.ready]).toEqual([503, false]);
    expect(ready.body.problems).toEqual([{ part: 'read model notes_v1', reason: 'this projection was told to fail' }]);
    expect((await call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  });
});
