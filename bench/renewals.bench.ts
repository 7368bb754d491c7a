import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '../src/adapters/sqlite/sqlite-event-store.ts';
import { upToEnd, type Position, type StoredEvent } from '../src/kernel/ports/event-store.ts';
import { multiplyPurchases } from '../test/support/multiplied-shop.ts';
import { format, ratioRow, type Row } from './measure.ts';
import { cpuOf, peakRssOf, untilIdle } from './process-figures.ts';
import { spawnProgram, type Env } from './program.ts';
import type { Seller } from './seller.ts';
import { DUE_SECONDS_EARLIER, openShop, renew } from './copied-shop.ts';

/** Subscriptions that renew at one instant. */
const SIZES = [1_000, 10_000];
const PER_SECOND = 200;
/** Renewals ÷ what their events alone take, appended one by one. */
const AIM = 0.5;
/** In MB, of a program of which memory is measured: with gigabytes to spare, V8 lets garbage lie, and a peak says nothing of what is kept. */
const HEAP = 256;
/** What ten times as many may need of memory. */
const GROWTH = 1.5;
/** In cents; `Seller` sells nothing else. */
const PRICE = 1_900;

interface Measured {
  size: number;
  perSecond: number;
  /** Renewals whose events alone were appended, each event durably before the next. */
  barePerSecond: number;
  cpuMs: number;
  /** Of the process, in MB, where its heap is limited. */
  peakRss: number;
}

interface Run {
  seconds: number;
  cpuMs: number;
  peakRss: number;
  events: StoredEvent[];
}

/** Subscriptions that renew in one move of the clock, with all that follows: orders, charges, receipts, read models, seals. */
export async function benchRenewals(): Promise<Row[]> {
  const measured: Measured[] = [];
  for (const size of SIZES) measured.push(await measureRenewals(size));
  const [smallest, largest] = [measured[0]!, measured.at(-1)!];
  const growth = largest.peakRss / smallest.peakRss;
  return [
    ...measured.flatMap(({ size, perSecond, barePerSecond, cpuMs }) => [
      {
        name: `${format(size)} renewals in one move of the clock`,
        figures: `${format(perSecond)}/s, with ${format(cpuMs)} ms of processor time each`,
        aim: `≥ ${PER_SECOND}/s`,
        met: perSecond >= PER_SECOND,
      },
      ratioRow(
        { name: '  ÷ durable appends of the same events, one by one', unit: 'renewals/s', aim: AIM },
        perSecond,
        barePerSecond,
      ),
    ]),
    {
      name: `most memory, with a heap of ${HEAP} MB`,
      figures: `${measured.map(({ peakRss }) => format(peakRss)).join(' · ')} MB = ${format(growth)} ×`,
      aim: `≤ ${GROWTH} ×`,
      met: growth <= GROWTH,
    },
  ];
}

async function measureRenewals(size: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  try {
    const seller = await openShop(folder);
    await multiplyPurchases({ DATA_DIR: folder }, seller.organizationId, size, () => -DUE_SECONDS_EARLIER);
    await (await spawnProgram(folder)).close();
    const { seconds, cpuMs, events } = await renewIn(folder, seller, size);
    const { peakRss } = await renewIn(folder, seller, size, { NODE_OPTIONS: `--max-old-space-size=${HEAP}` });
    return { size, perSecond: size / seconds, barePerSecond: size / (await secondsToAppend(events)), cpuMs, peakRss };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Renews in a copy of the folder. */
async function renewIn(folder: string, seller: Seller, size: number, more: Env = {}): Promise<Run> {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  try {
    const before = await endOf(copy);
    const program = await spawnProgram(copy, more);
    await untilIdle(program.pid);
    const cpuBefore = cpuOf(program.pid);
    const seconds = await renew(seller.at(program.url), size);
    const cpuMs = (1_000 * (cpuOf(program.pid) - cpuBefore)) / size;
    const peakRss = peakRssOf(program.pid);
    await program.close();
    const events = await eventsAfter(copy, before);
    expectExact(events, size);
    return { seconds, cpuMs, peakRss, events };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** @throws Error an amount is missing, or was charged twice */
function expectExact(events: readonly StoredEvent[], size: number): void {
  for (const [type, field] of [
    ['OrderCreated', 'dueAmount'],
    ['PaymentSucceeded', 'amount'],
  ] as const) {
    const found = events.filter((event) => event.type === type);
    const cents = found.reduce((sum, { data }) => sum + Number(data[field]), 0);
    if (found.length !== size || cents !== size * PRICE)
      throw new Error(`${found.length} ${type} of ${cents} cents, instead of ${size} of ${size * PRICE}`);
  }
}

async function endOf(folder: string): Promise<Position | undefined> {
  const store = new SqliteEventStore(folder, { readOnly: true });
  const end = await store.end();
  await store.close();
  return end;
}

async function eventsAfter(folder: string, position: Position | undefined): Promise<StoredEvent[]> {
  const store = new SqliteEventStore(folder, { readOnly: true });
  const events: StoredEvent[] = [];
  for await (const batch of upToEnd(store, position)) events.push(...batch);
  await store.close();
  return events;
}

/** In a log of their own. */
async function secondsToAppend(events: readonly StoredEvent[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const store = new SqliteEventStore(folder);
  const heads = new Map<string, number>();
  const began = performance.now();
  for (const { stream, id, type, data, metadata } of events) {
    const { revision } = await store.append(stream, [{ id, type, data, metadata }], heads.get(stream) ?? 'none');
    heads.set(stream, revision);
  }
  const seconds = (performance.now() - began) / 1_000;
  await store.close();
  rmSync(folder, { recursive: true });
  return seconds;
}
