import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type {
  Collection,
  Document,
  DocumentStore,
  Find,
  Scalar,
  Where,
} from '../../src/kernel/ports/document-store.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { findIn } from '../support/contract-query-model.ts';
import { outcomes, Random, type Opened } from '../support/contract-tools.ts';

interface Thing extends Document {
  org?: string | null;
  name?: string | null;
  amount?: number | null;
  tax?: number | null;
  open?: boolean | null;
  tags?: string[] | null;
}

/** The queries that every document store must answer. */
export function documentFindContract(
  name: string,
  open: () => Promise<Opened<DocumentStore>>,
  /** A test server may compare text by UTF-16 units, which differs only beyond U+FFFF. */
  { byUtf16 = false }: { byUtf16?: boolean } = {},
): void {
  describe(`${name} finds documents`, () => {
    let opened: Opened<DocumentStore>;
    let store: DocumentStore;
    let things: Collection;

    const put = async (...documents: Thing[]) => {
      const position = '0'.repeat(20);
      const writes = documents.map((document) => ({
        collection: things,
        id: document.id,
        seen: undefined,
        position,
        document,
      }));
      expect(await store.save(writes)).toEqual([]);
    };
    const idsOf = async (where: Where | undefined, rest: Partial<Find> = {}) =>
      (await store.find<Thing>(things, { where, limit: 100, ...rest })).items.map(({ id }) => id);

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      things = {
        name: `things_${randomUUID().replaceAll('-', '')}_v1`,
        indexes: [['org', 'name'], ['org', 'amount'], ['name']],
        fields: ['open', 'tags'],
        lists: { scope: ['org'], sortings: ['name', 'amount'], filters: ['open', 'tags'], sums: ['tax'] },
      };
      await store.ensure(things);
    });

    afterEach(async () => {
      await store.drop(things);
      await opened.close();
    });

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

    it('distinguishes true, false and a missing value', async () => {
      await put({ id: 'a', open: true }, { id: 'b', open: false }, { id: 'c', open: null }, { id: 'd' });
      expect(await idsOf({ eq: ['open', true] })).toEqual(['a']);
      expect(await idsOf({ eq: ['open', false] })).toEqual(['b']);
      expect(await idsOf({ in: ['open', [true, false]] })).toEqual(['a', 'b']);
      expect(await idsOf({ exists: ['open', true] })).toEqual(['a', 'b']);
      expect(await idsOf({ exists: ['open', false] })).toEqual(['c', 'd']);
    });

    it('treats text as text, never as a pattern or as part of the query', async () => {
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

    it('matches only whole elements', async () => {
      const tags = ['x"y=1', '","y=1', ',', '],"y=1', 'y=1\\', '\\"y=1', '"', '', 'z,', '["y=1"]', 'é\n/', 'y=1'];
      await put(...tags.map((tag, n) => ({ id: String(n).padStart(2, '0'), tags: ['a', tag, 'b'] })));
      for (const [n, tag] of tags.entries())
        expect([tag, await idsOf({ has: ['tags', tag] })]).toEqual([tag, [String(n).padStart(2, '0')]]);
      for (const absent of ['y=', ',"b', '],[', 'a","b']) expect(await idsOf({ has: ['tags', absent] })).toEqual([]);
    });

    it('finds text by its suffix', async () => {
      await put({ id: 'a', name: 'ab' }, { id: 'b', name: 'b%' }, { id: 'c', name: 'b\n' }, { id: 'd', name: null });
      expect(await idsOf({ endsWith: ['name', 'b'] })).toEqual(['a']);
      expect(await idsOf({ endsWith: ['name', '%'] })).toEqual(['b']);
      expect(await idsOf({ endsWith: ['name', ''] })).toEqual(['a', 'b', 'c']);
    });

    it('combines conditions by and and or', async () => {
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
      const ascending = ['3', '9', '4', '2', '6', '1', '5', ...(byUtf16 ? ['7', '8'] : ['8', '7'])];
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

    it('pages, with the total over all pages', async () => {
      await put(...Array.from({ length: 25 }, (_, n) => ({ id: `${n + 10}`, org: n % 5 === 0 ? 'p' : 'o' })));
      const where: Where = { eq: ['org', 'o'] };
      const pages = await Promise.all(
        [0, 8, 16, 24].map((skip) => store.find<Thing>(things, { where, skip, limit: 8, counted: true })),
      );
      expect(pages.map(({ items }) => items.length)).toEqual([8, 8, 4, 0]);
      expect(pages.map(({ total }) => total)).toEqual([20, 20, 20, 20]);
      expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(20);
      expect(await store.find(things, { where, limit: 0, counted: true })).toEqual({ items: [], total: 20 });
      expect((await store.find(things, { where, limit: 3 })).items).toHaveLength(3);
      expect(await store.find(things, { where, limit: 3 })).not.toHaveProperty('total');
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

    it('refuses an object in place of a value', async () => {
      const odd = { $ne: null } as unknown as Scalar;
      await expect(store.find(things, { where: { eq: ['name', odd] }, limit: 1 })).rejects.toThrow(DomainError);
    });

    it('returns only ids, in the order of a query', async () => {
      await put({ id: 'a', org: 'o', amount: 2 }, { id: 'b', org: 'o', amount: 1 }, { id: 'c', org: 'p' });
      const sort: Find['sort'] = [{ field: 'amount', direction: 'asc' }];
      expect(await store.ids(things, { where: { eq: ['org', 'o'] }, sort, limit: 9 })).toEqual(['b', 'a']);
      expect(await store.ids(things, { where: { in: ['org', ['o', 'p']] }, sort, skip: 1, limit: 1 })).toEqual(['b']);
      expect(await store.ids(things, { where: { eq: ['org', 'q'] }, limit: 9 })).toEqual([]);
    });

    it('finds nothing in an empty list of values', async () => {
      await put({ id: 'a', org: 'o', name: 'x' });
      const sort: Find['sort'] = [{ field: 'amount', direction: 'asc' }];
      for (const where of [{ in: ['org', []] }, { and: [{ eq: ['org', 'o'] }, { in: ['name', []] }] }] as Where[]) {
        expect(await store.find(things, { where, sort, limit: 9, counted: true })).toEqual({ items: [], total: 0 });
        expect(await store.ids(things, { where, sort, limit: 9 })).toEqual([]);
        expect(await store.countBy(things, where, 'name')).toEqual(new Map());
      }
    });

    it('counts matches by the text of a field, whatever the text', async () => {
      const names = ['a', 'b', 'a', 'o\'"\\', null, 'a'];
      await put(...names.map((name, n) => ({ id: `${n}`, org: n === 5 ? 'p' : 'o', name, open: n > 0 })));
      const org: Where = { eq: ['org', 'o'] };
      const counted = async (where: Where) => Object.fromEntries(await store.countBy(things, where, 'name'));
      expect(await counted(org)).toEqual({ a: 2, b: 1, 'o\'"\\': 1 });
      expect(await counted({ and: [org, { eq: ['open', true] }] })).toEqual({ a: 1, b: 1, 'o\'"\\': 1 });
      expect(await counted({ and: [org, { in: ['name', ['b', 'x']] }] })).toEqual({ b: 1 });
      expect(await counted({ eq: ['org', 'q'] })).toEqual({});
    });

    it('finds documents by what they have become', async () => {
      const random = new Random(7);
      const texts = ['a', 'b', '"\\u0000"', '\0', 'a\0b', '\ud800', '😀', '', null, undefined];
      const current = new Map<string, Thing>();
      const change = async (round: number) => {
        const position = String(round).padStart(20, '0');
        const ids = Array.from({ length: 12 }, (_, n) => `${n}`).filter(() => random.int(2) === 0);
        const loaded = await store.load(things, ids);
        // A restart forgets what was read.
        if (round % 3 === 0) store = await opened.reopen();
        const writes = ids.map((id) => {
          const document = random.int(4) === 0 ? undefined : { ...current.get(id), ...changed(random, id) };
          if (document) current.set(id, document);
          else current.delete(id);
          return { collection: things, id, seen: loaded.get(id)?.position, position, document, removedAt: 'now' };
        });
        expect(await store.save(writes)).toEqual([]);
      };
      const changed = (rolled: Random, id: string): Thing => ({
        id,
        org: 'o',
        ...(rolled.int(2) === 0 && { name: rolled.pick(texts) }),
        ...(rolled.int(2) === 0 && { amount: rolled.pick([0, 1, -1.5, null]) }),
        ...(rolled.int(2) === 0 && { open: rolled.pick([true, false, null]) }),
        ...(rolled.int(2) === 0 && { tags: rolled.pick([[], ['a'], ['a', 'b'], null]) }),
      });
      const questions: Where[] = [
        ...texts.map((text): Where => ({ eq: ['name', text ?? null] })),
        ...[0, 1, -1.5, null].map((amount): Where => ({ eq: ['amount', amount] })),
        ...[true, false, null].map((isOpen): Where => ({ eq: ['open', isOpen] })),
        { has: ['tags', 'b'] },
        { eq: ['org', 'o'] },
      ];
      for (let round = 1; round <= 30; round++) {
        await change(round);
        for (const where of questions) {
          const { items, total } = await store.find<Thing>(things, { where, limit: 100, counted: true });
          const expected = findIn([...current.values()], { where, limit: 100 });
          expect({ where, total, items }).toEqual({ where, ...expected });
        }
      }
    });

    it('adds up integers by the text of a field, whatever the text', async () => {
      const rows: [string | null, number | null | undefined, number][] = [
        ['usd', 1_000, 10],
        ['usd', -250, 5],
        ['o\'"\\', 7, 0],
        ['usd', null, 1],
        ['usd', undefined, 2],
        [null, 9, 9],
        ['eur', 4_503_599_627_370_496, 3],
        ['eur', 4_503_599_627_370_495, 4],
      ];
      await put(...rows.map(([name, amount, tax], n) => ({ id: `${n}`, org: 'o', name, amount, tax, open: n > 0 })));
      await put({ id: 'x', org: 'p', name: 'usd', amount: 1, tax: 1 });
      const summed = async (where: Where, ...fields: string[]) =>
        Object.fromEntries(await store.sumBy(things, where, 'name', fields));
      const org: Where = { eq: ['org', 'o'] };
      expect(await summed(org, 'amount', 'tax')).toEqual({
        usd: { count: 4, sums: { amount: 750, tax: 18 } },
        'o\'"\\': { count: 1, sums: { amount: 7, tax: 0 } },
        eur: { count: 2, sums: { amount: 9_007_199_254_740_991, tax: 7 } },
      });
      expect(await summed({ and: [org, { eq: ['open', true] }, { lt: ['amount', 1_000] }] }, 'amount')).toEqual({
        usd: { count: 1, sums: { amount: -250 } },
        'o\'"\\': { count: 1, sums: { amount: 7 } },
      });
      expect(await summed({ in: ['org', ['o', 'p']] })).toMatchObject({ usd: { count: 5, sums: {} } });
      expect(await summed({ or: [] }, 'amount')).toEqual({});
      expect(await summed({ in: ['org', []] }, 'amount')).toEqual({});
    });

    it.each([5, 6])(
      'lists many documents in any order from any offset, with any filter (seed %d)',
      async (seed) => {
        const random = new Random(seed);
        const documents = Array.from({ length: 1_500 }, (_, n) => ({
          ...randomThing(random, n),
          org: `o${n % 3 ? 1 : 2}`,
        }));
        await put(...documents);
        const lists: Where[] = [{ eq: ['org', 'o1'] }, { in: ['org', ['o1', 'o2']] }, { in: ['org', ['o2']] }];
        for (let n = 0; n < 40; n++) {
          const filters = random.int(2) === 0 ? [] : [randomWhere(random, 1)];
          const where: Where = { and: [random.pick(lists), ...filters] };
          const plain = findIn(documents, { ...randomQuery(random), where, skip: 0 });
          const query = { ...randomQuery(random), where, skip: random.int(plain.total + 10), counted: true } as const;
          expect({ query, ...(await store.find(things, query)) }).toEqual({ query, ...findIn(documents, query) });
          const ids = findIn(documents, query).items.map(({ id }) => id);
          expect({ query, ids: await store.ids(things, query) }).toEqual({ query, ids });
        }
      },
      60_000,
    );

    it.each([3, 4])('answers random queries as the plain model does (seed %d)', async (seed) => {
      const random = new Random(seed);
      const documents = Array.from({ length: 150 }, (_, n) => randomThing(random, n));
      await put(...documents);
      for (let n = 0; n < 150; n++) {
        const query = randomQuery(random);
        expect({ query, ...(await store.find(things, { ...query, counted: true })) }).toEqual({
          query,
          ...findIn(documents, query),
        });
      }
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
    () => ({ endsWith: ['name', random.pick(['b', '%', 'a', ''])] }),
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
