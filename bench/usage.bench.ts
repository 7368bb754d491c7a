import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteEventStore } from '../src/adapters/sqlite/sqlite-event-store.ts';
import { KeyedMutex } from '../src/kernel/coordination/mutex.ts';
import { newUuid } from '../src/kernel/ids.ts';
import { upToEnd, type NewStoredEvent } from '../src/kernel/ports/event-store.ts';
import { load } from './load.ts';
import { format, median, ratioRow, type Row } from './measure.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const CONNECTIONS = 16;
/** Events of a call. */
const CALL = 100;
const CUSTOMERS = 50;
const SECONDS = 10;
const BASELINE_MS = 3_000;
const HOURS_OF_MONTH = 30 * 24;

/** Ingesting usage over HTTP, compared with appending what it stores, and how long until it is all in the read models. */
export async function benchUsage(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, size, aim, committed] of [
    [`${CALL} events a call`, CALL, 0.3, 'together'],
    ['one event a call', 1, 0.5, 'one by one'],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
    const { calls, drainedIn, json, quantitiesMs } = await ingest(folder, size);
    const stored = await firstCall(folder);
    const appends = await appendsPerSecond(stored, committed);
    const events = calls * SECONDS * size;
    const bytes = ['log.db', 'documents.db'].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / events;
    rows.push(
      ratioRow(
        { name: `ingest, ${name}: HTTP ÷ bare appends of the same, committed ${committed}`, unit: 'calls/s', aim },
        calls,
        appends,
      ),
      {
        name: `read models, ${name}: rate of projecting ÷ of ingesting`,
        figures: `${format(events / (SECONDS + drainedIn))} ÷ ${format(calls * size)} events/s; ${format(drainedIn)} s behind`,
        aim: 'behind ≤ 1 s',
        met: drainedIn <= 1,
      },
      {
        name: `disk, ${name}: an event's log and read models ÷ its JSON`,
        figures: `${format(bytes)} ÷ ${format(json)} bytes = ${(bytes / json).toFixed(2)}`,
        aim: '≤ 3',
        met: bytes <= 3 * json,
      },
      {
        name: `quantities of a month by day, after ${name}`,
        figures: `${format(quantitiesMs)} ms, ${format(events)} events`,
        aim: '< 50 ms',
        met: quantitiesMs < 50,
      },
    );
    rmSync(folder, { recursive: true });
  }
  return rows;
}

interface Measured {
  calls: number;
  /** Seconds until the read models had everything. */
  drainedIn: number;
  /** Bytes of an event's JSON. */
  json: number;
  quantitiesMs: number;
}

/** @param size events of a call */
async function ingest(folder: string, size: number): Promise<Measured> {
  const program = await spawnProgram(folder);
  const seller = await Seller.signedUp(program.url);
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => seller.customer()));
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'completion' }] };
  const aggregation = { func: 'sum', property: 'tokens' };
  const meter = { name: 'Tokens', filter, aggregation, organization_id: seller.organizationId };
  const { id: meterId } = await seller.send<{ id: string }>('POST', '/v1/meters/', meter);
  const events = Array.from({ length: size }, (_, n) => ({
    name: 'completion',
    customer_id: customers[n % CUSTOMERS],
    organization_id: seller.organizationId,
    metadata: { tokens: 1_000 + n, model: 'large-2026', region: 'eu-central', isCached: n % 2 === 0 },
  }));
  const ask = { cookie: seller.cookie, body: { events }, connections: CONNECTIONS };
  const calls = await load(`${program.url}/v1/events/ingest`, ask, SECONDS);
  const began = performance.now();
  for (let known = -1; ; await pause(50)) {
    const { pagination } = await seller.send<{ pagination: { total_count: number } }>('GET', '/v1/events/?limit=1');
    if (pagination.total_count === known) break;
    known = pagination.total_count;
  }
  const drainedIn = (performance.now() - began) / 1_000;
  const quantitiesMs = await quantitiesOfMonth(seller, meterId, events[0]!);
  await program.close();
  return { calls, drainedIn, json: Buffer.byteLength(JSON.stringify(events)) / size, quantitiesMs };
}

/** Median time of a request, with events in every hour of the month. @returns milliseconds */
async function quantitiesOfMonth(seller: Seller, meterId: string, event: object): Promise<number> {
  const now = Date.now();
  const timestamps = Array.from({ length: HOURS_OF_MONTH }, (_, n) => new Date(now - n * 3_600_000).toISOString());
  await seller.send('POST', '/v1/events/ingest', { events: timestamps.map((timestamp) => ({ ...event, timestamp })) });
  const range = `start_timestamp=${timestamps.at(-1)}&end_timestamp=${timestamps[0]}&interval=day`;
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    await seller.send('GET', `/v1/meters/${meterId}/quantities?${range}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** What one call has stored: the first, which no other could join. */
async function firstCall(folder: string): Promise<NewStoredEvent[]> {
  const store = new SqliteEventStore(folder, { readOnly: true });
  try {
    for await (const batch of upToEnd(store))
      for (const { type, stream } of batch) if (type === 'UsageIngested') return await store.read(stream);
    throw new Error('Nothing was ingested');
  } finally {
    await store.close();
  }
}

/** Appends of the same bytes to the bare store, by as many at once; those of one turn of the event loop share a commit, or each has its own. */
async function appendsPerSecond(
  stored: readonly NewStoredEvent[],
  committed: 'together' | 'one by one',
): Promise<number> {
  const turns = new KeyedMutex();
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const store = new SqliteEventStore(folder);
  const until = performance.now() + BASELINE_MS;
  let appends = 0;
  const writer = async (): Promise<void> => {
    for (; performance.now() < until; appends += 1) {
      const events = stored.map(({ type, data, metadata }) => ({ id: newUuid(), type, data, metadata }));
      const append = () => store.append(`ingest-${newUuid()}`, events, 'none');
      await (committed === 'together' ? append() : turns.withLock('', append));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, writer));
  await store.close();
  rmSync(folder, { recursive: true });
  return appends / (BASELINE_MS / 1_000);
}
