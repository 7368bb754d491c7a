import { SkippedEvents } from '../src/kernel/writing/skipped-events.ts';
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../src/adapters/sqlite/sqlite-vault.ts';
import { toInstant } from '../src/kernel/ports/clock.ts';
import { Codec } from '../src/kernel/writing/codec.ts';
import { SubjectKeys } from '../src/kernel/secrets/subject-keys.ts';
import { command, Writes, type Context, type IntentOf } from '../src/kernel/writing/command.ts';
import { fold, type Decider } from '../src/kernel/writing/decider.ts';
import { event, type EventsOf } from '../src/kernel/writing/events.ts';
import { Executor } from '../src/kernel/writing/execute.ts';
import { newUuid } from '../src/kernel/ids.ts';
import { compare, rate, type Row } from './measure.ts';

const SINGLES = 1_000;
const CONCURRENT = 64;
const BATCHES = 60;
const LONG = 1_000;
const STREAMS = 50;

const counterEvents = { Counted: event<{ counterId: string; amount: number; note: string }>() };
type CounterEvent = EventsOf<typeof counterEvents>;
class Count extends command('Count')<{ counterId: string }> {}

const counter: Decider<IntentOf<Count>, number, CounterEvent> = {
  category: 'counter',
  initial: 0,
  decide: ({ data }) => [{ type: 'Counted', data: { counterId: data.counterId, amount: 1, note: 'x'.repeat(80) } }],
  evolve: (sum, { data }) => sum + data.amount,
};

/** Appending through `execute` and reading back, compared with writing and reading the same rows directly. */
export async function benchLog(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const store = new SqliteEventStore(folder);
  const vault = new SqliteVault(folder);
  const codec = new Codec([counterEvents], new SubjectKeys(vault), new SkippedEvents(store));
  const clock = { now: () => toInstant(Date.now()), machineNow: () => toInstant(Date.now()) };
  const executor = new Executor(store, codec, clock);
  const bare = bareLog(folder);

  const execute = () => {
    const counterId = newUuid();
    return executor.execute(counter, `counter-${counterId}`, new Count({ counterId }, contextOf()));
  };
  const rows = [
    await compare({
      name: 'append, one after the other: execute ÷ bare commit',
      unit: 'appends/s',
      aim: 0.5,
      ours: () => rate(SINGLES, () => repeat(SINGLES, execute)),
      baseline: () => rate(SINGLES, () => bare.single(SINGLES)),
    }),
    await compare({
      name: `append, ${CONCURRENT} at once: execute ÷ bare batches of ${CONCURRENT}`,
      unit: 'appends/s',
      aim: 0.3,
      ours: () =>
        rate(BATCHES * CONCURRENT, () =>
          repeat(BATCHES, () => Promise.all(Array.from({ length: CONCURRENT }, () => execute()))),
        ),
      baseline: () => rate(BATCHES * CONCURRENT, () => bare.batches(BATCHES, CONCURRENT)),
    }),
  ];
  const onStreams = async (length: number) => {
    const streams = await streamsOf(length, executor);
    const append = (at: number) => {
      const { stream, counterId } = streams[at % streams.length]!;
      return executor.execute(counter, stream, new Count({ counterId }, contextOf()));
    };
    return () => rate(SINGLES, () => repeat(SINGLES, append));
  };
  rows.push(
    await compare({
      name: `append to a stream of ${LONG} events ÷ to one of a few`,
      unit: 'appends/s',
      aim: 0.77,
      ours: await onStreams(LONG),
      baseline: await onStreams(1),
    }),
  );
  const total = bare.count();
  rows.push(
    await compare({
      name: 'replay and fold ÷ bare read with JSON.parse',
      unit: 'events/s',
      aim: 0.3,
      ours: () => rate(total, () => replay(store, codec)),
      baseline: () => rate(total, () => bare.readAll()),
    }),
  );
  await Promise.all([store.close(), vault.close()]);
  bare.close();
  rmSync(folder, { recursive: true });
  return rows;
}

async function streamsOf(length: number, executor: Executor): Promise<{ stream: string; counterId: string }[]> {
  const ids = Array.from({ length: STREAMS }, () => newUuid());
  return Promise.all(
    ids.map(async (counterId) => {
      const counted = { type: 'Counted' as const, data: { counterId, amount: 1, note: 'x'.repeat(80) } };
      const stream = `counter-${counterId}`;
      await executor.append(stream, new Array(length).fill(counted), -1, new Count({ counterId }, contextOf()));
      return { stream, counterId };
    }),
  );
}

async function replay(store: SqliteEventStore, codec: Codec): Promise<void> {
  const reading = new AbortController();
  const end = await store.end();
  let sum = 0;
  for await (const batch of store.subscribe(undefined, reading.signal)) {
    sum = fold(counter, await codec.open<CounterEvent>(batch), sum);
    if (batch.at(-1)!.position === end) reading.abort();
  }
}

/** The database alone, with the same table and rows of the same size. */
function bareLog(folder: string) {
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec(
    'CREATE TABLE events (sequence INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision))',
  );
  const insert = db.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, 0, ?, ?, ?, ?)',
  );
  const page = db.prepare('SELECT * FROM events WHERE sequence > ? ORDER BY sequence LIMIT 500');
  const metadata = JSON.stringify({
    version: 1,
    ...contextOf(),
    occurredAt: toInstant(0),
    recordedAt: toInstant(0),
    commandId: newUuid(),
  });
  const add = () => {
    const id = newUuid();
    insert.run(
      `counter-${id}`,
      id,
      'Counted',
      JSON.stringify({ counterId: id, amount: 1, note: 'x'.repeat(80) }),
      metadata,
    );
  };
  return {
    single: (count: number) => {
      for (let i = 0; i < count; i++) add();
    },
    batches: (batches: number, size: number) => {
      for (let batch = 0; batch < batches; batch++) {
        db.exec('BEGIN IMMEDIATE');
        for (let i = 0; i < size; i++) add();
        db.exec('COMMIT');
      }
    },
    count: () => (db.prepare('SELECT count(*) AS n FROM events').get() as { n: number }).n,
    readAll: () => {
      for (let after = 0; ;) {
        const rows = page.all(after) as { sequence: number; data: string; metadata: string }[];
        for (const row of rows) void [JSON.parse(row.data), JSON.parse(row.metadata)];
        if (rows.length === 0) return;
        after = rows.at(-1)!.sequence;
      }
    },
    close: () => db.close(),
  };
}

function contextOf(): Context {
  const requestId = newUuid();
  const now = toInstant(Date.now());
  return {
    requestId,
    actor: { kind: 'operator', id: 'bench' },
    correlationId: requestId,
    causationId: requestId,
    now,
    machineNow: now,
    scope: 'any',
    writes: new Writes(),
  };
}

async function repeat(count: number, run: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n++) await run(n);
}
