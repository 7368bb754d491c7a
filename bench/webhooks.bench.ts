import { Queue, Worker } from 'bullmq';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingRedis, RedisServer } from '../test/support/redis/server.ts';
import { format, ratioRow, type Row } from './measure.ts';
import { peakRssOf, untilIdle } from './process-figures.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const MESSAGES = 10_000;
const AIM = 0.2;
/** What delivering them may need of memory, compared with before. */
const GROWTH = 1.5;
const AT_ONCE = 16;
/** Of BullMQ's worker, which keeps the order only if it takes one job at a time. */
const CONCURRENCY = 1;
const JOB_BATCH = 500;

/** Webhook messages of one endpoint, signed and delivered in order, compared with the jobs that BullMQ alone moves in order. */
export async function benchWebhooks(): Promise<Row[]> {
  const missing = missingRedis();
  if (missing) {
    console.log(`skipped: webhooks (${missing})`);
    return [];
  }
  const { perSecond, growth } = await measureDelivery();
  return [
    ratioRow(
      { name: `${format(MESSAGES)} webhook messages in order ÷ BullMQ's jobs in order`, unit: 'per second', aim: AIM },
      perSecond,
      await measureBullMq(),
    ),
    {
      name: '  most memory, compared with before',
      figures: `${format(growth)} ×`,
      aim: `≤ ${GROWTH} ×`,
      met: growth <= GROWTH,
    },
  ];
}

/** A replay of all of them, so that nothing but the delivery is measured. */
async function measureDelivery(): Promise<{ perSecond: number; growth: number }> {
  const program = await spawnProgram();
  const receiver = await startCounter(MESSAGES);
  try {
    const seller = await Seller.signedUp(program.url);
    for (let made = 0; made < MESSAGES; made += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, MESSAGES - made) }, () => seller.customer()));
    await untilIdle(program.pid);
    const endpoint = { url: receiver.url, format: 'raw', events: ['customer.created'] };
    const owner = { organization_id: seller.organizationId };
    const { id } = await seller.send<{ id: string }>('POST', '/v1/webhooks/endpoints', { ...endpoint, ...owner });
    const before = peakRssOf(program.pid);
    const began = performance.now();
    await seller.send('POST', `/v1/webhooks/endpoints/${id}/replay`, { from: '2020-01-01T00:00:00Z' });
    await receiver.all;
    const seconds = (performance.now() - began) / 1_000;
    return { perSecond: MESSAGES / seconds, growth: peakRssOf(program.pid) / before };
  } finally {
    receiver.close();
    await program.close();
  }
}

/** Resolves `all` with the last message. @throws Error out of order */
async function startCounter(wanted: number) {
  let received = 0;
  let last = '';
  let settle!: { resolve: () => void; reject: (error: Error) => void };
  const all = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(200).end();
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { created_at: string } };
      if (data.created_at < last) settle.reject(new Error('A message came before an earlier one'));
      last = data.created_at;
      received += 1;
      if (received === wanted) settle.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, all, close: () => void server.close() };
}

/** Jobs per second that are added, and then taken in order by a worker that does nothing. As messages do, they survive a restart. */
async function measureBullMq(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-redis-'));
  const redis = await RedisServer.start(folder);
  const connection = { host: '127.0.0.1', port: redis.port };
  const queue = new Queue('bench', { connection });
  const began = performance.now();
  for (let made = 0; made < MESSAGES; made += JOB_BATCH)
    await queue.addBulk(Array.from({ length: JOB_BATCH }, (_, n) => ({ name: 'job', data: { n: made + n } })));
  await new Promise<void>((resolve) => {
    let done = 0;
    const worker = new Worker('bench', () => Promise.resolve(), { connection, concurrency: CONCURRENCY });
    worker.on('completed', () => {
      done += 1;
      if (done === MESSAGES) void worker.close().then(() => resolve());
    });
  });
  const seconds = (performance.now() - began) / 1_000;
  await queue.close();
  await redis.stop();
  rmSync(folder, { recursive: true });
  return MESSAGES / seconds;
}
