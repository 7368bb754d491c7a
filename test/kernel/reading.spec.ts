import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ReadModelsElsewhere } from '../../src/app/read-models.ts';
import { command, type IntentOf } from '../../src/kernel/command.ts';
import type { Decider } from '../../src/kernel/decider.ts';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../src/kernel/events.ts';
import { collectionOf, project, type Projection } from '../../src/kernel/projection.ts';
import { Projector, SHARED } from '../../src/kernel/projector.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

const noteEvents = {
  NoteWritten: event<{ noteId: string; author: string; text: string }>({
    personal: [
      { subject: ({ author }) => subjectOf.user(author), fields: { text: ({ author }) => erasedEmail(author) } },
    ],
  }),
  NoteLiked: event<{ noteId: string }>(),
  NoteTorn: event<{ noteId: string }>(),
  AuthorRenamed: event<{ author: string; name: string }>(),
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
  handles: ['NoteWritten', 'NoteLiked', 'NoteTorn', 'AuthorRenamed'],
  targets: ({ type, data }) => (type === 'AuthorRenamed' ? { field: 'author', value: data.author } : [data.noteId]),
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
  const projector = new Projector(kernel, projections as ConstructorParameters<typeof Projector>[1]);
  projectors.push(projector);
  await projector.start();
  return projector;
}

let appends = 0;
async function append(...events: NoteEvent[]): Promise<void> {
  await kernel.executor.execute(verbatim, `note-${++appends}`, new Append({ events }, kernel.context()));
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
  it('folds events into documents, several of one document in one batch', async () => {
    await append(written('1'), liked('1'), liked('1'));
    await start();
    expect(await note('1')).toMatchObject({ likes: 2, text: 'text of 1' });
    expect(await count()).toBe(1);
  });

  it('follows the log while it grows', async () => {
    const projector = await start();
    await append(written('1'));
    await append(liked('1'));
    await caughtUp(projector);
    expect(await note('1')).toMatchObject({ likes: 1 });
  });

  it('removes what is gone, and begins anew where it comes back', async () => {
    const projector = await start();
    await append(written('1'), liked('1'), torn('1'));
    await caughtUp(projector);
    expect(await note('1')).toBeUndefined();
    await append(written('1'));
    await caughtUp(projector);
    expect(await note('1')).toMatchObject({ likes: 0 });
  });

  it('reaches every document with an indexed value, also those of the same batch', async () => {
    await append(written('1'), written('2', 'bob'));
    const projector = await start();
    await append(written('3'), { type: 'AuthorRenamed', data: { author: 'ann', name: 'Ann' } });
    await caughtUp(projector);
    expect([await note('1'), await note('2'), await note('3')].map((found) => found?.by)).toEqual(['Ann', null, 'Ann']);
  });

  it('goes on after a restart where it stopped and counts nothing twice', async () => {
    await append(written('1'));
    await (await start()).stop();
    await append(written('2'));
    await start();
    expect(await count()).toBe(2);
  });

  it('counts nothing twice when a batch is replayed because the checkpoint was not moved', async () => {
    await append(written('1'), written('2'));
    await (await start()).stop();
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    const [first] = await kernel.store.read(`note-${appends}`);
    await kernel.documents.moveCheckpoint(SHARED, shared.position, {
      ...shared,
      position: first!.position,
      eventId: first!.id,
    });
    // In one batch with what was replayed.
    await append(written('3'), liked('2'));
    await start();
    expect(await count()).toBe(3);
    expect(await note('2')).toMatchObject({ likes: 1 });
  });

  it('counts nothing twice with two projectors at once', async () => {
    const [one, two] = [await start(), await start()];
    await Promise.all(Array.from({ length: 50 }, (_, i) => append(written(`n${i}`), liked(`n${i}`))));
    await caughtUp(one);
    await caughtUp(two);
    expect(await count()).toBe(50);
    expect(await note('n7')).toMatchObject({ likes: 1 });
  });

  it('builds a new version beside the old one, and both stay', async () => {
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

  it('stops a projection that throws, alone, and never skips its event', async () => {
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
    await append(written('1'), written('2'), torn('1'));
    await append(written('3'));
    await caughtUp(projector);
    expect(await note('3')).toBeDefined();
    expect(projector.status()).toEqual([
      expect.objectContaining({ name: 'notes_v1', state: 'current' }),
      expect.objectContaining({ name: 'fragile_v1', state: 'failed', error: 'can not take it' }),
    ]);
    broken = false;
    await until(() => projector.status()[1]!.state === 'current');
    const found = await kernel.documents.load<Count>(collectionOf(fragile), ['all']);
    expect(found.get('all')!.document).toEqual({ id: 'all', notes: 2 });
  });

  it('waits for a store that is away, and fails no projection for it', async () => {
    const projector = await start();
    const load = kernel.documents.load.bind(kernel.documents);
    let asked = 0;
    kernel.documents.load = () => (asked++, Promise.reject(new ServiceUnavailable('The store')));
    await append(written('1'));
    await until(() => asked > 0);
    kernel.documents.load = load;
    await caughtUp(projector);
    expect(projector.status().map(({ state }) => state)).toEqual(['current', 'current']);
    expect(kernel.log.lines.map(({ message }) => message)).toEqual(['Projecting stopped and is tried again']);
    expect(await note('1')).toBeDefined();
  });

  it('blanks the declared fields of whoever is erased, and so does a rebuild', async () => {
    const projector = await start();
    await append(written('1', 'ann', 'secret'), written('2', 'bob', 'kept'));
    await caughtUp(projector);
    await kernel.subjectKeys.erase('user:ann');
    await kernel.executor.append(
      'subject-ann',
      [{ type: 'SubjectErased', data: { subject: 'user:ann' } }],
      -1,
      new Append({ events: [] }, kernel.context()),
    );
    await caughtUp(projector);
    expect(await note('1')).toMatchObject({ text: 'erased user:ann' });
    expect(await note('2')).toMatchObject({ text: 'kept' });
    await projector.stop();
    await kernel.documents.drop(collectionOf(notes));
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    await kernel.documents.moveCheckpoint(SHARED, shared.position, undefined);
    await start();
    expect(JSON.stringify(await note('1'))).not.toContain('secret');
  });

  it('rebuilds everything where the log is not the one the documents were made from', async () => {
    await append(written('1'));
    await (await start()).stop();
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    await kernel.documents.moveCheckpoint(SHARED, shared.position, { ...shared, eventId: 'of another log' });
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

  it('rebuilds one that went its own way, where its own checkpoint is not in the log', async () => {
    await append(written('1'), written('2'));
    await (await start()).stop();
    const shared = (await kernel.documents.checkpoint(SHARED))!;
    const { name } = collectionOf(counts);
    const others = shared.members!.filter((member) => member !== name);
    await kernel.documents.moveCheckpoint(SHARED, shared.position, { ...shared, members: others });
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

  it('says when it has not passed a position in time', async () => {
    const projector = await start();
    expect(await projector.passed('9'.repeat(20), 20)).toBe(false);
  });

  it('renews its sign of life', async () => {
    await append(written('1'));
    await start();
    kernel.clock.advanceMachine(60);
    const now = kernel.clock.machineNow();
    await until(async () => (await kernel.documents.checkpoint(SHARED))!.heartbeat === now);
  });
});

describe('project', () => {
  it("gives the document of one stream's events", async () => {
    await append(written('1'), liked('1'));
    const events = await kernel.executor.load<NoteEvent>(`note-${appends}`);
    expect(project(notes, events)).toMatchObject({ id: '1', likes: 1 });
  });
});

describe('read models that another process makes', () => {
  it('are late where nobody says in time how far they are', async () => {
    const kernel = openKernel([noteEvents]);
    const elsewhere = new ReadModelsElsewhere(kernel.store, kernel.documents, [notes]);
    jest.spyOn(kernel.documents, 'checkpoint').mockReturnValue(new Promise(() => undefined));
    const asked = performance.now();
    expect(await elsewhere.passed('1'.padStart(40, '0'), 50)).toBe(false);
    expect(performance.now() - asked).toBeLessThan(3_000);
    await kernel.close();
  });
});
