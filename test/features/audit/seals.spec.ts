import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { join } from 'node:path';
import { SqliteEventStore } from '../../../src/adapters/sqlite/sqlite-event-store.ts';
import { EventStoreDbEventStore } from '../../../src/adapters/eventstoredb/eventstoredb-event-store.ts';
import { copyLog } from '../../../src/backup/log-copy.ts';
import { auditLog, revisionsMissing } from '../../../src/features/audit/seals/log-audit.ts';
import type { Fault, Findings } from '../../../src/features/audit/seals/log-audit.rules.ts';
import { sealEvents, type Seal } from '../../../src/features/audit/seals/seal.events.ts';
import { SealQueries } from '../../../src/features/audit/seals/seals.queries.ts';
import { PROGRESS, Sealer } from '../../../src/features/audit/seals/sealer.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { Codec } from '../../../src/kernel/writing/codec.ts';
import { command } from '../../../src/kernel/writing/command.ts';
import { SubjectEraser } from '../../../src/kernel/writing/erasure.ts';
import { upToEnd, type EventStore, type StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { event, subjectEvents, subjectOf } from '../../../src/kernel/writing/events.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Leader } from '../../../src/kernel/coordination/leader.ts';
import { EventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { SkippedEvents } from '../../../src/kernel/writing/skipped-events.ts';
import { openKernel, testKeys, type TestKernel } from '../../support/kernel.ts';
import { until } from '../../support/until.ts';

const KEY = testKeys.audit();
const HOUR = 3_600;

const noteEvents = {
  NoteTaken: event<{ noteId: string; text: string; n: number }>({
    personal: [{ subject: ({ noteId }) => subjectOf.user(noteId), fields: { text: null } }],
  }),
  NoteOdd: event<object>(),
};

class Take extends command('Take')<object> {}

interface Texts {
  data: string;
  metadata: string;
}

/** A log that can be changed behind the program's back. Numbers count from 1. */
interface Medium {
  store: EventStore;
  /** As after a restart. */
  reopen(): Promise<void>;
  edit(number: number, change: (texts: Texts) => Texts): void;
  /** All events from this number on. */
  cut(number: number): void;
  remove(number: number): void;
  swap(one: number, other: number): void;
  close(): Promise<void>;
}

/** `log.db`, changed by plain SQL. */
async function sqlite({ folder }: TestKernel): Promise<Medium> {
  const sql = (text: string, ...values: (string | number)[]): unknown[] => {
    const db = new DatabaseSync(join(folder, 'log.db'));
    const statement = db.prepare(text);
    const rows = text.startsWith('SELECT') ? statement.all(...values) : [statement.run(...values)];
    db.close();
    return rows;
  };
  const move = (from: number, to: number) => sql('UPDATE events SET sequence = ? WHERE sequence = ?', to, from);
  let store = new SqliteEventStore(folder);
  return {
    get store() {
      return store;
    },
    async reopen() {
      await store.close();
      store = new SqliteEventStore(folder);
    },
    edit(number, change) {
      const [row] = sql('SELECT data, metadata FROM events WHERE sequence = ?', number) as Texts[];
      const { data, metadata } = change(row!);
      sql('UPDATE events SET data = ?, metadata = ? WHERE sequence = ?', data, metadata, number);
    },
    cut: (number) => void sql('DELETE FROM events WHERE sequence >= ?', number),
    remove: (number) => void sql('DELETE FROM events WHERE sequence = ?', number),
    swap: (one, other) => void [move(one, -1), move(other, one), move(-1, other)],
    close: () => store.close(),
  };
}

/** The events of the EventStoreDB double in `test/support`. */
async function eventStoreDb({ log }: TestKernel): Promise<Medium> {
  const server = await EventStoreDbServer.start();
  const open = () => new EventStoreDbEventStore({ url: server.url, log });
  const stores = [open()];
  const { all } = server.log;
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
  const bytes = (written: string): Uint8Array => Uint8Array.from(Buffer.from(written));
  return {
    get store() {
      return stores.at(-1)!;
    },
    /** A store that has seen the events that were cut off no longer answers. */
    reopen: () => Promise.resolve(void stores.push(open())),
    edit(number, change) {
      const event = all[number - 1]!;
      const { data, metadata } = change({ data: text(event.data), metadata: text(event.metadata) });
      Object.assign(event, { data: bytes(data), metadata: bytes(metadata) });
    },
    cut: (number) => server.log.remove(number - 1, Infinity),
    remove: (number) => server.log.remove(number - 1, 1),
    swap(one, other) {
      const [a, b] = [all[one - 1]!, all[other - 1]!];
      [all[one - 1], all[other - 1]] = [b, a];
      [a.position, b.position] = [b.position, a.position];
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await server.stop();
    },
  };
}

describe.each([
  ['SQLite', sqlite],
  ['EventStoreDB', eventStoreDb],
])('a log on %s', (name, open) => {
  let kernel: TestKernel;
  let medium: Medium;
  let sealers: Sealer[];
  const executor = (store = medium.store) =>
    new Executor(
      store,
      new Codec([noteEvents, sealEvents, subjectEvents], kernel.subjectKeys, new SkippedEvents(store)),
      kernel.clock,
    );

  beforeEach(async () => {
    kernel = openKernel([noteEvents, sealEvents]);
    medium = await open(kernel);
    sealers = [];
  });

  afterEach(async () => {
    await Promise.all(sealers.map((one) => one.stop()));
    await medium.close();
    await kernel.close();
  });

  async function startSealer(store = medium.store): Promise<Sealer> {
    const sealer = new Sealer({ ...kernel, store, executor: executor(store), key: KEY });
    sealers.push(sealer);
    await sealer.start();
    return sealer;
  }

  /** Appends `count` events to a new stream, each by a command of its own. */
  async function takeNotes(id: string, count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const note = { type: 'NoteTaken' as const, data: { noteId: id, text: `secret of ${id}`, n } };
      const last = await medium.store.last(`note-${id}`);
      await executor().append(`note-${id}`, [note], last?.revision ?? -1, new Take({}, kernel.context()));
    }
  }

  async function chainedUp(sealer: Sealer): Promise<void> {
    expect(await sealer.passed((await medium.store.end())!, 5_000)).toBe(true);
  }

  /** Advances an hour and seals the hours that have ended. */
  async function nextHour(sealer: Sealer): Promise<void> {
    await chainedUp(sealer);
    kernel.clock.advanceMachine(HOUR);
    await sealer.seal();
    await chainedUp(sealer);
  }

  async function wholeLog(): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const batch of upToEnd(medium.store)) events.push(...batch);
    return events;
  }

  const seals = async () => (await wholeLog()).filter(({ type }) => type === 'LogSealed').map(({ data }) => data);
  async function audit(elsewhere?: Seal): Promise<Findings> {
    await medium.reopen();
    return auditLog({ store: medium.store, vault: kernel.vault, keys: testKeys }, elsewhere);
  }

  /** Three hours: 1–4 and their seal 5, 6–9 and 10, 11–14 and 15; then 16, which is not sealed. */
  async function threeHours(): Promise<void> {
    kernel.clock.advanceMachine(60);
    const sealer = await startSealer();
    for (const hour of ['a', 'b', 'c']) {
      await takeNotes(hour, 2);
      await takeNotes('all', 2);
      await nextHour(sealer);
    }
    await takeNotes('d', 1);
    await chainedUp(sealer);
    await sealer.stop();
  }

  const reported = ({ faults }: Findings) =>
    faults.map(({ kind, after, seal, span, missing }: Fault) => {
      const numbers = span.first ? `${span.first.number}–${span.last!.number}` : 'nothing';
      return `${kind} ${numbers}, ${after?.count ?? 0} to ${seal.kept} ${seal.count}${missing ? `, ${missing} less` : ''}`;
    });

  it('gets a seal for each hour that had events, also in log lines and the vault, and none for others', async () => {
    await threeHours();
    const expected = [
      { hour: '2026-01-31T10:00:00.000Z', count: 4 },
      { hour: '2026-01-31T11:00:00.000Z', count: 9 },
      { hour: '2026-01-31T12:00:00.000Z', count: 14 },
    ];
    expect(await seals()).toMatchObject(expected);
    const logged = kernel.log.lines.filter(({ message }) => message === 'The log is sealed');
    expect(logged.map(({ fields }) => fields)).toEqual(await seals());
    const [{ metadata }] = (await medium.store.read('seal-2026-01')) as [StoredEvent];
    // In machine time: business time did not move.
    expect(metadata).toMatchObject({ occurredAt: metadata.recordedAt, actor: { kind: 'system', id: 'seals' } });
    expect(metadata).not.toHaveProperty('organizationId');
    const sealer = await startSealer();
    await nextHour(sealer);
    for (let hour = 0; hour < 5; hour++) await nextHour(sealer);
    expect(await seals()).toHaveLength(4);
    expect(await audit()).toMatchObject({ events: 17, seals: 4, unsealed: 0, faults: [] });
  });

  it('counts what follows the last seal as it happens, also before the first one', async () => {
    const queries = new SealQueries(medium.store, kernel.vault, kernel.clock);
    const counted = (count: number) =>
      until(async () => (await queries.unsealed()) === count, `${count} events to be counted`);
    kernel.clock.advanceMachine(60);
    const sealer = await startSealer();
    await takeNotes('a', 3);
    await counted(3);
    await nextHour(sealer);
    await counted(0);
    await takeNotes('a', 2);
    await counted(2);
    await sealer.stop();
    expect(await audit()).toMatchObject({ unsealed: 2 });
  });

  it('is not sealed by the passing of business time', async () => {
    kernel.clock.advanceMachine(60);
    const sealer = await startSealer();
    await takeNotes('a', 1);
    kernel.clock.advance(365 * 24 * HOUR);
    await takeNotes('a', 1);
    await chainedUp(sealer);
    await sealer.seal();
    expect(await seals()).toEqual([]);
    await nextHour(sealer);
    expect(await seals()).toMatchObject([{ hour: '2026-01-31T10:00:00.000Z', count: 2 }]);
  });

  it('is sealed the same after a restart, without its checkpoint, and after a long stop', async () => {
    await threeHours();
    const before = await seals();
    kernel.clock.advanceMachine(5 * HOUR);
    await takeNotes('e', 1);
    kernel.clock.advanceMachine(HOUR);
    const sealer = await startSealer();
    await chainedUp(sealer);
    await sealer.seal();
    expect(await seals()).toMatchObject([
      ...before,
      { hour: '2026-01-31T13:00:00.000Z', count: 16 },
      { hour: '2026-01-31T18:00:00.000Z', count: 17 },
    ]);
    await sealer.stop();
    await kernel.vault.delete(PROGRESS);
    const again = await startSealer();
    await chainedUp(again);
    await again.seal();
    await takeNotes('f', 1);
    await nextHour(again);
    expect(await seals()).toHaveLength(6);
    expect(await audit()).toMatchObject({ seals: 6, faults: [] });
  });

  it('is sealed once by two sealers at the same time, and on by the remaining one', async () => {
    const [one, other] = [await startSealer(), await startSealer()];
    await takeNotes('a', 3);
    await Promise.all([one, other].map(chainedUp));
    kernel.clock.advanceMachine(HOUR + 5);
    await Promise.all([one.seal(), other.seal(), one.seal()]);
    await one.stop();
    await takeNotes('b', 1);
    await nextHour(other);
    expect(await seals()).toMatchObject([{ count: 3 }, { count: 5 }]);
    expect(await audit()).toMatchObject({ seals: 2, faults: [] });
  });

  it('keeps matching its seals after a person is erased', async () => {
    await threeHours();
    const erasing = new SubjectEraser(executor(), kernel.subjectKeys, testKeys);
    await erasing.erase(subjectOf.user('all'), kernel.context());
    const sealer = await startSealer();
    await nextHour(sealer);
    expect(await audit()).toMatchObject({ seals: 4, faults: [] });
  });

  it('shows the two seals around an edit, and that the other hours are intact', async () => {
    await threeHours();
    medium.edit(7, ({ data, metadata }) => ({ data: data.replace('"n":1', '"n":2'), metadata }));
    const found = await audit();
    expect(reported(found)).toEqual(['changed 5–9, 4 to log 9']);
    expect(found).toMatchObject({ events: 16, seals: 2, last: { count: 14 }, unsealed: 1 });
  });

  it('shows a changed time', async () => {
    await threeHours();
    const earlier = (at: string) => addSeconds(at, -1);
    medium.edit(2, ({ data, metadata }) => ({
      data,
      metadata: metadata.replace(/("recordedAt":")([^"]+)/, (_, name: string, at: string) => name + earlier(at)),
    }));
    expect(reported(await audit())).toEqual(['changed 1–4, 0 to log 4']);
  });

  it('shows two swapped events', async () => {
    await threeHours();
    medium.swap(12, 13);
    expect(reported(await audit())).toEqual(['changed 10–14, 9 to log 14']);
    medium.swap(12, 13);
    expect((await audit()).faults).toEqual([]);
  });

  it('shows a removed event, how many are missing, and which one if its stream goes on', async () => {
    await threeHours();
    medium.remove(8);
    const found = await audit();
    expect(reported(found)).toEqual(['changed 5–8, 4 to log 9, 1 less']);
    expect(found.seals).toBe(2);
    expect([...found.faults[0]!.span.streams]).toContain('note-all');
    expect(await revisionsMissing(medium.store, 'note-all')).toEqual([2]);
  });

  it('shows each of several changes', async () => {
    await threeHours();
    medium.edit(12, ({ data, metadata }) => ({ data: data.replace('"n":1', '"n":7'), metadata }));
    medium.remove(2);
    expect(reported(await audit())).toEqual(['changed 1–3, 0 to log 4, 1 less', 'changed 9–13, 9 to log 14']);
  });

  it('shows a changed or removed seal', async () => {
    await threeHours();
    medium.edit(5, ({ data, metadata }) => ({ data: data.replace(/"seal":"../, '"seal":"zz'), metadata }));
    expect(reported(await audit())).toEqual(['changed 1–4, 0 to log 4', 'changed 5–9, 4 to log 9']);
    medium.remove(5);
    expect(reported(await audit())).toEqual(['changed 1–8, 0 to log 9, 1 less']);
  });

  it.each(['0', 'null', '3', '1e9'])('shows a last seal that was changed to cover %s events', async (count) => {
    await threeHours();
    await kernel.vault.delete(PROGRESS);
    medium.edit(15, ({ data, metadata }) => ({ data: data.replace(/"count":14/, `"count":${count}`), metadata }));
    const { faults } = await audit();
    expect(faults.map(({ kind, seal: { kept } }) => `${kind} ${kept}`)).toContain('changed log');
  });

  it('shows a cut-off end by the seal in the vault, and by one that was kept elsewhere', async () => {
    await threeHours();
    const kept = (await seals()).at(-1) as unknown as Seal;
    medium.cut(12);
    expect(reported(await audit())).toEqual(['cut 10–11, 9 to vault 14, 3 less']);
    await kernel.vault.delete(PROGRESS);
    expect((await audit()).faults).toEqual([]);
    expect(reported(await audit(kept))).toEqual(['cut 10–11, 9 to elsewhere 14, 3 less']);
  });

  it('shows a missing last seal although all the events that it covers exist', async () => {
    await threeHours();
    medium.cut(15);
    expect(reported(await audit())).toEqual(['gone 10–14, 9 to vault 14']);
  });

  it('shows that its end was cut off and sealed again', async () => {
    await threeHours();
    const kept = (await seals()) as unknown as Seal[];
    medium.cut(12);
    await medium.reopen();
    const sealer = await startSealer();
    expect(kernel.log.lines).toContainEqual({
      level: 'error',
      message: 'The log is not the one that was sealed, or its end is missing; run: tillbook audit verify',
      fields: { count: 14, seal: kept[2]!.seal },
    });
    await takeNotes('new', 4);
    await nextHour(sealer);
    expect(await audit(kept[1])).toMatchObject({ faults: [] });
    expect(reported(await audit(kept[2]))[0]).toMatch(/^changed .* elsewhere 14$/);
  });

  it('keeps its seals in a copy on the other store, which goes on with the same chain', async () => {
    const odd = { 'é\ud800': -0.5e-7, b: [], 10: null, 9: { z: 1e21, a: '\u2028' } };
    await executor().append('note-odd', [{ type: 'NoteOdd', data: odd }], -1, new Take({}, kernel.context()));
    await threeHours();
    const other = openKernel([]);
    const copy = await (name === 'SQLite' ? eventStoreDb : sqlite)(other);
    await copyLog(medium.store, copy.store, 1);
    const found = await auditLog({ ...kernel, store: copy.store, keys: testKeys });
    expect(found).toMatchObject({ seals: 3, unsealed: 1, faults: [] });
    const sealer = await startSealer(copy.store);
    expect(await sealer.passed((await copy.store.end())!, 5_000)).toBe(true);
    kernel.clock.advanceMachine(HOUR);
    await sealer.seal();
    await sealer.stop();
    expect(await auditLog({ ...kernel, store: copy.store, keys: testKeys })).toMatchObject({ seals: 4, faults: [] });
    expect(kernel.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    await copy.close();
    await other.close();
  });
});

describe('sealing in one of several processes', () => {
  it('moves to another process when the first stops', async () => {
    const kernel = openKernel([noteEvents, sealEvents]);
    const leaders = ['a', 'b'].map(
      (owner) =>
        new Leader('seals', owner, kernel, () => {
          const sealer = new Sealer({ ...kernel, key: KEY });
          return { started: sealer.start(), stop: () => sealer.stop() };
        }),
    );
    for (const leader of leaders) leader.start();
    const note = { type: 'NoteTaken' as const, data: { noteId: newUuid(), text: 'x', n: 1 } };
    const sealedCounts = async () => (await kernel.store.read('seal-2026-01')).map(({ data }) => data.count);
    await kernel.executor.append('note-1', [note], -1, new Take({}, kernel.context()));
    kernel.clock.advanceMachine(HOUR + 5);
    await until(async () => (await sealedCounts()).length === 1, 'seal 1');
    await leaders.find((one) => one.isLeader)!.stop();
    await kernel.executor.append('note-1', [note], 0, new Take({}, kernel.context()));
    kernel.clock.advanceMachine(HOUR);
    await until(async () => (await sealedCounts()).length === 2, 'seal 2');
    expect(await sealedCounts()).toEqual([1, 3]);
    await Promise.all(leaders.map((one) => one.stop()));
    await kernel.close();
  });
});
