import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as rawRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.ts';
import { edgeFeature, holdNext, OTHERS } from '../support/edge-feature.ts';
import { until } from '../support/until.ts';

const IN_WORK = 4;
const ARRIVING = 3;
const OUTSIDE_OF_ONE = IN_WORK + 2;
const OUTSIDE = OUTSIDE_OF_ONE + 1;
const CONNECTIONS = 24;
const STREAMS = 25;
const AS_TOKEN = { authorization: 'Bearer token', 'content-type': 'application/json' };
const NOTE = JSON.stringify({ text: 'hello' });
/** More than the operating systems at both ends take of an answer that is not read. */
const LONG = 64 * 1024 * 1024;

const webFolder = mkdtempSync(join(tmpdir(), 'tillbook-web-'));
const sockets: Socket[] = [];
let running: TestApp;

beforeAll(async () => {
  mkdirSync(join(webFolder, '.vite'));
  const manifest = Object.fromEntries(['index.html', 'visitor.html'].map((page) => [page, { file: 'assets/app.js' }]));
  for (const name of ['manifest', 'visitor'])
    writeFileSync(join(webFolder, `.vite/${name}.json`), JSON.stringify(manifest));
  writeFileSync(join(webFolder, 'index.html'), 'x');
  writeFileSync(join(webFolder, 'long.txt'), 'x'.repeat(LONG));
  running = await startApp({
    features: [edgeFeature],
    webFolder,
    provokes: [408],
    capacity: {
      inWork: IN_WORK,
      arriving: ARRIVING,
      outside: OUTSIDE,
      outsideOfOne: OUTSIDE_OF_ONE,
      bulkBytes: 1,
      connections: CONNECTIONS,
      streams: STREAMS,
      headersMs: 1_000,
      requestMs: 2_000,
      checkedEveryMs: 50,
      unreadMs: 300,
      drainMs: 60_000,
    },
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await running.close();
  rmSync(webFolder, { recursive: true });
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(running.url + path, { headers });
}

function bulk(): Promise<Response> {
  return fetch(`${running.url}/v1/notes/bulk`, { method: 'POST', headers: AS_TOKEN, body: NOTE });
}

function gated(signal?: AbortSignal): Promise<Response> {
  return fetch(`${running.url}/v1/notes/gated`, { method: 'POST', headers: AS_TOKEN, body: NOTE, signal });
}

async function metric(name: string): Promise<number> {
  const text = await (await get('/metrics')).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** A client that sends what it is told to, and collects what it receives. */
async function client(
  sent = '',
  to = running,
): Promise<{ socket: Socket; received: () => string; isClosed: () => boolean }> {
  const socket = connect(to.config.port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(sent);
  return { socket, received: () => text, isClosed: () => socket.destroyed || socket.readableEnded };
}

function post(path: string, length: number): string {
  const headers = ['Host: x', 'Authorization: Bearer token', 'Content-Type: application/json'];
  return `POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`;
}

function headersOf({ status, headers }: Response): unknown[] {
  return [status, headers.get('retry-after'), headers.get('cache-control')];
}

describe('beyond the requests in work', () => {
  it('refuses at once, in the form of each contract, and answers health checks', async () => {
    const gate = holdNext();
    const held = Array.from({ length: IN_WORK }, () => gated());
    await gate.reached(IN_WORK);
    const refused = await gated();
    expect(headersOf(refused)).toEqual([503, '1', 'no-store']);
    const message = 'The service is overloaded; try again shortly';
    expect(await refused.json()).toEqual({ error: 'ServiceUnavailable', detail: message });
    const identity = await get('/api/auth/probe/search?text=a', { origin: running.url });
    expect([identity.status, await identity.json()]).toEqual([503, { code: 'SERVICE_UNAVAILABLE', message }]);
    expect(identity.headers.get('access-control-allow-origin')).toBe(running.url);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect(await metric('http_requests_in_work')).toBe(IN_WORK);

    gate.pass();
    await Promise.race(held);
    await until(async () => (await metric('http_requests_in_work')) < IN_WORK, 'room');
    expect((await get('/v1/notes/', AS_TOKEN)).status).toBe(200);
    for (let n = 1; n < IN_WORK; n++) gate.pass();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array.from(held, () => 201));
    expect(await metric('http_requests_shed_total')).toBe(2);
  });

  it('refuses nobody whom it knows, and who has nothing in work', async () => {
    const asAnn = { authorization: 'Bearer ann' };
    expect((await get('/v1/notes/', asAnn)).status).toBe(200);
    const gate = holdNext();
    const held = Array.from({ length: IN_WORK }, () => gated());
    await gate.reached(IN_WORK);
    expect((await get('/v1/notes/', asAnn)).status).toBe(200);
    expect((await get('/v1/notes/', { authorization: 'Bearer stranger' })).status).toBe(503);
    for (let n = 0; n < IN_WORK; n++) gate.pass();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array.from(held, () => 201));
  });

  it('keeps the place of a request whose client has left until its work is done, and no longer', async () => {
    const gate = holdNext();
    const leaving = new AbortController();
    const left = Array.from({ length: IN_WORK }, () => gated(leaving.signal).catch(() => undefined));
    await gate.reached(IN_WORK);
    leaving.abort();
    await Promise.all(left);
    expect((await gated()).status).toBe(503);
    for (let n = 0; n < IN_WORK; n++) gate.pass();
    await until(async () => (await metric('http_requests_in_work')) === 0, 'the work to be done');
    expect((await get('/v1/notes/', AS_TOKEN)).status).toBe(200);
  });

  it('counts neither unknown paths nor refused bodies for longer than their answers', async () => {
    await get('/v1/nothing');
    await get('/api/auth/nothing');
    await fetch(`${running.url}/v1/notes/`, { method: 'POST', headers: AS_TOKEN, body: '{broken' });
    await fetch(`${running.url}/v1/notes/`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    });
    const gone = await client(`${post('/v1/notes/', 100)}{"text"`);
    gone.socket.destroy();
    await until(async () => (await metric('http_requests_in_work')) === 0, 'no request to be in work');
  });
});

describe('bulk requests', () => {
  it('begin one after the other beside another request, half of what may be in work waits, and the rest are refused', async () => {
    const gate = holdNext();
    const other = gated();
    await gate.reached(1);
    const bulks = [bulk()];
    await gate.reached(2);
    for (let n = 0; n < IN_WORK / 2; n++) bulks.push(bulk());
    await until(async () => (await metric('http_requests_in_work')) === IN_WORK, 'two to wait');
    // Beyond the requests in work, others are refused, too.
    expect((await get('/v1/notes/', AS_TOKEN)).status).toBe(503);
    expect(gate.count).toBe(2);
    gate.pass();
    expect((await other).status).toBe(201);
    const refused = await bulk();
    expect(headersOf(refused)).toEqual([503, '1', 'no-store']);
    expect(await refused.json()).toMatchObject({ error: 'ServiceUnavailable' });
    expect((await get('/v1/notes/', AS_TOKEN)).status).toBe(200);
    expect(gate.count).toBe(2);
    for (let begun = 3; begun <= 4; begun++) {
      gate.pass();
      await gate.reached(begun);
    }
    gate.pass();
    expect((await Promise.all(bulks)).map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});

describe('a bulk request', () => {
  it('is dropped if its client leaves while it waits', async () => {
    const gate = holdNext();
    const other = gated();
    await gate.reached(1);
    const first = bulk();
    await gate.reached(2);
    const { socket } = await client(post('/v1/notes/bulk', NOTE.length) + NOTE);
    await until(async () => (await metric('http_requests_in_work')) === 3, 'it to wait');
    const open = await connections();
    socket.destroy();
    await until(async () => (await connections()) < open, 'its connection to be closed');
    const last = bulk();
    await until(async () => (await metric('http_requests_in_work')) === 4, 'the last to wait');
    gate.pass();
    gate.pass();
    await gate.reached(3);
    gate.pass();
    expect((await Promise.all([other, first, last])).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(gate.count).toBe(3);
    await until(async () => (await metric('http_requests_in_work')) === 0, 'no request to be in work');
  });
});

describe('requests that wait for a server outside', () => {
  const waiting = (text = 'hello') => {
    const body = JSON.stringify({ text });
    return fetch(`${running.url}/v1/notes/outside`, { method: 'POST', headers: AS_TOKEN, body });
  };

  it('take no room from others, and have a bound for each organization and for all', async () => {
    const gate = holdNext();
    const held = Array.from({ length: OUTSIDE_OF_ONE }, () => waiting());
    await gate.reached(OUTSIDE_OF_ONE);
    expect((await waiting()).status).toBe(503);
    held.push(waiting(OTHERS));
    await gate.reached(OUTSIDE);
    await until(async () => (await metric('http_requests_in_work')) === 0, 'no request in work');
    expect((await get('/v1/notes/', AS_TOKEN)).status).toBe(200);
    for (const refused of [await waiting(), await waiting(OTHERS)]) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await refused.json()).toMatchObject({ error: 'ServiceUnavailable' });
    }
    gate.pass();
    await Promise.race(held);
    const own = waiting();
    await gate.reached(OUTSIDE + 1);
    expect((await waiting()).status).toBe(503);
    for (let n = 0; n < OUTSIDE; n++) gate.pass();
    expect((await Promise.all([...held, own])).map(({ status }) => status)).toEqual(Array(OUTSIDE + 1).fill(201));
    await until(async () => (await metric('http_requests_in_work')) === 0, 'an idle process');
  });
});

describe('a slow client', () => {
  it('holds no place while its body trickles in, and gives way to newer bodies', async () => {
    const slow: Awaited<ReturnType<typeof client>>[] = [];
    for (let n = 0; n < ARRIVING; n++) slow.push(await client(`${post('/v1/notes/', 100)}{`));
    await until(async () => (await metric('http_requests_in_work')) === 0, 'the bodies to be waited for');
    const first = slow[0]!;
    expect(first.isClosed()).toBe(false);
    const written = await fetch(`${running.url}/v1/notes/`, { method: 'POST', headers: AS_TOKEN, body: NOTE });
    expect(written.status).toBe(201);
    await until(first.isClosed, 'the oldest to be given up');
    expect(first.received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(slow[1]!.isClosed()).toBe(false);
    await until(async () => (await metric('http_requests_in_work')) === 0, 'no request to be in work');
  });

  it('is cut off when its headers or its body take too long', async () => {
    const headers = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    const silent = await client();
    const body = await client(`${post('/v1/notes/', 100)}{`);
    await until(() => headers.isClosed() && silent.isClosed() && body.isClosed(), 'all to be cut off');
    expect(headers.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is cut off when it does not read its answer', async () => {
    running.app.getHttpServer().closeAllConnections();
    const { socket } = await client();
    socket.pause();
    socket.write('GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n');
    const other = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => other.received().startsWith('HTTP/1.1 200'), 'another client to be answered');
    await until(async () => (await connections()) === 1, 'the connection to be closed');
  });

  it('takes no connection from another client', async () => {
    const idle: Awaited<ReturnType<typeof client>>[] = [];
    for (let n = 0; n < CONNECTIONS; n++) idle.push(await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
    await until(() => idle.every(({ received }) => received() !== ''), 'all to be answered');
    const fresh = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => fresh.received().startsWith('HTTP/1.1 200'), 'the new one to be answered');
    await until(idle[0]!.isClosed, 'the one that waited longest to be closed');
    expect(idle.at(-1)!.isClosed()).toBe(false);
  });
});

describe('when clients hold all connections', () => {
  /** It cuts nobody off before the last of them has connected, also on a busy machine. */
  let patient: TestApp;

  beforeAll(async () => {
    patient = await startApp({
      features: [edgeFeature],
      webFolder,
      capacity: { connections: CONNECTIONS, streams: STREAMS },
    });
  });
  beforeEach(() => patient.app.getHttpServer().closeAllConnections());
  afterAll(() => patient.close());

  const request = (path: string) => client(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, patient);
  const isHealthy = async () => {
    const check = await request('/healthz');
    await until(() => check.isClosed() || check.received() !== '', 'an answer');
    return check.received().startsWith('HTTP/1.1 200');
  };

  it('answers health checks beside open streams, the oldest of which ends', async () => {
    const streams: Awaited<ReturnType<typeof client>>[] = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const stream = await request(`/v1/notes/stream/${n}`);
      await until(() => stream.received().includes('retry:'), 'the stream to open');
      streams.push(stream);
    }
    expect(await isHealthy()).toBe(true);
    await until(streams[0]!.isClosed, 'the oldest stream to end');
    expect(streams.filter(({ isClosed }) => isClosed())).toHaveLength(1);
    // The check waits idle now: another takes its connection, not that of a stream.
    expect(await isHealthy()).toBe(true);
    expect(streams.filter(({ isClosed }) => isClosed())).toHaveLength(1);
  });

  it('answers health checks beside answers that are read slowly', async () => {
    const readers: Awaited<ReturnType<typeof client>>[] = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const reader = await request('/long.txt');
      await until(() => reader.received() !== '', 'an answer');
      reader.socket.pause();
      readers.push(reader);
    }
    expect(await connections(patient)).toBe(CONNECTIONS);
    expect(await isHealthy()).toBe(true);
  });
});

function connections(at = running): Promise<number> {
  return new Promise((resolve) => at.app.getHttpServer().getConnections((_: unknown, count: number) => resolve(count)));
}

/** The last of this file. */
describe('a stop', () => {
  it('finishes what was begun, answers what arrives on open connections, and closes each after its answer', async () => {
    // Those that earlier tests have left open.
    running.app.getHttpServer().closeIdleConnections();
    const agent = new Agent({ keepAlive: true });
    const ask = (method: string, path: string) =>
      new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
        const asked = rawRequest(running.url + path, { agent, method, headers: AS_TOKEN }, (answer) => {
          answer
            .resume()
            .once('end', () => resolve({ status: answer.statusCode!, connection: answer.headers.connection }));
        });
        asked.on('error', reject).end(method === 'POST' ? NOTE : undefined);
      });
    expect((await ask('GET', '/v1/notes/')).connection).toBe('keep-alive');
    const gate = holdNext();
    const begun = [ask('POST', '/v1/notes/gated'), ask('POST', '/v1/notes/gated')];
    await gate.reached(2);
    const idle = ask('GET', '/v1/notes/').then(() => undefined);
    await idle;
    const closed = running.app.close();
    const late = ask('GET', '/v1/notes/');
    expect(await late).toEqual({ status: 200, connection: 'close' });
    await expect(fetch(`${running.url}/healthz`)).rejects.toThrow();
    gate.pass();
    gate.pass();
    expect(await Promise.all(begun)).toEqual([
      { status: 201, connection: 'close' },
      { status: 201, connection: 'close' },
    ]);
    await closed;
  });
});
