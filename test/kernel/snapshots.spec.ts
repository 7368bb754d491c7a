import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { command, type Command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { AnyDecider, Decider } from '../../src/kernel/writing/decider.ts';
import { event, subjectOf, type EventsOf } from '../../src/kernel/writing/events.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { Snapshots } from '../../src/kernel/writing/snapshots.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';

const EVERY = 10;
const STREAM = 'counter-1';

const counterEvents = {
  Counted: event<{ by: string; note: string }>({
    personal: [{ subject: ({ by }) => subjectOf.user(by), fields: { note: '' } }],
  }),
};
type CounterEvent = EventsOf<typeof counterEvents>;
class Count extends command('Count')<{ by: string; note: string; limit?: number }> {}

interface Counter {
  count: number;
}

const counter: Decider<IntentOf<Count>, Counter, CounterEvent> = {
  category: 'counter',
  initial: { count: 0 },
  decide: ({ data: { limit, ...data } }, { count }) =>
    limit !== undefined && count >= limit ? [] : [{ type: 'Counted', data }],
  evolve: ({ count }) => ({ count: count + 1 }),
  snapshot: { version: 1 },
};

let kernel: TestKernel;
let snapshots: Snapshots;
/** What was read from the log: the first revision asked for, and how many events came. */
let reads: [from: number, events: number][];

beforeEach(() => {
  kernel = openKernel([counterEvents]);
  snapshots = new Snapshots(kernel.vault, kernel.log, EVERY);
  reads = [];
});
afterEach(() => kernel.close());

/** A process of its own, which remembers nothing. @param change of what it reads from the log */
function reader(change = (events: StoredEvent[]) => events): Executor {
  const store = Object.create(kernel.store) as EventStore;
  store.read = async (stream, from = 0, limit?: number) => {
    const events = change(await kernel.store.read(stream, from, limit));
    if (stream === STREAM) reads.push([from, events.length]);
    return events;
  };
  return new Executor(store, kernel.codec, kernel.clock, snapshots);
}

const run = (sent: Command, by: Executor, decider = counter) => by.execute(decider, STREAM, sent);
const count = (by: Executor, note = 'a note') => run(new Count({ by: '1', note }, kernel.context()), by);
const countTo = async (events: number, by = reader()) => {
  for (let at = 0; at < events; at++) await count(by);
  await snapshots.settled();
};
const countOf = async (by: Executor, decider: AnyDecider = counter) =>
  ((await by.state(decider, STREAM, 'any')).state as Counter).count;
/** The names and values of all its rows. */
const rows = async () => {
  const keys = await kernel.vault.list('snapshot/', 'snapshot0', 100);
  return [...(await kernel.vault.getMany(keys))].map(([key, { value }]) => [key, value] as const);
};

describe('a snapshot', () => {
  it('lets a process that starts read only what came after it', async () => {
    await countTo(23);
    reads = [];
    expect(await countOf(reader())).toBe(23);
    // Only then is the stream known to be long enough for one; and with the event that it was taken at.
    expect(reads).toEqual([
      [0, EVERY],
      [19, 4],
    ]);
  });

  it('is taken only once enough events have come', async () => {
    await countTo(EVERY - 1);
    expect(await rows()).toEqual([]);
    await countTo(1);
    expect(await rows()).toHaveLength(2);
    await countTo(5 * EVERY);
    // A head, and two places for its parts.
    expect(await rows()).toHaveLength(3);
  });

  it('may be deleted at any time, each row by itself', async () => {
    await countTo(23);
    const all = await rows();
    for (const [key, value] of all) {
      await kernel.vault.delete(key);
      expect(await countOf(reader())).toBe(23);
      await kernel.vault.put(key, value);
    }
    for (const [key] of all) await kernel.vault.delete(key);
    expect((await count(reader())).state.count).toBe(24);
  });

  it('is ignored after a change of its version', async () => {
    await countTo(23);
    reads = [];
    const doubled: AnyDecider = {
      ...counter,
      evolve: ({ count }: Counter) => ({ count: count + 2 }),
      snapshot: { version: 2 },
    };
    expect(await countOf(reader(), doubled)).toBe(46);
    expect(reads).toEqual([
      [0, EVERY],
      [EVERY, 13],
    ]);
  });

  it('is ignored if the log has another event where it was taken, or none', async () => {
    await countTo(23);
    const restored = reader((events) => events.filter(({ revision }) => revision < 15));
    expect(await countOf(restored)).toBe(15);
    const isFromThere = ([first]: StoredEvent[]) => first?.revision === 19;
    const other = reader((events) =>
      isFromThere(events) ? events.map((stored) => ({ ...stored, id: 'of another log' })) : events,
    );
    reads = [];
    expect(await countOf(other)).toBe(23);
    expect(reads).toEqual([
      [0, EVERY],
      [19, 4],
      [EVERY, 13],
    ]);
  });

  it('is ignored if a part of it is of another one', async () => {
    await countTo(23);
    for (const [key, value] of await rows()) if (value === '{"count":20}') await kernel.vault.put(key, '{"count":90}');
    expect(await countOf(reader())).toBe(23);
  });

  it('recognizes a command that was executed before it', async () => {
    const sent = new Count({ by: '1', note: 'a note' }, kernel.context());
    await countTo(5);
    await run(sent, reader());
    await countTo(15);
    const { state, appended } = await run(sent, reader());
    expect([state.count, appended]).toEqual([21, []]);
    expect(await kernel.store.read(STREAM)).toHaveLength(21);
  });

  it('holds nothing of a person, so that nothing of one who is erased stays', async () => {
    await countTo(23);
    expect(JSON.stringify(await rows())).not.toContain('a note');
    await kernel.subjectKeys.erase(subjectOf.user('1'));
    expect(await countOf(reader())).toBe(23);
    expect((await reader().load<CounterEvent>(STREAM, 'any')).map(({ data }) => data.note)).toEqual(
      Array.from({ length: 23 }, () => ''),
    );
  });

  it('does not hide events from those who read the whole stream', async () => {
    await countTo(23);
    const by = reader();
    await countOf(by);
    expect(await by.load(STREAM, 'any')).toHaveLength(23);
    const { history } = await count(by);
    expect(() => history.events).toThrow('starts at a snapshot');
    expect(history.recent).toHaveLength(4);
  });

  it('is no reason to fail where the Vault takes none', async () => {
    snapshots = new Snapshots(
      { getMany: (keys) => kernel.vault.getMany(keys), put: () => Promise.reject(new Error('full')) },
      kernel.log,
      EVERY,
    );
    await countTo(12);
    expect(await countOf(reader())).toBe(12);
    expect(new Set(kernel.log.lines.map(({ message }) => message))).toEqual(new Set(['A snapshot could not be saved']));
  });

  it('loses nothing while several processes append and take snapshots', async () => {
    const processes = [reader(), reader(), reader()];
    await Promise.all(processes.map((by) => countTo(15, by).catch(() => undefined)));
    const { length } = await kernel.store.read(STREAM);
    await snapshots.settled();
    expect(await countOf(reader())).toBe(length);
    for (const by of processes) expect(await countOf(by)).toBe(length);
  });
});
