import { setTimeout as pause } from 'node:timers/promises';
import { KeyedMutex } from '../src/kernel/coordination/mutex.ts';
import { newUuid } from '../src/kernel/ids.ts';
import { upToEnd, type EventStore, type NewStoredEvent } from '../src/kernel/ports/event-store.ts';
import { load } from './load.ts';
import { format, median, ratioRow, type Row } from './measure.ts';
import { cpuOf } from './process-figures.ts';
import type { SpawnedProgram } from './program.ts';
import { Seller } from './seller.ts';

/** Events of a call. */
const CALL = 100;
const CONNECTIONS = 16;
const CUSTOMERS = 50;
const SECONDS = 10;
const BASELINE_MS = 3_000;
const HOURS_OF_MONTH = 30 * 24;

/** Calls that are measured. */
export interface Ingesting {
  name: string;
  /** Events of a call. */
  size: number;
  /** Of the calls ÷ the bare appends. */
  aim: number;
}

export const INGESTING: readonly Ingesting[] = [
  { name: `${CALL} events a call`, size: CALL, aim: 0.3 },
  { name: 'one event a call', size: 1, aim: 0.5 },
];

export interface Ingested {
  /** Calls a second. */
  calls: number;
  events: number;
  /** Processor time of the program for a call, in milliseconds, with what projects it. */
  cpuMs: number;
  /** Seconds until the read models had everything. */
  drainedIn: number;
  /** Bytes of an event's JSON. */
  json: number;
  quantitiesMs: number;
}

/** Ingests over HTTP as fast as the program takes it. @param size events of a call */
export async function ingest({ url, pid }: SpawnedProgram, size: number): Promise<Ingested> {
  const seller = await Seller.signedUp(url);
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
  const used = cpuOf(pid);
  const ask = { cookie: seller.cookie, body: { events }, connections: CONNECTIONS };
  const calls = await load(`${url}/v1/events/ingest`, ask, SECONDS);
  const began = performance.now();
  await untilShown(seller, { ...events[0]!, name: 'last' });
  const drainedIn = (performance.now() - began) / 1_000;
  const all = calls * SECONDS;
  return {
    calls,
    events: all * size,
    cpuMs: ((cpuOf(pid) - used) * 1_000) / all,
    drainedIn,
    json: Buffer.byteLength(JSON.stringify(events)) / size,
    quantitiesMs: await quantitiesOfMonth(seller, meterId, events[0]!),
  };
}

/** @param bare appends a second of the same, and how they were committed */
export function ingestRow(
  place: string,
  { name, aim }: Ingesting,
  { calls, cpuMs }: Ingested,
  bare: { appends: number; committed: string },
): Row {
  const compared = `ingest${place}, ${name}: HTTP ÷ bare appends of the same, committed ${bare.committed}`;
  const row = ratioRow({ name: compared, unit: 'calls/s', aim }, calls, bare.appends);
  return { ...row, figures: `${row.figures}; ${format(cpuMs)} ms of processor time a call` };
}

export function readModelsRow(place: string, { name }: Ingesting, { events, drainedIn }: Ingested): Row {
  return {
    name: `read models${place}, ${name}: rate of projecting ÷ of ingesting`,
    figures: `${format(events / (SECONDS + drainedIn))} ÷ ${format(events / SECONDS)} events/s; ${format(drainedIn)} s behind`,
    aim: 'behind ≤ 1 s',
    met: drainedIn <= 1,
  };
}

export function quantitiesRow(place: string, { name }: Ingesting, { events, quantitiesMs }: Ingested): Row {
  return {
    name: `quantities of a month by day${place}, after ${name}`,
    figures: `${format(quantitiesMs)} ms, ${format(events)} events`,
    aim: '< 50 ms',
    met: quantitiesMs < 50,
  };
}

/** What one call has stored: the first, which no other could join. */
export async function firstCall(store: EventStore): Promise<NewStoredEvent[]> {
  for await (const batch of upToEnd(store))
    for (const { type, stream } of batch) if (type === 'UsageIngested') return store.read(stream);
  throw new Error('Nothing was ingested');
}

/** Appends of the same bytes to the bare store, by as many at once. @param inTurn one after the other, for a store that commits together what comes together */
export async function appendsPerSecond(
  store: EventStore,
  stored: readonly NewStoredEvent[],
  inTurn = false,
): Promise<number> {
  const turns = new KeyedMutex();
  const until = performance.now() + BASELINE_MS;
  let appends = 0;
  const writer = async (): Promise<void> => {
    for (; performance.now() < until; appends += 1) {
      const events = stored.map(({ type, data, metadata }) => ({ id: newUuid(), type, data, metadata }));
      const append = () => store.append(`ingest-${newUuid()}`, events, 'none');
      await (inTurn ? turns.withLock('', append) : append());
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, writer));
  return appends / (BASELINE_MS / 1_000);
}

/** Ingests one more event, and waits until a list shows it, and so all events before it. */
async function untilShown(seller: Seller, event: { name: string }): Promise<void> {
  await seller.send('POST', '/v1/events/ingest', { events: [event] });
  while ((await seller.usageEvents(`name=${event.name}`)) === 0) await pause(20);
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
