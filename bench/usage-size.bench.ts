import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { load } from './load.ts';
import { format, median, percentile, type Row } from './measure.ts';
import { peakRssOf, untilIdle } from './process-figures.ts';
import { spawnProgram, type SpawnedProgram } from './program.ts';
import { Seller } from './seller.ts';

const FEW = 10_000;
const CALL = 1_000;
const CALLS_AT_ONCE = 4;
const CUSTOMERS = 50;
const MODELS = ['tiny', 'small', 'large', 'huge'];
const NAMES = 10;
/** The events lie in so many days before now, in their order. */
const DAYS = 30;
const READS = 5;
const CONFIRMS = 300;
const INGEST_SECONDS = 40;
const HEAP = { NODE_OPTIONS: '--max-old-space-size=512' };

interface Shop {
  seller: Seller;
  customers: string[];
  meterId: string;
  start: number;
}

/**
 * What depends on how many usage events there are: memory, quantities and filters; and what full ingest does to a checkout.
 * @param events at least `FEW`; a million take some minutes
 */
export async function benchUsageSize(events: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const program = await spawnProgram(folder, HEAP);
  const shop = await openShop(program.url);
  await fill(shop, 0, FEW, events);
  await untilIdle(program.pid);
  const few = peakRssOf(program.pid);
  await fill(shop, FEW, events, events);
  await untilIdle(program.pid);
  const many = peakRssOf(program.pid);
  const rows: Row[] = [
    {
      name: `most memory, with a heap of 512 MB: after ${format(events)} events ÷ after ${format(FEW)}`,
      figures: `${format(many)} ÷ ${format(few)} MB = ${(many / few).toFixed(2)}`,
      aim: '≤ 1.5',
      met: many <= 1.5 * few,
    },
    await quantities(shop, events),
    ...(await lists(shop, events)),
    await confirmsUnderIngest(program, shop),
  ];
  await program.close();
  rmSync(folder, { recursive: true });
  return rows;
}

async function openShop(url: string): Promise<Shop> {
  const seller = await Seller.signedUp(url);
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => seller.customer()));
  const meter = {
    name: 'Tokens',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'tokens' },
    organization_id: seller.organizationId,
  };
  const { id: meterId } = await seller.send<{ id: string }>('POST', '/v1/meters/', meter);
  return { seller, customers, meterId, start: Date.now() - DAYS * 86_400_000 };
}

/** Ingests the events from one number to another, of so many in all, and waits until they are in the read models. */
async function fill(shop: Shop, from: number, to: number, all: number): Promise<void> {
  let next = from;
  const caller = async (): Promise<void> => {
    for (let first = next; first < to; first = next) {
      next += CALL;
      const events = Array.from({ length: Math.min(CALL, to - first) }, (_, n) => eventOf(shop, first + n, all));
      await shop.seller.send('POST', '/v1/events/ingest', { events });
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, caller));
  while ((await shop.seller.usageEvents()) < to) await pause(200);
}

function eventOf({ seller, customers, start }: Shop, n: number, all: number): object {
  const timestamp = new Date(start + Math.floor((n / all) * DAYS * 86_400_000)).toISOString();
  // As far apart as possible, so that no call has events of one customer, name or model alone.
  const of = <T>(values: readonly T[], step: number): T => values[(n * step) % values.length]!;
  const metadata = { tokens: n % 1_000, model: of(MODELS, 3), half: n % 500_000 };
  const name = `completion-${(n * 7) % NAMES}`;
  return { name, timestamp, customer_id: of(customers, 13), organization_id: seller.organizationId, metadata };
}

async function quantities({ seller, meterId, start }: Shop, events: number): Promise<Row> {
  const [first, last] = [start, Date.now()].map((at) => new Date(at).toISOString());
  const path = `/v1/meters/${meterId}/quantities?start_timestamp=${first}&end_timestamp=${last}&interval=day`;
  const ms = await medianMs(() => seller.send('GET', path));
  return timeRow(`quantities of a month by day, of ${format(events)} events of one meter`, ms, 50);
}

async function lists({ seller, customers, meterId }: Shop, events: number): Promise<Row[]> {
  const [customer, meter] = [`customer_id=${customers[7]}`, `meter_id=${meterId}`];
  const clause = { property: 'tokens', operator: 'gte', value: 900 };
  const filter = `filter=${encodeURIComponent(JSON.stringify({ conjunction: 'and', clauses: [clause] }))}`;
  const asked: [name: string, query: string][] = [
    ['no filter', ''],
    ['page 5,000 of no filter', `page=${Math.floor(events / 20)}`],
    ['name', 'name=completion-3'],
    ['customer', customer],
    ['page 500 of a customer', `${customer}&page=${Math.floor(events / CUSTOMERS / 20)}`],
    ['meter', meter],
    ['name and customer', `${customer}&name=completion-1`],
    ['meter and customer', `${customer}&${meter}`],
    ['metadata of every fourth', 'metadata[model]=large'],
    ['a filter that every tenth passes', filter],
    ['the same in the order of time', `${filter}&sorting=timestamp`],
    ['metadata of one in 500,000', 'metadata[half]=7'],
  ];
  const rows: Row[] = [];
  for (const [name, query] of asked) {
    const path = `/v1/events/?limit=10&${query}`;
    // What is too rare is refused, which takes longest.
    const ms = await medianMs(() =>
      fetch(`${seller.url}${path}`, { headers: { cookie: seller.cookie } }).then((answer) => answer.text()),
    );
    rows.push(timeRow(`usage events by ${name}`, ms, 500));
  }
  return rows;
}

/** How long a confirm takes while nothing else happens, and while others ingest as fast as they can. */
async function confirmsUnderIngest({ url }: SpawnedProgram, { seller, customers }: Shop): Promise<Row> {
  const idle = percentile(await confirmTimes(seller, () => false), 0.99);
  const events = Array.from({ length: 100 }, (_, n) => ({
    name: 'completion-1',
    customer_id: customers[n % CUSTOMERS],
    organization_id: seller.organizationId,
    metadata: { tokens: n },
  }));
  let ended = false;
  const ingesting = load(
    `${url}/v1/events/ingest`,
    { cookie: seller.cookie, body: { events }, connections: 16 },
    INGEST_SECONDS,
  );
  void ingesting.finally(() => (ended = true));
  const times = await confirmTimes(seller, () => ended);
  const calls = await ingesting;
  const busy = percentile(times, 0.99);
  return {
    name: `confirm of a checkout, 99 %: under ${format(calls * 100)} usage events/s ÷ idle`,
    figures: `${format(busy)} (of ${times.length}) ÷ ${format(idle)} ms = ${(busy / idle).toFixed(2)}`,
    aim: '≤ 3',
    met: busy <= 3 * idle,
  };
}

/** @returns milliseconds of each answer */
async function confirmTimes(seller: Seller, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < CONFIRMS && !isOver(); n++) {
    const secret = await seller.checkout();
    const began = performance.now();
    await seller.confirmed(secret, `${secret.slice(-12).toLowerCase()}@example.com`);
    times.push(performance.now() - began);
  }
  return times;
}

function timeRow(name: string, ms: number, goal: number): Row {
  return { name, figures: `${format(ms)} ms`, aim: `< ${goal} ms`, met: ms < goal };
}

async function medianMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < READS; n++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return median(times);
}
