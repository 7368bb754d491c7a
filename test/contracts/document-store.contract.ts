import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type {
  Checkpoint,
  Collection,
  Document,
  DocumentStore,
  Find,
  Scalar,
  Where,
  Write,
} from '../../src/kernel/document-store.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { Position } from '../../src/kernel/event-store.ts';
import { findIn } from '../support/contract-query-model.ts';
import { outcomes, Random, type Opened } from '../support/contract-tools.ts';

interface Thing extends Document {
  org?: string | null;
  name?: string | null;
  amount?: number | null;
  open?: boolean | null;
  tags?: string[] | null;
}

const at = (n: number): Position => String(n).padStart(20, '0');

const checkpointAt = (n: number): Checkpoint => ({
  position: at(n),
  eventId: `event-${n}`,
  heartbeat: '2026-03-01T10:00:00.000Z',
  members: ['a', 'b'],
});

/** What every document store shows. */
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
    const gone = (id: string, n: number, seen: number): Write => ({ ...write(id, n, seen), document: undefined });
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
      };
      await store.ensure(things);
    });

    afterEach(async () => {
      await store.drop(things);
      await opened.close();
    });

    describe('save and load', () => {
      it('gives documents back as they were, after a restart too', async () => {
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

      it('loads more than a page', async () => {
        const ids = Array.from({ length: 1_300 }, (_, n) => `id-${n}`);
        await store.save(ids.map((id) => write(id, 1)));
        expect((await store.load(things, ids)).size).toBe(1_300);
        expect((await store.load(things, [])).size).toBe(0);
      });

      it('replaces what is as it was loaded, and leaves and reports what had moved', async () => {
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

      it.each([undefined, 1])('lets one of eight savers win who have all seen %s', async (seen) => {
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

      it('leaves a tombstone that is loaded but never found', async () => {
        await store.save([write('a', 1), write('b', 1)]);
        expect(await store.save([gone('a', 2, 1)])).toEqual([]);
        expect((await store.load(things, ['a'])).get('a')).toEqual({ document: undefined, position: at(2) });
        expect(await store.find(things, { limit: 10 })).toEqual({ items: [{ id: 'b' }], total: 1 });
        expect(await idsOf({ exists: ['name', false] })).toEqual(['b']);
        expect(await store.save([write('a', 3)])).toEqual([`${things.name}/a`]);
        expect(await store.save([write('a', 3, 2)])).toEqual([]);
        expect(await idsOf(undefined)).toEqual(['a', 'b']);
      });

      it('sweeps tombstones up to a position', async () => {
        await store.save([write('a', 1), write('b', 1), write('c', 1)]);
        await store.save([gone('a', 2, 1), gone('b', 3, 1)]);
        await store.sweep(things, at(2));
        expect([...(await store.load(things, ['a', 'b', 'c'])).keys()].sort()).toEqual(['b', 'c']);
        expect(await store.save([write('a', 4)])).toEqual([]);
      });

      it('goes through every live document in the order of ids', async () => {
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
      it('are made once, keep what they have, and gain the fields that a later declaration adds', async () => {
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

      it('are empty after they were dropped', async () => {
        await put({ id: 'a' });
        await store.drop(things);
        await store.drop(things);
        await store.ensure(things);
        expect(await store.find(things, { limit: 1 })).toEqual({ items: [], total: 0 });
        expect(await store.save([write('a', 1)])).toEqual([]);
      });

      it('take writes of several in one save', async () => {
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
      beforeEach(() => (checkpoint = `checkpoint-${randomUUID()}`));
      afterEach(async () => {
        const left = await store.checkpoint(checkpoint);
        if (left) await store.moveCheckpoint(checkpoint, left.position, undefined);
      });

      it('move with a save in which nothing had moved, and only then', async () => {
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

      it('are compared and set by position', async () => {
        expect(await store.moveCheckpoint(checkpoint, at(1), checkpointAt(2))).toBe(false);
        expect(await store.moveCheckpoint(checkpoint, undefined, checkpointAt(1))).toBe(true);
        expect(await store.moveCheckpoint(checkpoint, undefined, checkpointAt(2))).toBe(false);
        const beat = { ...checkpointAt(1), heartbeat: '2026-03-01T10:00:01.000Z' };
        expect(await store.moveCheckpoint(checkpoint, at(1), beat)).toBe(true);
        expect(await store.checkpoint(checkpoint)).toEqual(beat);
        expect(await store.moveCheckpoint(checkpoint, at(2), undefined)).toBe(false);
        expect(await store.moveCheckpoint(checkpoint, at(1), undefined)).toBe(true);
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
      });

      it.each([undefined, at(0)])('let one of eight win who move it from %s', async (from) => {
        if (from !== undefined) await store.moveCheckpoint(checkpoint, undefined, checkpointAt(0));
        const moves = Array.from({ length: 8 }, (_, n) => store.moveCheckpoint(checkpoint, from, checkpointAt(n + 1)));
        const answers = await Promise.all(moves);
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect(await store.checkpoint(checkpoint)).toEqual(checkpointAt(answers.indexOf(true) + 1));
      });
    });

    describe('find', () => {
      it('compares by eq, in, lt, lte, gt, gte', async () => {
        await put(
          { id: 'a', amount: 1 },
          { id: 'b', amount: 2.5 },
          { id: 'c', amount: 30 },
          { id: 'd', amount: null },
          { id: 'e' },
        );
        expect(await idsOf({ eq: ['amount', 2.5] })).toEqual(['b']);
        expect(await idsOf({ eq: ['amount', '1'] })).toEqual([]);
        expect(await idsOf({ eq: ['amount', null] })).toEqual(['d', 'e']);
        expect(await idsOf({ in: ['amount', [1, 30, 99]] })).toEqual(['a', 'c']);
        expect(await idsOf({ in: ['amount', [null, 1]] })).toEqual(['a', 'd', 'e']);
        expect(await idsOf({ in: ['amount', [30]] })).toEqual(['c']);
        expect(await idsOf({ in: ['amount', []] })).toEqual([]);
        expect(await idsOf({ lt: ['amount', 2.5] })).toEqual(['a']);
        expect(await idsOf({ lte: ['amount', 2.5] })).toEqual(['a', 'b']);
        expect(await idsOf({ gt: ['amount', 2.5] })).toEqual(['c']);
        expect(await idsOf({ gte: ['amount', 2.5] })).toEqual(['b', 'c']);
        expect(await idsOf({ gte: ['id', 'd'] })).toEqual(['d', 'e']);
      });

      it('tells true, false and absence apart', async () => {
        await put({ id: 'a', open: true }, { id: 'b', open: false }, { id: 'c', open: null }, { id: 'd' });
        expect(await idsOf({ eq: ['open', true] })).toEqual(['a']);
        expect(await idsOf({ eq: ['open', false] })).toEqual(['b']);
        expect(await idsOf({ in: ['open', [true, false]] })).toEqual(['a', 'b']);
        expect(await idsOf({ exists: ['open', true] })).toEqual(['a', 'b']);
        expect(await idsOf({ exists: ['open', false] })).toEqual(['c', 'd']);
      });

      it('takes text as text, never as a pattern or as part of the query', async () => {
        const names = [
          '100%',
          '100x',
          'a_b',
          'axb',
          "o'neil",
          'say "hi"',
          'back\\slash',
          '.*',
          "'; DROP TABLE x; --",
          'é',
          'É',
          'nul\0l',
        ];
        await put(...names.map((name, n) => ({ id: String(n).padStart(2, '0'), name })));
        for (const name of names) {
          const { items } = await store.find<Thing>(things, { where: { eq: ['name', name] }, limit: 9 });
          expect(items.map((thing) => thing.name)).toEqual([name]);
        }
        for (const text of ['%', '_', "'", '"', '\\', '.*', '--', 'é', '\0', 'x', 'X'])
          expect(await idsOf({ contains: ['name', text] })).toEqual(
            names.flatMap((name, n) => (name.includes(text) ? [String(n).padStart(2, '0')] : [])),
          );
      });

      it('finds elements of lists', async () => {
        await put(
          { id: 'a', tags: ['x=1', "y='"] },
          { id: 'b', tags: ['x=10'] },
          { id: 'c', tags: [] },
          { id: 'd' },
          { id: 'e', tags: null },
        );
        expect(await idsOf({ has: ['tags', 'x=1'] })).toEqual(['a']);
        expect(await idsOf({ has: ['tags', "y='"] })).toEqual(['a']);
        expect(await idsOf({ has: ['tags', '%'] })).toEqual([]);
        expect(await idsOf({ exists: ['tags', true] })).toEqual(['a', 'b', 'c']);
      });

      it('joins by and and or', async () => {
        await put({ id: 'a', org: 'o', amount: 1 }, { id: 'b', org: 'o', amount: 2 }, { id: 'c', org: 'p', amount: 2 });
        expect(await idsOf({ and: [{ eq: ['org', 'o'] }, { eq: ['amount', 2] }] })).toEqual(['b']);
        expect(await idsOf({ or: [{ eq: ['org', 'p'] }, { eq: ['amount', 1] }] })).toEqual(['a', 'c']);
        expect(
          await idsOf({
            and: [
              { eq: ['org', 'o'] },
              { or: [{ eq: ['amount', 1] }, { and: [{ gt: ['amount', 1] }, { lt: ['amount', 3] }] }] },
            ],
          }),
        ).toEqual(['a', 'b']);
        expect(await idsOf({ and: [] })).toEqual(['a', 'b', 'c']);
        expect(await idsOf({ or: [] })).toEqual([]);
      });

      it('sorts nulls first and text by code point, with the id in the direction of the first key', async () => {
        await put(
          { id: '1', name: 'b' },
          { id: '2', name: 'a' },
          { id: '3', name: null },
          { id: '4', name: 'B' },
          { id: '5', name: 'é' },
          { id: '6', name: 'a' },
          { id: '7', name: '\u{1f389}' },
          { id: '8', name: '\uff21' },
          { id: '9' },
        );
        const ascending = ['3', '9', '4', '2', '6', '1', '5', '8', '7'];
        expect(await idsOf(undefined, { sort: [{ field: 'name', direction: 'asc' }] })).toEqual(ascending);
        expect(await idsOf(undefined, { sort: [{ field: 'name', direction: 'desc' }] })).toEqual(
          [...ascending].reverse(),
        );
        expect(await idsOf(undefined)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
        expect(await idsOf(undefined, { sort: [{ field: 'id', direction: 'desc' }], limit: 2 })).toEqual(['9', '8']);
      });

      it('sorts by several keys, each in its direction', async () => {
        await put(
          { id: 'a', name: 'x', amount: 1 },
          { id: 'b', name: 'x', amount: 10 },
          { id: 'c', name: 'y', amount: 2 },
          { id: 'd', name: 'x', amount: 10 },
        );
        const sort: Find['sort'] = [
          { field: 'name', direction: 'desc' },
          { field: 'amount', direction: 'asc' },
        ];
        expect(await idsOf(undefined, { sort })).toEqual(['c', 'a', 'd', 'b']);
      });

      it('pages, with the total of all pages', async () => {
        await put(...Array.from({ length: 25 }, (_, n) => ({ id: `${n + 10}`, org: n % 5 === 0 ? 'p' : 'o' })));
        const where: Where = { eq: ['org', 'o'] };
        const pages = await Promise.all(
          [0, 8, 16, 24].map((skip) => store.find<Thing>(things, { where, skip, limit: 8 })),
        );
        expect(pages.map(({ items }) => items.length)).toEqual([8, 8, 4, 0]);
        expect(pages.map(({ total }) => total)).toEqual([20, 20, 20, 20]);
        expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(20);
        expect(await store.find(things, { where, limit: 0 })).toEqual({ items: [], total: 20 });
      });

      it.each(['body', 'position', 'nope', 'org"', "name' OR '1'='1", '$where', ''])(
        'refuses the field %j',
        async (field) => {
          const queries: Find[] = [
            { where: { eq: [field, 'x'] }, limit: 1 },
            { where: { or: [{ has: [field, 'x'] }] }, limit: 1 },
            { sort: [{ field, direction: 'asc' }], limit: 1 },
          ];
          const { lost } = await outcomes(queries.map((query) => store.find(things, query)));
          expect(lost.map((error) => error instanceof DomainError)).toEqual([true, true, true]);
        },
      );

      it('refuses an object where a value belongs', async () => {
        const odd = { $ne: null } as unknown as Scalar;
        await expect(store.find(things, { where: { eq: ['name', odd] }, limit: 1 })).rejects.toThrow(DomainError);
      });

      it.each([3, 4])('answers random queries as the plain model does (seed %d)', async (seed) => {
        const random = new Random(seed);
        const documents = Array.from({ length: 150 }, (_, n) => randomThing(random, n));
        await put(...documents);
        for (let n = 0; n < 150; n++) {
          const query = randomQuery(random);
          expect({ query, ...(await store.find(things, query)) }).toEqual({ query, ...findIn(documents, query) });
        }
      });
    });
  });
}

const NAMES = ['a', 'A', 'ab', 'b%', '_', 'é', "o'", '漢', null];
const TAGS = ['x=1', 'x=2', 'y=%'];

function randomThing(random: Random, n: number): Thing {
  const thing: Thing = { id: `${random.int(10)}-${n}`, org: `o${random.int(3)}`, name: random.pick(NAMES) };
  if (random.int(4) > 0) thing.amount = random.int(6) - 2;
  if (random.int(4) > 0) thing.open = random.int(2) === 0;
  if (random.int(3) > 0) thing.tags = TAGS.filter(() => random.int(2) === 0);
  return thing;
}

function randomQuery(random: Random): Find {
  const fields = ['org', 'name', 'amount', 'id'];
  const keys = Array.from({ length: random.int(3) }, () => fields.splice(random.int(fields.length), 1)[0]!);
  return {
    where: random.int(5) === 0 ? undefined : randomWhere(random, 2),
    sort: keys.map((field) => ({ field, direction: random.pick(['asc', 'desc'] as const) })),
    skip: random.int(3) * 7,
    limit: 1 + random.int(40),
  };
}

function randomWhere(random: Random, depth: number): Where {
  const amount = () => random.int(6) - 2;
  const name = () => random.pick(NAMES);
  const deeper = () => Array.from({ length: 1 + random.int(3) }, () => randomWhere(random, depth - 1));
  const kinds: (() => Where)[] = [
    () => ({ eq: ['org', `o${random.int(4)}`] }),
    () => ({ eq: ['name', name()] }),
    () => ({ eq: ['open', random.pick([true, false, null])] }),
    () => ({ in: ['name', [name(), name()]] }),
    () => ({ in: ['amount', [amount()]] }),
    () => ({ [random.pick(['lt', 'lte', 'gt', 'gte'])]: ['amount', amount()] }) as unknown as Where,
    () => ({ [random.pick(['lt', 'lte', 'gt', 'gte'])]: ['name', name() ?? 'b'] }) as unknown as Where,
    () => ({ contains: ['name', random.pick(['a', '%', '_', "'"])] }),
    () => ({ has: ['tags', random.pick(TAGS)] }),
    () => ({ exists: [random.pick(['amount', 'open', 'tags', 'name']), random.int(2) === 0] }),
  ];
  if (depth > 0)
    kinds.push(
      () => ({ and: deeper() }),
      () => ({ or: deeper() }),
    );
  return random.pick(kinds)();
}
