import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newUuid } from '../src/kernel/ids.ts';
import { pause } from '../src/kernel/coordination/waiting.ts';
import type { Attacker } from './crowd.ts';
import { format, percentile, type Row } from './measure.ts';
import { peakRssOf } from './process-figures.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const ORGANIZATIONS = 10;
const HEAP_MB = 256;
const ALONE_SECONDS = 10;
const SECONDS = 30;
/** Between two requests of the seller who works. */
const REST_MS = 20;
const CHECKED_EVERY_MS = 100;

/** What a seller notices while ten organizations and a thousand networks of strangers do their worst in the same process. */
export async function benchNeighbours(): Promise<Row[]> {
  const program = await spawnProgram(undefined, {
    AUTH_RATE_LIMIT: '1',
    TRUST_PROXY: '1',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  const hook = await receiver();
  const silence = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silence, 'listening');
  try {
    const seller = await Seller.signedUp(program.url);
    await seller.send('POST', '/v1/webhooks/endpoints', {
      ...{ url: hook.url, format: 'raw', events: ['customer.created'], organization_id: seller.organizationId },
    });
    const attackers: Attacker[] = [];
    for (let n = 0; n < ORGANIZATIONS; n++) attackers.push(await attacker(program.url, n));
    const alone = await work(seller, hook, ALONE_SECONDS);
    const silent = `http://127.0.0.1:${(silence.address() as AddressInfo).port}`;
    const crowd = await crowdOn(program.url, silent, attackers);
    const among = await work(seller, hook, SECONDS);
    console.log(`answers to the crowd: ${await crowd.report}`);
    return rowsOf(alone, among, peakRssOf(program.pid));
  } finally {
    silence.closeAllConnections();
    silence.close();
    hook.close();
    await program.close();
  }
}

interface Worked {
  /** Milliseconds of each request. */
  took: number[];
  failed: number;
  /** Milliseconds from a write to its delivery. */
  deliveries: number[];
  health: number[];
}

function rowsOf(alone: Worked, among: Worked, rss: number): Row[] {
  const p99 = ({ took }: Worked) => percentile(took, 0.99);
  const [before, during] = [p99(alone), p99(among)];
  const latest = Math.max(...among.deliveries);
  const health = Math.max(...among.health);
  return [
    {
      name: `a seller's requests among ${ORGANIZATIONS} organizations and strangers that do their worst: p99 ÷ p99 alone`,
      figures: `${format(during)} ÷ ${format(before)} ms = ${(during / before).toFixed(2)}`,
      aim: '≤ 3',
      met: during <= 3 * before,
    },
    {
      name: '  answers that are no success',
      figures: `${among.failed} of ${among.took.length}`,
      aim: '0',
      met: among.failed === 0,
    },
    {
      name: '  latest delivery of a webhook',
      figures: `${format(latest)} ms`,
      aim: '≤ 2,000 ms',
      met: latest <= 2_000,
    },
    { name: '  longest /healthz', figures: `${format(health)} ms`, aim: '< 50 ms', met: health < 50 },
    { name: `  memory with a heap of ${HEAP_MB} MB`, figures: `${format(rss)} MB`, aim: '< 700 MB', met: rss < 700 },
  ];
}

/** Writes and reads, one after the other, while health is checked. */
async function work(seller: Seller, hook: Receiver, seconds: number): Promise<Worked> {
  const worked: Worked = { took: [], failed: 0, deliveries: [], health: [] };
  const until = performance.now() + seconds * 1_000;
  const checking = (async () => {
    while (performance.now() < until) {
      worked.health.push(await timed(() => fetch(`${seller.url}/healthz`).then((answer) => answer.text())));
      await pause(CHECKED_EVERY_MS);
    }
  })();
  const sentAt = new Map<string, number>();
  while (performance.now() < until) {
    const email = `${newUuid()}@example.com`;
    const customer = { email, organization_id: seller.organizationId };
    const tasks = [
      () => (sentAt.set(email, performance.now()), seller.send('POST', '/v1/customers/', customer)),
      () => seller.send('GET', `/v1/customers/?limit=10&organization_id=${seller.organizationId}`),
      () => seller.send('GET', `/v1/products/?organization_id=${seller.organizationId}`),
      () => seller.send('GET', `/v1/orders/?organization_id=${seller.organizationId}`),
    ];
    for (const task of tasks) {
      worked.took.push(await timed(() => task().catch(() => void (worked.failed += 1))));
      await pause(REST_MS);
    }
  }
  await checking;
  await pause(2_500);
  for (const [email, sent] of sentAt) worked.deliveries.push((hook.received.get(email) ?? Infinity) - sent);
  return worked;
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await task();
  return performance.now() - began;
}

async function attacker(url: string, n: number): Promise<Attacker> {
  const post = (path: string, body: object, cookie?: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        'x-forwarded-for': `2001:db8:ff:${n}::1`,
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    });
  const person = { email: `attacker-${n}@example.com`, password: 'correct horse', name: 'Mallory' };
  const cookie = (await post('/api/auth/sign-up/email', person)).headers.getSetCookie()[0]!.split(';')[0]!;
  const created = await post('/api/auth/organization/create', { name: `Shop ${n}`, slug: `shop-${n}` }, cookie);
  return { id: ((await created.json()) as { id: string }).id, cookie };
}

/** Resolves when it has begun, with what it reports at its end. */
async function crowdOn(
  url: string,
  silent: string,
  attackers: readonly Attacker[],
): Promise<{ report: Promise<string> }> {
  const options = [url, String(SECONDS + 5), silent, JSON.stringify(attackers)];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/tools/bench/crowd.js'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const report = once(child, 'close').then(() => said.split('\n').at(-2) ?? '');
  while (!said.includes('ready')) await once(child.stdout, 'data');
  return { report };
}

interface Receiver {
  url: string;
  /** When a message about an address arrived. */
  received: Map<string, number>;
  close(): void;
}

async function receiver(): Promise<Receiver> {
  const received = new Map<string, number>();
  const server = createServer((asked, answer) => {
    let body = '';
    asked.on('data', (chunk) => (body += String(chunk)));
    asked.on('end', () => {
      answer.writeHead(200).end();
      const { data } = JSON.parse(body) as { data: { email: string } };
      if (!received.has(data.email)) received.set(data.email, performance.now());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => void server.close() };
}
