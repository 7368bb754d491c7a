import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { GroupElsewhere } from '../../src/app/reading/read-models.ts';
import { command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { erasedEmail, event, subjectOf, type EventsOf, type Recorded } from '../../src/kernel/writing/events.ts';
import { collectionOf, project, type Projection } from '../../src/kernel/reading/projection.ts';
import { BatchWriter } from '../../src/kernel/reading/batch-writer.ts';
import { checkpointOf, Checkpoints } from '../../src/kernel/reading/checkpoints.ts';
import { Members } from '../../src/kernel/reading/members.ts';
import { Projector } from '../../src/kernel/reading/projector.ts';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';
import { PositionWaiter } from '../../src/kernel/coordination/waiting.ts';
import { skipDecider, SkipEvent, SKIPPED_STREAM } from '../../src/kernel/writing/skipped-events.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { recorded } from '../support/given.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until, within } from '../support/until.ts';

const noteEvents = {
  NoteWritten: event<{ noteId: string; author: string; text: string }>({
    personal: [
      { subject: ({ author }) => subjectOf.user(author), fields: { text: ({ author }) => erasedEmail(author) } },
    ],
  }),
  NoteLiked: event<{ noteId: string }>(),
  NoteTorn: event<{ noteId: string }>(),
  AuthorRenamed: event<{ author: string; name: string }>(),
  AuthorLeft: event<{ author: string }>(),
  BookLost: event<{ book: string }>(),
};
type NoteEvent = EventsOf<typeof noteEvents>;
class Append extends command('Append')<{ events: NoteEvent[] }> {}

const verbatim: Decider<IntentOf<Append>, null, NoteEvent> = {
  category: 'note',
  initial: null,
  decide: ({ data }) => data.events,
  evolve: () => null,
};

interface Note {
  id: string;
  author: string;
  text: string;
  likes: number;
  by: string | null;
  subjects: string[];
}

const notes: Projection<Note, NoteEvent> = {
  name: 'notes',
  version: 1,
  indexes: [['author']],
  handles: ['NoteWritten', 'NoteLiked', 'NoteTorn', 'AuthorRenamed', 'AuthorLeft', 'BookLost'],
  targets({ data }) {
    if ('book' in data) return { prefix: `${data.book}/` };
    return 'noteId' in data ? [data.noteId] : { field: 'author', value: data.author };
  },
  evolve(note, { type, data }) {
    switch (type) {
      case 'NoteWritten':
        return {
          id: data.noteId,
          author: data.author,
          text: data.text,
          likes: 0,
          by: null,
          subjects: [`user:${data.author}`],
        };
      case 'NoteLiked':
        return note && { ...note, likes: note.likes + 1 };
      case 'NoteTorn':
      case 'AuthorLeft':
      case 'BookLost':
        return undefined;
      case 'AuthorRenamed':
        return note && { ...note, by: data.name };
    }
  },
  blank: (note, subject) => ({ ...note, text: `erased ${subject}` }),
};

interface Count {
  id: string;
  notes: number;
}

const counts: Projection<Count, NoteEvent> = {
  name: 'counts',
  version: 1,
  indexes: [],
  handles: ['NoteWritten', 'NoteTorn'],
  targets: () => ['all'],
  evolve: (count, { type }, id) => ({ id, notes: (count?.notes ?? 0) + (type === 'NoteWritten' ? 1 : -1) }),
};

const SHARED = checkpointOf('billing');
const HOUR_MS = 3_600_000;

let kernel: TestKernel;
let projectors: Projector[];
beforeEach(() => {
  kernel = openKernel([noteEvents]);
  projectors = [];
});
afterEach(async () => {
  await Promise.all(projectors.map((projector) => projector.stop()));
  await kernel.close();
});

async function start(projections: readonly Projection<never, never>[] | unknown = [notes, counts]): Promise<Projector> {
  const projector = new Projector(kernel, 'billing', projections as ConstructorParameters<typeof Projector>[2]);
  projectors.push(projector);
  await projector.start();
  return projector;
}

let appends = 0;
async function append(...events: NoteEvent[]): Promise<void> {
  await kernel.executor.execute(verbatim, `note-${++appends}`, new Append({ events }, kernel.context()));
}

async function erase(author: string): Promise<void> {
  const subject = `user:${author}`;
  await kernel.subjectKeys.erase(subject);
  const cause = new Append({ events: [] }, kernel.context());
  await kernel.executor.append(`subject-${author}`, [{ type: 'SubjectErased', data: { subject } }], -1, cause);
}

async function caughtUp(projector: Projector): Promise<void> {
  expect(await projector.passed((await kernel.store.end())!, 5_000)).toBe(true);
}

const written = (noteId: string, author = 'ann', text = `text of ${noteId}`): NoteEvent => ({
  type: 'NoteWritten',
  data: { noteId, author, text },
});
const liked = (noteId: string): NoteEvent => ({ type: 'NoteLiked', data: { noteId } });
const torn = (noteId: string): NoteEvent => ({ type: 'NoteTorn', data: { noteId } });

const note = async (id: string) => (await kernel.documents.load<Note>(collectionOf(notes), [id])).get(id)?.document;
const count = async () =>
  (await kernel.documents.load<Count>(collectionOf(counts), ['all'])).get('all')?.document?.notes;

describe('the projector', () => {
  it('folds events into documents, several events of one document in one batch', async () => {
    await append(written('1'), liked('1'), liked('1'));
    await start();
    expect(await note('1')).toMatchObject({ likes: 2, text: 'text of 1' });
    expect(await count()).toBe(1);
  });

  it('inserts a document that a new stream begins without looking it up', async () => {
    const projector = await start([notes]);
    const { load } = kernel.documents;
    const lookedUp: string[] = [];
    kernel.documents.load = (collection, ids) => (
      lookedUp.push(...ids),
      load.call(kernel.documents, collection, ids) as never
    );
    const id = `${appends + 1}`;
    await append(written(id), liked(id));
    await caughtUp(projector);
    expect(lookedUp).toEqual([]);
    await append(liked(id));
    await caughtUp(projector);
    expect(lookedUp).toEqual([id]);
    expect(await note(id)).toMatchObject({ likes: 2 });
  });

  it('changes a document that exists by the first event of a stream that has its name', async () => {
    const projector = await start([notes]);
    const id = `${appends + 2}`;
    await append(written(id));
    await caughtUp(projector);
    await append(liked(id));
    await caughtUp(projector);
    expect(await note(id)).toMatchObject({ likes: 1 });
  });

  it('follows the log as it grows', async () => {
    const projector = await start();
    await append(written('1'));
    await append(liked('1'));
    await caughtUp(projector);
    expect(await note('1')).toMatchObject({ likes: 1 });
  });

  it('removes a document, and starts afresh if it is created again', async () => {
    const projector = await start();
    await append(written('1'), liked('1'), torn('1'));
    await caughtUp(projector);
    expect(await note('1')).toBeUndefined();
    await append(written('1'));
    await caughtUp(projector);
    expect(await note('1')).toMatchObject({ likes: 0 });
  });

  it('updates every document with an indexed value, also those of the same batch', async () => {
    await append(written('1'), written('2', 'bob'));
    const projector = await start();
    await append(written('3'), { type: 'AuthorRenamed', data: { author: 'ann', name: 'Ann' } });
    await caughtUp(projector);
    expect([await note('1'), await note('2'), await note('3')].map((found) => found?.by)).toEqual(['Ann', null, 'Ann']);
  });

  it('makes nobody wait for it once it has stopped', async () => {
    const projector = await start();
    const before = projector.passed('9'.repeat(20), HOUR_MS);
    await projector.stop();
    expect([await before, await projector.passed('9'.repeat(20), HOUR_MS)]).toEqual([false, false]);
  });

  it('folds documents with an indexed value in pages, each in the order of the log', async () => {
    const ids = Array.from({ length: 1_200 }, (_, n) => `n${n}`);
    for (let from = 0; from < ids.length; from += 300)
      await append(...ids.slice(from, from + 300).map((id) => written(id)));
    await (await start([notes])).stop();
    const sizes: number[] = [];
    const { load, save } = kernel.documents;
    kernel.documents.load = (collection, some) => (
      sizes.push(some.length),
      load.call(kernel.documents, collection, some) as never
    );
    kernel.documents.save = (writes, value) => (sizes.push(writes.length), save.call(kernel.documents, writes, value));
    await append(
      liked('n7'),
      torn('n8'),
      { type: 'AuthorRenamed', data: { author: 'ann', name: 'Ann' } },
      written('n8'),
      liked('n7'),
    );
    const projector = await start([notes]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    const found = await kernel.documents.load<Note>(collectionOf(notes), ids);
    expect([...found.values()].filter(({ document }) => document?.by === 'Ann')).toHaveLength(1_199);
    expect([await note('n7'), await note('n8')]).toMatchObject([
      { likes: 2, by: 'Ann' },
      { likes: 0, by: null },
    ]);
    expect(projector.status()).toMatchObject([{ state: 'current' }]);
  });

  it('changes every document whose id begins with a prefix, also those of the same batch', async () => {
    const ids = Array.from({ length: 1_200 }, (_, n) => `b1/${n}`);
    for (let from = 0; from < ids.length; from += 300)
      await append(...ids.slice(from, from + 300).map((id) => written(id)));
    const others = ['b1', 'b10/1', 'b0/1', 'c/1'];
    await append(...others.map((id) => written(id)));
    await (await start([notes])).stop();
    await append(written('b1/new'), { type: 'BookLost', data: { book: 'b1' } }, written('b1/7'), liked('b10/1'));
    await caughtUp(await start([notes]));
    const { items } = await kernel.documents.find(collectionOf(notes), { where: { and: [] }, limit: 2_000 });
    expect(items.map(({ id }) => id).sort()).toEqual([...others, 'b1/7'].sort());
  });

  it('does not delay other projections while one changes thousands of documents', async () => {
    const ids = Array.from({ length: 5_600 }, (_, n) => `n${n}`);
    for (let from = 0; from < ids.length; from += 400)
      await append(...ids.slice(from, from + 400).map((id) => written(id)));
    const projector = await start();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { find } = kernel.documents;
    let pages = 0;
    kernel.documents.find = async (...query: Parameters<typeof find>) => {
      // The shared reader has read its ten pages: from here on, only the projection reads.
      if (++pages > 11) await held;
      return find.apply(kernel.documents, query) as never;
    };
    await append({ type: 'AuthorRenamed', data: { author: 'ann', name: 'Ann' } });
    await append(written('later', 'bob'));
    await caughtUp(projector);
    expect(await count()).toBe(5_601);
    expect(projector.status().map(({ state }) => state)).toEqual(['behind', 'current']);
    letGo();
    await until(() => projector.status()[0]!.state === 'current', 'the projection to be current');
    const found = await kernel.documents.load<Note>(collectionOf(notes), ids);
    expect([...found.values()].filter(({ document }) => document?.by !== 'Ann')).toEqual([]);
    expect(await note('later')).toMatchObject({ author: 'bob', by: null });
    expect(kernel.log.lines).toEqual([]);
  });

  it('writes nothing for events that change nothing', async () => {
    const renamed: NoteEvent = { type: 'AuthorRenamed', data: { author: 'ann', name: 'Ann' } };
    const projector = await start([notes]);
    await append(written('1'), renamed);
    await caughtUp(projector);
    const before = await kernel.documents.load(collectionOf(notes), ['1']);
    await append(renamed, torn('none'), liked('none'));
    await append(renamed);
    await caughtUp(projector);
    expect(await kernel.documents.load(collectionOf(notes), ['1', 'none'])).toEqual(before);
  });

  it('leaves a tombstone of a document created and removed within one batch, so that a lagging projector does not restore it', async () => {
    await append(written('1'), torn('1'));
    await start([notes]);
    const left = await kernel.documents.load(collectionOf(notes), ['1']);
    expect(left.get('1')).toMatchObject({ document: undefined, position: await kernel.store.end() });
  });

  it('continues after a restart where it stopped, without reading or counting an event twice', async () => {
    await append(written('1'));
    await (await start()).stop();
    await append(written('2'));
    const folded: string[] = [];
    await start([
      {
        ...counts,
        targets: (event: Recorded<NoteEvent>) => (folded.push((event.data as { noteId: string }).noteId), ['all']),
      },
    ]);
    expect(await count()).toBe(2);
    expect(folded).toEqual(['2']);
  });

  it('counts each event once when a batch is replayed because the checkpoint was not moved', async () => {
    await append(written('1'), written('2'));
    await (await start()).stop();
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    const [first] = await kernel.store.read(`note-${appends}`);
    await kernel.documents.moveCheckpoint(SHARED, shared, {
      ...shared,
      position: first!.position,
      eventId: first!.id,
    });
    // In one batch with the replayed events.
    await append(written('3'), liked('2'));
    await start();
    expect(await count()).toBe(3);
    expect(await note('2')).toMatchObject({ likes: 1 });
  });

  it('counts each event once when two projectors run at the same time', async () => {
    const [, two] = [await start(), await start()];
    await Promise.all(Array.from({ length: 50 }, (_, i) => append(written(`n${i}`), liked(`n${i}`))));
    await caughtUp(two);
    expect(await count()).toBe(50);
    expect(await note('n7')).toMatchObject({ likes: 1 });
  });

  it('folds a document again that another process has changed since it was loaded', async () => {
    const members = new Members([counts]);
    const [writer, [member]] = [new BatchWriter(kernel, members, new LongWork(), () => Promise.resolve()), members.all];
    await kernel.documents.ensure(collectionOf(counts));
    const events = [recorded(written('1')), recorded(written('2'))];
    const writes = await writer.fold(member!, events);
    await kernel.documents.save(await writer.fold(member!, events.slice(0, 1)));
    const { id: eventId, position } = events.at(-1)!;
    const value = { position, eventId, caughtUpAt: kernel.clock.machineNow() };
    await writer.save(writes, events, { name: SHARED, value });
    expect([await count(), await kernel.documents.checkpoint(SHARED)]).toEqual([2, value]);
  });

  it('builds a new version beside the old one, and keeps both', async () => {
    await append(written('1'), liked('1'));
    await (await start()).stop();
    const doubled: Projection<Note, NoteEvent> = {
      ...notes,
      version: 2,
      evolve: (document, recorded, id) => {
        const next = notes.evolve(document, recorded, id);
        return next && { ...next, likes: recorded.type === 'NoteLiked' ? next.likes + 1 : next.likes };
      },
    };
    const projector = await start([doubled, counts]);
    const found = await kernel.documents.load<Note>(collectionOf(doubled), ['1']);
    expect(found.get('1')!.document).toMatchObject({ likes: 2 });
    expect(await note('1')).toMatchObject({ likes: 1 });
    expect(await count()).toBe(1);
    expect(projector.status().every(({ state }) => state === 'current')).toBe(true);
  });

  it('follows the log with the current projections while a new version is built', async () => {
    await append(written('1'));
    await (await start()).stop();
    const newCounts = { ...counts, version: 2 };
    const { load } = kernel.documents;
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    kernel.documents.load = async (...asked: Parameters<typeof load>) => {
      if (asked[0].name === 'counts_v2') await held;
      return load.apply(kernel.documents, asked) as never;
    };
    const projector = new Projector(kernel, 'billing', [notes, newCounts]);
    projectors.push(projector);
    const started = projector.start();
    await append(written('2'));
    await caughtUp(projector);
    expect(await note('2')).toBeDefined();
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'behind']);
    release();
    await started;
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'current']);
    const found = await kernel.documents.load<Count>(collectionOf(newCounts), ['all']);
    expect(found.get('all')!.document).toEqual({ id: 'all', notes: 2 });
  });

  it('stops only the projection that throws, and never skips its event', async () => {
    let broken = true;
    const fragile: Projection<Count, NoteEvent> = {
      ...counts,
      name: 'fragile',
      evolve: (document, recorded, id) => {
        if (broken && recorded.type === 'NoteTorn') throw new Error('can not take it');
        return counts.evolve(document, recorded, id);
      },
    };
    const projector = await start([notes, fragile]);
    await append(written('1'), written('2'));
    await caughtUp(projector);
    await append(torn('1'));
    await append(written('3'));
    await caughtUp(projector);
    expect(await note('3')).toBeDefined();
    const { position, eventId } = (await kernel.documents.checkpoint('fragile_v1'))!;
    expect((await kernel.store.at(position))!.id).toBe(eventId);
    expect(projector.status()).toEqual([
      expect.objectContaining({ name: 'notes_v1', state: 'current' }),
      expect.objectContaining({ name: 'fragile_v1', state: 'failed', error: 'can not take it' }),
    ]);
    broken = false;
    await until(() => projector.status()[1]!.state === 'current', 'the projection to be current');
    const found = await kernel.documents.load<Count>(collectionOf(fragile), ['all']);
    expect(found.get('all')!.document).toEqual({ id: 'all', notes: 2 });
  });

  it('waits for an unavailable store without failing a projection', async () => {
    const projector = await start();
    const load = kernel.documents.load.bind(kernel.documents);
    let attempts = 0;
    kernel.documents.load = () => (attempts++, Promise.reject(new ServiceUnavailable('The store')));
    await append(written('1'));
    await until(() => attempts > 0, 'the first load');
    kernel.documents.load = load;
    await caughtUp(projector);
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'current']);
    expect(kernel.log.lines.map(({ message }) => message)).toEqual(['The projector failed to read the log: retrying']);
    expect(await note('1')).toBeDefined();
  });

  it('blanks the declared fields of an erased person, and so does a rebuild', async () => {
    const projector = await start();
    await append(written('1', 'ann', 'secret'), written('2', 'bob', 'kept'));
    await caughtUp(projector);
    await erase('ann');
    await caughtUp(projector);
    expect(await note('1')).toMatchObject({ text: 'erased user:ann' });
    expect(await note('2')).toMatchObject({ text: 'kept' });
    await projector.stop();
    await kernel.documents.drop(collectionOf(notes));
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    await kernel.documents.moveCheckpoint(SHARED, shared, undefined);
    await start();
    expect(JSON.stringify(await note('1'))).not.toContain('secret');
  });

  it('purges what was blanked from the files with the batch that blanks it, and once when it rebuilds', async () => {
    const projector = await start();
    const scrubbed = jest.spyOn(kernel.documents, 'scrub');
    await append(written('1', 'ann'), written('2', 'bob'));
    await caughtUp(projector);
    expect(scrubbed).not.toHaveBeenCalled();
    await erase('ann');
    await caughtUp(projector);
    expect(scrubbed).toHaveBeenCalledTimes(1);
    await append(...Array.from({ length: 600 }, (_, at) => written(`more ${at}`, 'cid')));
    await erase('bob');
    await caughtUp(projector);
    expect(scrubbed).toHaveBeenCalledTimes(2);
    await projector.rebuild('notes_v1');
    expect(scrubbed).toHaveBeenCalledTimes(3);
  });

  it('purges nothing for people whose erasing a projection has not reached', async () => {
    let tries = 0;
    const fragile: Projection<Count, NoteEvent> = {
      ...counts,
      name: 'fragile',
      evolve: (document, recorded, id) => {
        if (recorded.type === 'NoteTorn') throw new Error(`can not take it for the ${++tries}. time`);
        return counts.evolve(document, recorded, id);
      },
    };
    const projector = await start([notes, fragile]);
    await append(written('1', 'ann'));
    await append(torn('1'));
    await erase('ann');
    await caughtUp(projector);
    const scrubbed = jest.spyOn(kernel.documents, 'scrub');
    const before = tries;
    await until(() => tries > before + 1, 'another try');
    expect(scrubbed).not.toHaveBeenCalled();
  });

  it('rebuilds all projections when the log is not the one their documents were built from', async () => {
    await append(written('1'));
    await (await start()).stop();
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    await kernel.documents.moveCheckpoint(SHARED, shared, { ...shared, eventId: 'of another log' });
    await kernel.documents.save([
      {
        collection: collectionOf(counts),
        id: 'stray',
        seen: undefined,
        position: shared.position,
        document: { id: 'stray' },
      },
    ]);
    await start();
    expect(await count()).toBe(1);
    expect((await kernel.documents.load(collectionOf(counts), ['stray'])).size).toBe(0);
  });

  it('rebuilds a projection whose own checkpoint is not in the log', async () => {
    await append(written('1'), written('2'));
    await (await start()).stop();
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    const { name } = collectionOf(counts);
    const others = shared.members!.filter((member) => member !== name);
    await kernel.documents.moveCheckpoint(SHARED, shared, { ...shared, members: others });
    await kernel.documents.moveCheckpoint(name, undefined, { ...shared, eventId: 'of another log' });
    const stray = { id: 'stray', notes: 7 };
    await kernel.documents.save([
      { collection: collectionOf(counts), id: 'stray', seen: undefined, position: shared.position, document: stray },
    ]);
    const projector = await start();
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'current']);
    expect(await count()).toBe(2);
    expect((await kernel.documents.load(collectionOf(counts), ['stray'])).size).toBe(0);
    expect(await kernel.documents.checkpoint(name)).toBeUndefined();
  });

  it('reports that it did not pass a position in time', async () => {
    const projector = await start();
    expect(await projector.passed('9'.repeat(20), 20)).toBe(false);
  });

  it('rests after a long batch of usage, also if other processes watch its checkpoint', async () => {
    const { save } = kernel.documents;
    kernel.documents.save = async (...asked: Parameters<typeof save>) => {
      await pause(10);
      return save.apply(kernel.documents, asked);
    };
    const rests = jest.spyOn(PositionWaiter.prototype, 'rest');
    const projector = new Projector({ ...kernel, watched: true }, 'usage', [notes] as never);
    projectors.push(projector);
    await projector.start();
    await append(written('1'));
    await until(() => rests.mock.calls.length > 0, 'the rest');
    expect(rests.mock.calls[0]![0]).toBeGreaterThan(5);
    expect(rests.mock.calls[0]![0]).toBeLessThanOrEqual(100);
    rests.mockRestore();
  });

  it('reports how current its documents are, also while nothing happens', async () => {
    await append(written('1'));
    await start();
    kernel.clock.advanceMachine(60);
    const now = kernel.clock.machineNow();
    await until(
      async () => (await kernel.documents.checkpoint(SHARED))!.caughtUpAt === now,
      'the checkpoint to say when it caught up',
    );
  });

  it('does not report documents as current while it lags', async () => {
    await append(written('1'));
    const projector = await start();
    const before = kernel.clock.machineNow();
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const load = kernel.documents.load.bind(kernel.documents);
    let isHeld = false;
    kernel.documents.load = async (collection, ids) => {
      isHeld = true;
      await held;
      return load(collection, ids);
    };
    await append(written('2'));
    await until(() => isHeld, 'the projector to be held');
    kernel.clock.advanceMachine(60);
    await append(written('3'));
    kernel.documents.load = async (collection, ids) => {
      if ((await kernel.documents.checkpoint(SHARED))!.position < (await kernel.store.end())!)
        expect((await kernel.documents.checkpoint(SHARED))!.caughtUpAt <= before).toBe(true);
      return load(collection, ids);
    };
    release();
    await caughtUp(projector);
    await until(
      async () => (await kernel.documents.checkpoint(SHARED))!.caughtUpAt > before,
      'the checkpoint to say when it caught up',
    );
  });

  it('does not report documents as current while the log is ahead of them', async () => {
    await append(written('1'));
    const projector = await start([counts]);
    await projector.stop();
    const before = await kernel.documents.checkpoint(SHARED);
    await append(written('2'));
    kernel.clock.advanceMachine(60);
    await new Checkpoints(kernel, new Members([counts]), 'billing').heartbeat(projector.position);
    expect(await kernel.documents.checkpoint(SHARED)).toEqual(before);
  });

  it('stops one projection at an unreadable event, and continues once the event is skipped', async () => {
    await append(written('1', 'ann'), liked('1'));
    const [unreadable] = await kernel.store.read(`note-${appends}`);
    await append(written('2', 'bob'));
    await kernel.vault.delete('subject-key/user:ann');
    kernel.subjectKeys.forget('user:ann');
    const likes: Projection<Count, NoteEvent> = {
      name: 'likes',
      version: 1,
      indexes: [],
      handles: ['NoteLiked'],
      targets: () => ['all'],
      evolve: (found, _event, id) => ({ id, notes: (found?.notes ?? 0) + 1 }),
    };
    const projector = await start([notes, likes]);
    const likesOf = async () =>
      (await kernel.documents.load<Count>(collectionOf(likes), ['all'])).get('all')?.document?.notes;
    expect(await likesOf()).toBe(1);
    const states = () => Object.fromEntries(projector.status().map(({ name, state }) => [name, state]));
    expect(states()).toEqual({ notes_v1: 'failed', likes_v1: 'current' });
    expect(projector.status()[0]!.error).toContain(unreadable!.id);
    await append(liked('1'));
    await caughtUp(projector);
    expect(await likesOf()).toBe(2);
    const { id: eventId, stream, revision, type } = unreadable!;
    const skip = new SkipEvent({ eventId, stream, revision, type, organizationId: null, reason: '' }, kernel.context());
    await kernel.executor.execute(skipDecider, SKIPPED_STREAM, skip);
    await until(() => projector.status()[0]!.state === 'current', 'the projection to be current');
    expect(await note('1')).toBeUndefined();
    expect(await note('2')).toMatchObject({ text: 'text of 2' });
    await projector.stop();
    expect((await start([notes, likes])).status().map(({ state }) => state)).toEqual(['current', 'current']);
  });

  it('rebuilds several projections in one pass over the log, even if one of them fails', async () => {
    let isBroken = false;
    const fragile: typeof counts = {
      ...counts,
      name: 'fragile',
      evolve(count, event, id) {
        if (isBroken) throw new Error('boom');
        return counts.evolve(count, event, id);
      },
    };
    await append(written('1'), written('2'), liked('2'));
    const projector = await start([notes, counts, fragile]);
    const before = await kernel.documents.load(collectionOf(notes), ['1', '2']);
    const readings = jest.spyOn(kernel.store, 'subscribe');
    isBroken = true;
    await expect(projector.rebuild('notes_v1', 'counts_v1', 'fragile_v1')).rejects.toThrow('boom');
    expect(readings).toHaveBeenCalledTimes(1);
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'current', 'failed']);
    expect(await kernel.documents.load(collectionOf(notes), ['1', '2'])).toEqual(before);
    isBroken = false;
    await append(written('3'));
    await until(() => projector.status()[2]!.state === 'current', 'the third projection has recovered');
    const [all, again] = await Promise.all(
      [counts, fragile].map((projection) => kernel.documents.load(collectionOf(projection), ['all'])),
    );
    expect(again).toEqual(all);
  });

  it('builds a projection again whose rebuild ended before its documents were removed', async () => {
    await append(written('1'), written('2'));
    const projector = await start();
    const { drop } = kernel.documents;
    kernel.documents.drop = () => Promise.reject(new ServiceUnavailable('The read models'));
    await expect(projector.rebuild('counts_v1')).rejects.toThrow(ServiceUnavailable);
    kernel.documents.drop = drop;
    await until(() => projector.status()[1]!.state === 'current', 'it is current again');
    await append(written('3'));
    await caughtUp(projector);
    expect(await count()).toBe(3);
  });

  it('loads the documents of all projections together, one batch at a time and while they are rebuilt', async () => {
    const projector = await start();
    const { load } = kernel.documents;
    let letGo: () => void = () => undefined;
    let waiting = new Promise<void>((resolve) => (letGo = resolve));
    let loads = 0;
    // Each load ends only once both have begun.
    kernel.documents.load = async (...asked: Parameters<typeof load>) => {
      if (++loads % 2 === 0) {
        letGo();
        waiting = new Promise((resolve) => (letGo = resolve));
      } else await waiting;
      return load.apply(kernel.documents, asked) as never;
    };
    await append(written('1'));
    await caughtUp(projector);
    await projector.rebuild('notes_v1', 'counts_v1');
    kernel.documents.load = load;
    expect(loads).toBe(4);
    expect([await note('1'), await count()]).toMatchObject([{ text: 'text of 1' }, 1]);
  });

  it('builds several new versions in one pass over the log', async () => {
    await append(written('1'), written('2'), liked('2'));
    await (await start()).stop();
    const readings = jest.spyOn(kernel.store, 'subscribe');
    const [newNotes, newCounts] = [
      { ...notes, version: 2 },
      { ...counts, version: 2 },
    ];
    const projector = await start([newNotes, newCounts]);
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'current']);
    // The first follows the log from its end.
    expect(readings.mock.calls.map(([after]) => after)).toEqual([await kernel.store.end(), undefined]);
    const found = await kernel.documents.load<Count>(collectionOf(newCounts), ['all']);
    expect(found.get('all')!.document).toEqual({ id: 'all', notes: 2 });
  });

  it('starts despite an unreadable event, also when all documents are to be rebuilt', async () => {
    await append(written('1', 'ann'), written('2', 'bob'));
    await (await start()).stop();
    await kernel.vault.delete('subject-key/user:ann');
    kernel.subjectKeys.forget('user:ann');
    const projector = await start([{ ...notes, version: 2 }, counts]);
    expect(projector.status().map(({ state }) => state)).toEqual(['failed', 'current']);
    await expect(projector.rebuild('notes_v2')).rejects.toMatchObject({ name: 'UnreadableEvent' });
    expect(projector.status()[0]).toMatchObject({ state: 'failed' });
  });

  it('sweeps tombstones a day after the removal, whether or not it ran all that time', async () => {
    await append(written('1'), torn('1'), written('2'), written('3', 'bob'));
    const loaded = async () => [...(await kernel.documents.load(collectionOf(notes), ['1', '2', '3'])).keys()];
    await (await start()).stop();
    await append({ type: 'AuthorLeft', data: { author: 'bob' } });
    await (await start()).stop();
    kernel.clock.advanceMachine(23 * 3600);
    await (await start()).stop();
    expect(await note('3')).toBeUndefined();
    expect((await loaded()).sort()).toEqual(['1', '2', '3']);
    kernel.clock.advanceMachine(2 * 3600);
    await (await start()).stop();
    expect(await loaded()).toEqual(['2']);
  });

  it('rebuilds a projection that is catching up, and loses no document', async () => {
    const { load, save, ensure } = kernel.documents;
    let broken = true;
    const fragile: Projection<Count, NoteEvent> = {
      ...counts,
      name: 'fragile',
      evolve: (document, recorded, id) => {
        if (broken) throw new Error('not yet');
        return counts.evolve(document, recorded, id);
      },
    };
    const projector = await start([fragile]);
    const many = () => Array.from({ length: 700 }, (_, i) => written(`${appends}-${i}`));
    for (let n = 0; n < 4; n++) await append(...many());
    await until(() => projector.status()[0]!.state === 'failed', 'the projection fails');
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let loads = 0;
    // The second batch while it catches up is paused between load and save.
    kernel.documents.load = async (collection, ids) => {
      const loaded = await load.call(kernel.documents, collection, ids);
      if (++loads === 2) await held;
      return loaded as never;
    };
    let saves = 0;
    kernel.documents.save = (...args) => save.call(kernel.documents, ...args).finally(() => saves++);
    broken = false;
    await until(() => loads === 2, 'it catches up');
    const before = saves;
    kernel.documents.ensure = async (collection) => {
      await ensure.call(kernel.documents, collection);
      release();
      await until(() => saves > before, 'what was held has been saved');
    };
    const rebuilt = projector.rebuild('fragile_v1');
    await pause(50);
    release();
    await rebuilt;
    await until(() => projector.status()[0]!.state === 'current', 'it is current');
    const found = await kernel.documents.load<Count>(collectionOf(fragile), ['all']);
    expect(found.get('all')!.document).toEqual({ id: 'all', notes: 2_800 });
  });

  it('survives a failed sweep, and reports it', async () => {
    await append(written('1'));
    kernel.documents.sweep = () => Promise.reject(new Error('disk full'));
    const projector = await start();
    await until(() => projector.sweepFailure === 'disk full', 'the sweep to fail');
    await append(written('2'));
    await caughtUp(projector);
    expect(kernel.log.lines.map(({ message }) => message)).toContain('Sweeping tombstones failed: retrying in an hour');
  });
});

describe('two processes that both believe they lead a group', () => {
  type Calls = Partial<typeof kernel.documents>;
  let ahead: number;
  let gates: { open(): void }[];
  beforeEach(() => {
    [ahead, gates] = [0, []];
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  });
  afterEach(() => void jest.restoreAllMocks());

  /**
   * @param calls what happens to its calls of the read models, which are shared
   * @param crashed from when on it sends nothing
   */
  function processWith(calls: Calls = {}, crashed?: AbortSignal): Projector {
    const documents = new Proxy(kernel.documents, {
      get: (target, name) => {
        if (crashed?.aborted) return () => Promise.reject(new ServiceUnavailable('The read models'));
        const method: unknown = Reflect.get(calls, name) ?? Reflect.get(target, name);
        return typeof method === 'function' ? (method.bind(target) as unknown) : method;
      },
    });
    const projector = new Projector({ ...kernel, documents, watched: true }, 'billing', [notes, counts]);
    projectors.push(projector);
    return projector;
  }

  /** Something that the test lets happen. */
  function gate() {
    let isReached = false;
    let open!: () => void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    gates.push({ open });
    const passed = (): Promise<void> => ((isReached = true), opened);
    return { passed, open, reached: () => until(() => isReached, 'the gate to be reached') };
  }

  /** Whatever is on its way arrives. */
  const timePasses = () => (ahead += 60_000);
  const membersOf = async () => (await kernel.documents.checkpoint(SHARED))!.members!;
  const isCurrent = (projector: Projector) => projector.status().every(({ state }) => state === 'current');
  const { drop, ensure, load, moveCheckpoint, save } = SqliteDocumentStore.prototype;

  beforeEach(() => append(written('1'), written('2')));
  // Whoever comes after them finds what the log says.
  afterEach(async () => {
    for (const one of gates) one.open();
    await Promise.all(projectors.map((projector) => projector.stop()));
    timePasses();
    await caughtUp(await start());
    const { items } = await kernel.documents.find<Note>(collectionOf(notes), { limit: 100 });
    expect(await count()).toBe(items.length);
  });

  it.each([0, 1])(
    'the former one removes nothing after the other has loaded what it led (%i events later)',
    async (events) => {
      const late = gate();
      let isHeld = false;
      const drops = jest.fn(drop);
      const former = processWith({
        drop: drops,
        async moveCheckpoint(...asked) {
          if (isHeld && asked[0] === SHARED) await late.passed();
          return moveCheckpoint.apply(this, asked);
        },
      });
      await former.start();
      isHeld = true;
      const rebuilt = expect(former.rebuild('counts_v1')).rejects.toMatchObject({ code: 'NotLeading', status: 409 });
      await late.reached();
      const next = processWith();
      await next.start();
      for (let n = 0; n < events; n++) await append(written(`later ${n}`));
      await caughtUp(next);
      late.open();
      await rebuilt;
      expect(drops).not.toHaveBeenCalled();
      expect([isCurrent(next), await count()]).toEqual([true, 2 + events]);
      expect(former.isLost).toBe(true);
    },
  );

  it('the next one builds what the former one took out after it had read the checkpoint', async () => {
    const [late, dropped] = [gate(), gate()];
    const former = processWith({
      async ensure(...asked) {
        if (isRebuilding) await dropped.passed();
        return ensure.apply(this, asked);
      },
    });
    let isRebuilding = false;
    await former.start();
    let moves = 0;
    const next = processWith({
      async moveCheckpoint(...asked) {
        if (++moves === 1) await late.passed();
        return moveCheckpoint.apply(this, asked);
      },
    });
    const started = next.start();
    await late.reached();
    isRebuilding = true;
    const rebuilt = former.rebuild('counts_v1').catch(() => undefined);
    await dropped.reached();
    late.open();
    await until(() => moves > 1, 'the next one to claim the lead');
    timePasses();
    await started;
    await until(() => isCurrent(next), 'the read model to be built');
    expect(await count()).toBe(2);
    dropped.open();
    await rebuilt;
  });

  it('a late save of the former one brings nothing back that the next one took out', async () => {
    const [late, dropped] = [gate(), gate()];
    let isHeld = false;
    const former = processWith({
      async save(...asked) {
        if (isHeld && asked[1]?.name === SHARED) await late.passed();
        return save.apply(this, asked);
      },
    });
    await former.start();
    isHeld = true;
    await append(liked('none'));
    await late.reached();
    let isRebuilding = false;
    const next = processWith({
      async ensure(...asked) {
        if (isRebuilding) await dropped.passed();
        return ensure.apply(this, asked);
      },
    });
    await next.start();
    await caughtUp(next);
    isRebuilding = true;
    const rebuilt = next.rebuild('counts_v1');
    await until(async () => !(await membersOf()).includes('counts_v1'), 'it to be taken out');
    timePasses();
    await dropped.reached();
    late.open();
    await former.stop();
    expect(await membersOf()).toEqual(['notes_v1']);
    dropped.open();
    await rebuilt;
    expect(await count()).toBe(2);
  });

  it('the next one builds nothing before a late drop of the former one has arrived', async () => {
    const late = gate();
    const crash = new AbortController();
    const calls: Calls = {
      async drop(...asked) {
        await late.passed();
        return drop.apply(kernel.documents, asked);
      },
    };
    const former = processWith(calls, crash.signal);
    await former.start();
    const rebuilt = former.rebuild('counts_v1').catch(() => undefined);
    await late.reached();
    crash.abort();
    const next = processWith();
    const started = next.start();
    await caughtUp(next);
    await pause(100);
    late.open();
    await rebuilt;
    timePasses();
    await started;
    await until(() => isCurrent(next), 'the read model to be built');
    expect(await count()).toBe(2);
  });

  it('one whose own drop arrives late builds nothing before', async () => {
    let late: (() => Promise<void>) | undefined;
    const only = processWith({
      drop(...asked) {
        if (late) return drop.apply(this, asked);
        late = () => drop.apply(this, asked);
        return Promise.reject(new ServiceUnavailable('The read models'));
      },
    });
    await only.start();
    await expect(only.rebuild('counts_v1')).rejects.toThrow(ServiceUnavailable);
    for (let n = 0; n < 30 && !isCurrent(only); n++) await pause(50);
    await late!();
    timePasses();
    await until(() => isCurrent(only), 'the read model to be built');
    expect(await count()).toBe(2);
  });

  it('a former one that was frozen writes nothing of what the next one is building', async () => {
    const [frozen, dropped] = [gate(), gate()];
    let isFrozen = false;
    const former = processWith({
      async load(...asked) {
        if (isFrozen) await frozen.passed();
        return load.apply(this, asked) as never;
      },
    });
    await former.start();
    isFrozen = true;
    await append(written('3'));
    await frozen.reached();
    let isRebuilding = false;
    const next = processWith({
      async ensure(...asked) {
        await ensure.apply(this, asked);
        if (isRebuilding) await dropped.passed();
      },
    });
    await next.start();
    await caughtUp(next);
    isRebuilding = true;
    const rebuilt = next.rebuild('counts_v1');
    await until(async () => !(await membersOf()).includes('counts_v1'), 'it to be taken out');
    timePasses();
    await dropped.reached();
    frozen.open();
    await former.passed((await kernel.store.end())!, 500);
    dropped.open();
    await rebuilt;
    expect(await count()).toBe(3);
    expect(former.isLost).toBe(true);
  });

  it('removes nothing that the checkpoint still names', async () => {
    let isDown = false;
    const named: boolean[] = [];
    const only = processWith({
      moveCheckpoint(...asked) {
        if (isDown && asked[0] === SHARED) return Promise.reject(new ServiceUnavailable('The read models'));
        return moveCheckpoint.apply(this, asked);
      },
      async drop(...asked) {
        named.push((await membersOf()).includes('counts_v1'));
        return drop.apply(this, asked);
      },
    });
    await only.start();
    isDown = true;
    await expect(only.rebuild('counts_v1')).rejects.toThrow(ServiceUnavailable);
    timePasses();
    await until(() => only.status()[1]!.state === 'failed', 'it to be tried again');
    await pause(1_500);
    isDown = false;
    await until(() => isCurrent(only), 'the read model to be built');
    expect([named, await count()]).toEqual([[false], 2]);
  });

  it('a projector that stops lets the next one rebuild at once', async () => {
    const former = processWith();
    await former.start();
    await former.stop();
    const next = processWith();
    await next.start();
    await next.rebuild('counts_v1');
    expect([isCurrent(next), await count()]).toEqual([true, 2]);
  });
});

describe('project', () => {
  it("returns the document that one stream's events make", async () => {
    await append(written('1'), liked('1'));
    const events = await kernel.executor.load<NoteEvent>(`note-${appends}`, 'any');
    expect(project(notes, events)).toMatchObject({ id: '1', likes: 1 });
  });
});

describe('read models that another process maintains', () => {
  it('count as behind if no process reports their position in time', async () => {
    const kernel = openKernel([noteEvents]);
    const elsewhere = new GroupElsewhere(kernel, 'billing', [notes]);
    jest.spyOn(kernel.documents, 'checkpoint').mockReturnValue(new Promise(() => undefined));
    expect(await within(elsewhere.passed('1'.padStart(40, '0'), 50), 'the end of its patience', 10_000)).toBe(false);
    await kernel.close();
  });
});
