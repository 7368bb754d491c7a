import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type {
  Checkpoint,
  Collection,
  Document,
  DocumentStore,
  Loaded,
  Find,
  Where,
  Write,
} from '../../src/kernel/ports/document-store.ts';
import type { Position } from '../../src/kernel/ports/event-store.ts';
import { canonical } from '../../src/kernel/canonical-json.ts';
import { Random, type Opened } from '../support/contract-tools.ts';
import { randomDocument } from '../support/contract-documents.ts';

interface Thing extends Document {
  org?: string;
  name?: string;
}

const at = (n: number): Position => String(n).padStart(20, '0');

const ids = (documents: readonly Document[]) => documents.map(({ id }) => id);

const checkpointAt = (n: number): Checkpoint => ({
  position: at(n),
  eventId: `event-${n}`,
  caughtUpAt: '2026-03-01T10:00:00.000Z',
  members: ['a', 'b'],
});

/** What every document store must do. */
export function documentStoreContract(name: string, open: () => Promise<Opened<DocumentStore>>): void {
  describe(`${name} is a document store`, () => {
    let opened: Opened<DocumentStore>;
    let store: DocumentStore;
    let things: Collection;

    const write = (id: string, n: number, seen?: number, document: Document | undefined = { id }): Write => ({
      collection: things,
      id,
      seen: seen === undefined ? undefined : at(seen),
      position: at(n),
      document,
    });
    const gone = (id: string, n: number, seen: number, removedAt = '2026-03-01T10:00:00.000Z'): Write => ({
      ...write(id, n, seen),
      document: undefined,
      removedAt,
    });
    const put = async (...documents: Thing[]) =>
      expect(await store.save(documents.map((document) => write(document.id, 1, undefined, document)))).toEqual([]);
    const idsOf = async (where: Where | undefined, rest: Partial<Find> = {}) =>
      (await store.find<Thing>(things, { where, limit: 100, ...rest })).items.map(({ id }) => id);

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      things = {
        name: `things_${randomUUID().replaceAll('-', '')}_v1`,
        indexes: [['org', 'name'], ['org', 'amount'], ['name']],
        fields: ['open', 'tags'],
        maps: ['metadata'],
      };
      await store.ensure(things);
    });

    afterEach(async () => {
      await store.drop(things);
      await opened.close();
    });

    describe('save and load', () => {
      it('returns documents as they were saved, also after a restart', async () => {
        const document = {
          id: 'a',
          text: 'é 漢 🎉 \0 \' " %',
          half: '\ud800',
          list: [1, null, { deep: [] }],
          no: false,
          nil: null,
        };
        expect(await store.save([write('a', 7, undefined, document)])).toEqual([]);
        store = await opened.reopen();
        expect(await store.load(things, ['a', 'missing'])).toEqual(new Map([['a', { document, position: at(7) }]]));
      });

      it.each([7, 8])(
        'returns random documents as they were saved, whatever their keys and values (seed %d)',
        async (seed) => {
          const random = new Random(seed);
          const documents = Array.from({ length: 200 }, (_, n) => randomDocument(random, `${n}`));
          expect(await store.save(documents.map((document) => write(document.id, 1, undefined, document)))).toEqual([]);
          const loaded = await store.load(things, ids(documents));
          const { items } = await store.find(things, { limit: 1_000 });
          const found = new Map(items.map((item) => [item.id, item]));
          for (const document of documents) {
            // Not `toEqual`, which ignores keys without a value and `__proto__`.
            expect(canonical(loaded.get(document.id)!.document!)).toBe(canonical(document));
            expect(canonical(found.get(document.id)!)).toBe(canonical(document));
          }
        },
      );

      it('loads more documents than a page', async () => {
        const ids = Array.from({ length: 1_300 }, (_, n) => `id-${n}`);
        await store.save(ids.map((id) => write(id, 1)));
        expect((await store.load(things, ids)).size).toBe(1_300);
        expect((await store.load(things, [])).size).toBe(0);
      });

      /** As it is loaded and found. */
      async function loaded(): Promise<Loaded<Thing> | undefined> {
        const found = (await store.load<Thing>(things, ['a'])).get('a');
        const { items } = await store.find<Thing>(things, { limit: 10 });
        expect(items).toEqual(found?.document ? [found.document] : []);
        return found;
      }

      it('returns copies that a caller may change', async () => {
        await put({ id: 'a', name: 'Ada' });
        for (let time = 0; time < 2; time++) {
          const { document } = (await store.load<Thing>(things, ['a'])).get('a')!;
          const [found] = (await store.find<Thing>(things, { limit: 10 })).items;
          for (const copy of [document!, found!]) {
            expect(copy).toEqual({ id: 'a', name: 'Ada' });
            copy.name = 'Eve';
          }
        }
      });

      it('loads the current documents after a write, a sweep and a drop', async () => {
        await put({ id: 'a', name: 'Ada' });
        await loaded();
        await store.save([write('a', 2, 1, { id: 'a', name: 'Eve' } as Thing)]);
        expect(await loaded()).toEqual({ document: { id: 'a', name: 'Eve' }, position: at(2) });
        await store.save([gone('a', 3, 2)]);
        expect(await loaded()).toEqual({ document: undefined, position: at(3) });
        await store.sweep(things, '2026-03-01T10:00:00.001Z');
        expect(await loaded()).toBeUndefined();
        await put({ id: 'a', name: 'Ada' });
        await loaded();
        await store.drop(things);
        await store.ensure(things);
        expect(await loaded()).toBeUndefined();
      });

      it('does not remember what is loaded or found during a write', async () => {
        const after = async (writing: Promise<unknown>) => {
          // A collection may be gone before they read it.
          await Promise.allSettled([store.load(things, ['a']), store.find(things, { limit: 10 })]);
          await writing;
          return loaded();
        };
        await after(put({ id: 'a', name: 'Ada' }));
        const document: Thing = { id: 'a', name: 'Eve' };
        expect(await after(store.save([write('a', 2, 1, document)]))).toEqual({ document, position: at(2) });
        expect(await after(store.save([gone('a', 3, 2)]))).toEqual({ document: undefined, position: at(3) });
        expect(await after(store.sweep(things, '2026-03-01T10:00:00.001Z'))).toBeUndefined();
        await after(put(document));
        expect(await after(store.drop(things).then(() => store.ensure(things)))).toBeUndefined();
      });

      it('replaces documents that are as they were loaded, and keeps and reports those that changed', async () => {
        await store.save([write('a', 1), write('b', 1), write('c', 1)]);
        const moved = await store.save([
          write('a', 3, 1, { id: 'a', name: 'new' } as Thing),
          write('b', 3, 2),
          write('c', 3),
          write('d', 3, 1),
          write('e', 3),
        ]);
        expect(moved.sort()).toEqual(['b', 'c', 'd'].map((id) => `${things.name}/${id}`));
        const loaded = await store.load<Thing>(things, ['a', 'b', 'c', 'd', 'e']);
        expect([...loaded].map(([id, { position }]) => [id, position]).sort()).toEqual([
          ['a', at(3)],
          ['b', at(1)],
          ['c', at(1)],
          ['e', at(3)],
        ]);
        expect(loaded.get('a')!.document).toEqual({ id: 'a', name: 'new' });
      });

      it.each([undefined, 1])('lets one of eight savers win that all loaded %s', async (seen) => {
        if (seen !== undefined) await store.save([write('a', seen)]);
        const savers = Array.from({ length: 8 }, (_, n) =>
          store.save([write('a', 2 + n, seen, { id: 'a', name: `${n}` } as Thing)]),
        );
        const answers = await Promise.all(savers);
        const winner = answers.findIndex((moved) => moved.length === 0);
        expect(answers.filter((moved) => moved.length === 0)).toHaveLength(1);
        expect(answers.filter((moved) => moved[0] === `${things.name}/a`)).toHaveLength(7);
        expect((await store.load(things, ['a'])).get('a')).toEqual({
          document: { id: 'a', name: `${winner}` },
          position: at(2 + winner),
        });
      });

      it('leaves a tombstone that load returns and find does not', async () => {
        await store.save([write('a', 1), write('b', 1)]);
        expect(await store.save([gone('a', 2, 1)])).toEqual([]);
        expect((await store.load(things, ['a'])).get('a')).toEqual({ document: undefined, position: at(2) });
        expect(await store.find(things, { limit: 10, counted: true })).toEqual({ items: [{ id: 'b' }], total: 1 });
        expect(await idsOf({ exists: ['name', false] })).toEqual(['b']);
        expect(await store.save([write('a', 3)])).toEqual([`${things.name}/a`]);
        expect(await store.save([write('a', 3, 2)])).toEqual([]);
        expect(await idsOf(undefined)).toEqual(['a', 'b']);
      });

      it('sweeps tombstones that are older than a given time or of unknown age', async () => {
        await store.save([write('a', 1), write('b', 1), write('c', 1)]);
        await store.save([write('d', 1)]);
        await store.save([gone('a', 2, 1), gone('b', 2, 1, '2026-03-02T10:00:00.000Z')]);
        await store.save([{ ...gone('d', 2, 1), removedAt: undefined }]);
        await store.sweep(things, '2026-03-02T10:00:00.000Z');
        expect([...(await store.load(things, ['a', 'b', 'c', 'd'])).keys()].sort()).toEqual(['b', 'c']);
        expect(await store.save([write('a', 4)])).toEqual([]);
      });

      it('visits every live document in the order of ids', async () => {
        const ids = Array.from({ length: 1_100 }, (_, n) => `id-${String((n * 7) % 1_100).padStart(4, '0')}`);
        await store.save(ids.map((id) => write(id, 1)));
        await store.save([gone('id-0003', 2, 1)]);
        const seen: string[] = [];
        for await (const { document, position } of store.each(things)) {
          expect(position).toBe(at(1));
          seen.push(document.id);
        }
        expect(seen).toEqual(ids.filter((id) => id !== 'id-0003').sort());
      });
    });

    describe('collections', () => {
      it('are created once, keep their documents, and gain the fields that a later declaration adds', async () => {
        await put({ id: 'a', org: 'o' });
        await store.ensure(things);
        await store.save([write('b', 1, undefined, { id: 'b', colour: 'red' } as Document)]);
        const more = {
          ...things,
          indexes: [...things.indexes, ['org', 'colour']],
          fields: [...things.fields!, 'size'],
        };
        await store.ensure(more);
        const { items } = await store.find(more, {
          where: { and: [{ eq: ['colour', 'red'] }, { exists: ['size', false] }] },
          limit: 9,
        });
        expect(items.map(({ id }) => id)).toEqual(['b']);
      });

      it('are empty after a drop', async () => {
        await put({ id: 'a' });
        await store.drop(things);
        await store.drop(things);
        await store.ensure(things);
        expect(await store.find(things, { limit: 1, counted: true })).toEqual({ items: [], total: 0 });
        expect(await store.save([write('a', 1)])).toEqual([]);
      });

      it('are filled first and get the rest of their indexes later', async () => {
        const filled: Collection = { name: things.name.replace('_v1', '_v3'), indexes: [['org', 'name'], ['org']] };
        await store.ensure(filled, { toFill: true });
        const names = ['b', 'a', 'c'];
        const documents = names.map((name) => ({ id: `id-${name}`, org: 'acme', name }));
        await store.save(
          documents.map((document) => ({ ...write(document.id, 1, undefined, document), collection: filled })),
        );
        await store.ensure(filled);
        // As a process that starts later does.
        await store.ensure(filled, { toFill: true });
        const sort = [{ field: 'name', direction: 'asc' }] as const;
        const { items } = await store.find<Thing>(filled, { where: { eq: ['org', 'acme'] }, sort, limit: 2 });
        expect(items.map(({ name }) => name)).toEqual(['a', 'b']);
        await store.drop(filled);
      });

      it('are written together in one save', async () => {
        const others = { name: things.name.replace('_v1', '_v2'), indexes: [] };
        await store.ensure(others);
        expect(await store.save([write('a', 1), { ...write('a', 1), collection: others }])).toEqual([]);
        expect(await store.save([write('a', 2, 1), { ...write('a', 2), collection: others }])).toEqual([
          `${others.name}/a`,
        ]);
        await store.drop(others);
      });
    });

    describe('checkpoints', () => {
      let checkpoint: string;
      beforeEach(() => void (checkpoint = `checkpoint-${randomUUID()}`));
      afterEach(async () => {
        const left = await store.checkpoint(checkpoint);
        if (left) await store.moveCheckpoint(checkpoint, left, undefined);
      });

      it('move only with a save that finds every document unchanged', async () => {
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
        await store.save([write('a', 1)], { name: checkpoint, value: checkpointAt(1) });
        expect(await store.checkpoint(checkpoint)).toEqual(checkpointAt(1));
        expect(
          await store.save([write('a', 2), write('b', 2)], { name: checkpoint, value: checkpointAt(2) }),
        ).toHaveLength(1);
        expect(await store.checkpoint(checkpoint)).toEqual(checkpointAt(1));
        await store.save([], { name: checkpoint, value: checkpointAt(3) });
        store = await opened.reopen();
        expect(await store.checkpoint(checkpoint)).toEqual(checkpointAt(3));
      });

      it('do not move back with a save, as that of a process which was frozen meanwhile', async () => {
        await store.save([], { name: checkpoint, value: checkpointAt(3) });
        expect(await store.save([write('a', 2)], { name: checkpoint, value: checkpointAt(2) })).toEqual([]);
        store = await opened.reopen();
        expect(await store.checkpoint(checkpoint)).toEqual(checkpointAt(3));
      });

      it('are compared and set by position', async () => {
        expect(await store.moveCheckpoint(checkpoint, checkpointAt(1), checkpointAt(2))).toBe(false);
        expect(await store.moveCheckpoint(checkpoint, undefined, checkpointAt(1))).toBe(true);
        expect(await store.moveCheckpoint(checkpoint, undefined, checkpointAt(2))).toBe(false);
        const beat = { ...checkpointAt(1), caughtUpAt: '2026-03-01T10:00:01.000Z' };
        expect(await store.moveCheckpoint(checkpoint, checkpointAt(1), beat)).toBe(true);
        expect(await store.checkpoint(checkpoint)).toEqual(beat);
        expect(await store.moveCheckpoint(checkpoint, checkpointAt(2), undefined)).toBe(false);
        expect(await store.moveCheckpoint(checkpoint, checkpointAt(1), undefined)).toBe(true);
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
      });

      it('are compared and set by leader', async () => {
        const [one, two] = ['one', 'two'].map((leader) => ({ ...checkpointAt(1), leader }));
        expect(await store.moveCheckpoint(checkpoint, undefined, one)).toBe(true);
        expect(await store.moveCheckpoint(checkpoint, two, checkpointAt(2))).toBe(false);
        expect(await store.moveCheckpoint(checkpoint, checkpointAt(1), checkpointAt(2))).toBe(false);
        expect(await store.moveCheckpoint(checkpoint, one, two)).toBe(true);
        expect(await store.moveCheckpoint(checkpoint, one, undefined)).toBe(false);
        expect(await store.checkpoint(checkpoint)).toEqual(two);
      });

      it('are not replaced with a save of another leader, nor restored with one', async () => {
        const [one, two] = ['one', 'two'].map((leader) => (n: number) => ({ ...checkpointAt(n), leader }));
        await store.moveCheckpoint(checkpoint, undefined, two!(1));
        for (const late of [one!(1), one!(2)]) {
          expect(await store.save([], { name: checkpoint, value: late })).toEqual([]);
          expect(await store.checkpoint(checkpoint)).toEqual(two!(1));
        }
        await store.save([], { name: checkpoint, value: two!(3) });
        store = await opened.reopen();
        expect(await store.checkpoint(checkpoint)).toEqual(two!(3));
        await store.moveCheckpoint(checkpoint, two!(3), undefined);
        await store.save([], { name: checkpoint, value: two!(4) });
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
        store = await opened.reopen();
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
        await store.moveCheckpoint(checkpoint, undefined, two!(5));
        await store.save([], { name: checkpoint, value: checkpointAt(6) });
        expect(await store.checkpoint(checkpoint)).toEqual(two!(5));
        store = await opened.reopen();
        expect(await store.checkpoint(checkpoint)).toEqual(two!(5));
      });

      it.each([undefined, checkpointAt(0)])('let one of eight win that move it from %j', async (from) => {
        if (from !== undefined) await store.moveCheckpoint(checkpoint, undefined, checkpointAt(0));
        const moves = Array.from({ length: 8 }, (_, n) => store.moveCheckpoint(checkpoint, from, checkpointAt(n + 1)));
        const answers = await Promise.all(moves);
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect(await store.checkpoint(checkpoint)).toEqual(checkpointAt(answers.indexOf(true) + 1));
      });
    });
  });
}
