import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '../../src/kernel/errors.ts';
import type { EventStore } from '../../src/kernel/ports/event-store.ts';
import { project, type Projection } from '../../src/kernel/reading/projection.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { Codec } from '../../src/kernel/writing/codec.ts';
import { command, type Command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { event, subjectOf, type EventsOf, type Recorded } from '../../src/kernel/writing/events.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { Histories } from '../../src/kernel/writing/histories.ts';
import { History } from '../../src/kernel/writing/history.ts';
import { SkippedEvents } from '../../src/kernel/writing/skipped-events.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';

const shelfEvents = {
  BookPlaced: event<{ reader: string; title: string }>({
    personal: [{ subject: ({ reader }) => subjectOf.user(reader), fields: { title: '' } }],
  }),
  ShelfClosed: event<object>(),
};
type ShelfEvent = EventsOf<typeof shelfEvents>;

class Place extends command('Place')<{ reader: string; title: string }> {}
class Close extends command('Close')<object> {}

interface Shelf {
  titles: string[];
  closed: boolean;
}

const shelf: Decider<IntentOf<Place | Close>, Shelf, ShelfEvent> = {
  category: 'shelf',
  initial: { titles: [], closed: false },
  decide({ type, data }, { titles, closed }) {
    if (type === 'Close') return closed ? [] : [{ type: 'ShelfClosed', data }];
    if (closed) throw new DomainError('Closed', 'The shelf is closed', 409);
    return titles.includes(data.title) ? [] : [{ type: 'BookPlaced', data }];
  },
  evolve: (state, { type, data }) =>
    type === 'ShelfClosed' ? { ...state, closed: true } : { ...state, titles: [...state.titles, data.title] },
};

const shelfProjection: Projection<{ id: string; titles: string[] }, ShelfEvent> = {
  name: 'shelves',
  version: 1,
  indexes: [],
  handles: ['BookPlaced'],
  targets: () => ['shelf'],
  evolve: (document, { data }, id) => ({
    id,
    titles: [...(document?.titles ?? []), 'title' in data ? data.title : ''],
  }),
};

let kernel: TestKernel;
/** What was read from the log: the first revision asked for, and how many events came. */
let reads: [from: number, events: number][];
let executor: Executor;

beforeEach(() => {
  kernel = openKernel([shelfEvents]);
  reads = [];
  executor = reader();
});
afterEach(() => kernel.close());

/** A process of its own on the same log. */
function reader(codec = kernel.codec): Executor {
  const store = Object.create(kernel.store) as EventStore;
  store.read = async (stream, from = 0) => {
    const events = await kernel.store.read(stream, from);
    if (stream === 'shelf-1') reads.push([from, events.length]);
    return events;
  };
  return new Executor(store, codec, kernel.clock);
}

const run = (sent: Command, by = executor) => by.execute(shelf, 'shelf-1', sent);
const place = (title: string, by = executor) => run(new Place({ reader: '1', title }, kernel.context()), by);
const close = (by = executor) => run(new Close({}, kernel.context()), by);
const titles = async (by = executor) => (await by.state(shelf, 'shelf-1', 'any')).state.titles;

describe('a remembered stream', () => {
  it('is not read again to append to it', async () => {
    for (const title of ['a', 'b', 'c']) await place(title);
    expect(reads).toEqual([[0, 0]]);
    expect((await kernel.store.read('shelf-1')).map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('is known to be new when it was looked for before it was created', async () => {
    expect(await titles()).toEqual([]);
    await executor.prepare(['shelf-1']);
    await place('a');
    expect(reads).toEqual([[0, 0]]);
    const other = reader();
    expect(await titles(other)).toEqual(['a']);
  });

  it('is read again where another process has created it meanwhile', async () => {
    const other = reader();
    expect(await titles(other)).toEqual([]);
    await place('a');
    expect((await place('b', other)).state.titles).toEqual(['a', 'b']);
  });

  it('is read from where it was left', async () => {
    const other = reader();
    await place('a');
    await titles(other);
    await place('b');
    await place('c');
    reads = [];
    expect(await titles(other)).toEqual(['a', 'b', 'c']);
    expect(reads).toEqual([[1, 2]]);
  });

  it('is opened as it was stored, with the fields of a projection as those of a decider', async () => {
    await run(new Place({ reader: '1', title: 'a', note: undefined } as never, kernel.context()));
    const { history } = await place('b');
    const fresh = await reader().history<ShelfEvent>('shelf-1', 'any');
    expect(history.events).toEqual(fresh.events);
    expect(Object.keys(history.events[0]!.data)).toEqual(Object.keys(fresh.events[0]!.data));
    expect(project(shelfProjection, history)).toEqual({ id: 'shelf', titles: ['a', 'b'] });
    const later = await place('c');
    expect(project(shelfProjection, later.history)).toEqual({ id: 'shelf', titles: ['a', 'b', 'c'] });
    expect(project(shelfProjection, history)).toEqual({ id: 'shelf', titles: ['a', 'b'] });
  });

  it('refuses, and changes nothing, only as the stream is now', async () => {
    const other = reader();
    await place('a');
    await close(other);
    await expect(place('b')).rejects.toMatchObject({ code: 'Closed' });
    expect((await close()).appended).toEqual([]);
    expect(await kernel.store.read('shelf-1')).toHaveLength(2);
  });

  it('executes no command that another process has executed', async () => {
    const other = reader();
    const sent = new Place({ reader: '1', title: 'b' }, kernel.context());
    await place('a');
    await run(sent, other);
    await place('c', other);
    // The store recognizes the append by its ids: it answers as it did the first time.
    expect((await run(sent)).state.titles).toEqual(['a', 'b']);
    expect((await run(sent)).appended).toEqual([]);
    expect(await titles()).toEqual(['a', 'b', 'c']);
    expect(await kernel.store.read('shelf-1')).toHaveLength(3);
  });

  it('loses and doubles nothing while several processes append to it', async () => {
    const processes = [executor, reader(), reader()];
    const names = Array.from({ length: 12 }, (_, at) => `title ${at}`);
    // One after the other per process, so that no command is overtaken five times.
    await Promise.all(
      processes.map(async (by, at) => {
        for (const name of names.slice(at * 4, at * 4 + 4)) await place(name, by);
      }),
    );
    for (const by of processes) expect((await titles(by)).toSorted()).toEqual(names.toSorted());
    expect(await kernel.store.read('shelf-1')).toHaveLength(12);
  });

  it('forgets the data of an erased person', async () => {
    await place('a');
    await place('b');
    await kernel.subjectKeys.erase(subjectOf.user('1'));
    expect(await titles()).toEqual(['', '']);
    const { state, history } = await place('c');
    expect(state.titles).toEqual(['', '', '']);
    expect(history.events.map(({ data }) => data)).not.toContainEqual(expect.objectContaining({ title: 'c' }));
    expect(await titles()).toEqual(['', '', '']);
  });

  it('forgets it where another process has erased the person, once the key is no longer trusted', async () => {
    const keys = new SubjectKeys(kernel.vault, 0);
    const elsewhere = reader(new Codec([shelfEvents], keys, new SkippedEvents(kernel.store)));
    expect((await place('a', elsewhere)).state.titles).toEqual(['a']);
    await kernel.subjectKeys.erase(subjectOf.user('1'));
    expect(await titles(elsewhere)).toEqual(['']);
  });
});

describe('histories', () => {
  const kept = (name: string, size: number) => ({ history: historyOf(name), size, subjects: new Set<string>() });
  const historyOf = (...names: string[]) =>
    History.empty<ShelfEvent>().plus(names.map(recorded), { revision: names.length - 1, organizationId: undefined });
  const recorded = (name: string) =>
    ({ type: 'ShelfClosed', data: {}, metadata: { commandId: name } }) as Recorded<ShelfEvent>;

  it('are dropped from the one unused for longest', () => {
    const histories = new Histories(80);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) histories.put(name, kept(name, 10));
    histories.get('a');
    histories.put('i', kept('i', 10));
    expect([histories.get('a'), histories.get('i')]).not.toContain(undefined);
    expect(histories.get('b')).toBeUndefined();
    histories.put('a', kept('a', 5));
    histories.put('j', kept('j', 5));
    expect(histories.get('c')).toBeDefined();
  });

  it('are not remembered if one would replace many', () => {
    const histories = new Histories(80);
    histories.put('a', kept('a', 10));
    histories.put('b', kept('b', 11));
    histories.put('a', kept('a', 11));
    expect([histories.get('a'), histories.get('b')]).toEqual([undefined, undefined]);
  });

  it('know the commands up to their own revision', () => {
    const first = historyOf('one');
    const second = first.plus([recorded('two')], { revision: 1, organizationId: undefined });
    expect([first.includes('one'), first.includes('two')]).toEqual([true, false]);
    expect([second.includes('one'), second.includes('two'), second.includes('three')]).toEqual([true, true, false]);
  });
});
