import type { Collection, CountedFind, Find, Scalar, Sort, Summed, Where } from '../../kernel/ports/document-store.ts';
import {
  and,
  before,
  behind,
  conditionsOf,
  covers,
  depthOf,
  equalitiesOf,
  indexesOf,
  isImpossible,
  walkable,
  type Index,
} from './document-index.ts';
import { columnOf, jsonOf, keysOf, selection, tableOf, type Fragment, type Selection } from './document-sql.ts';

/** Maximum number of rows to sort without an index. */
const FEW = 500;
/** Maximum number of row ids to merge when listing several organizations. */
const MERGED = 5_000;
/** Maximum number of values to count before yielding to other work. */
const TEXTS_PER_TURN = 10_000;

type Run = (statement: Fragment) => unknown[];

/**
 * Pages, totals and counts of one collection, by row ids. With declared `lists`, each statement walks one index and reads no documents:
 * 10⁵ entries take about 10 ms. It yields to other work of the process between statements.
 */
export class DocumentLists {
  private readonly indexes: readonly Index[];

  constructor(
    private readonly collection: Collection,
    private readonly run: Run,
    /** Yields to other work if it is time. */
    private readonly turn: () => Promise<void>,
  ) {
    // Without declared lists, the planner chooses.
    this.indexes = collection.lists ? indexesOf(collection) : [];
  }

  async page({ where = and(), sort, skip = 0, limit }: CountedFind): Promise<{ rows: number[]; total: number }> {
    const total = await this.count(where);
    return { rows: await this.rows(where, keysOf(sort), skip, limit, total), total };
  }

  async ids({ where = and(), sort, skip = 0, limit }: Find): Promise<string[]> {
    if (isImpossible(where)) return [];
    const order = keysOf(sort);
    const index = walkable(this.indexes, where, order);
    if (!index) {
      const rows = await this.rows(where, order, skip, limit, await this.count(where));
      return this.pick<{ id: string }>('id', rows).map(({ id }) => id);
    }
    const { sql, params } = this.select({ select: 'id', index, where, order, skip, limit });
    // All in one string: a row for each would take ten times as long.
    return (await this.columns<string, never>({ sql: `SELECT json_group_array(id) AS json FROM (${sql})`, params }))[0];
  }

  /** The documents found, in order. */
  pick<T>(columns: string, rows: readonly number[]): T[] {
    if (rows.length === 0) return [];
    const sql = `SELECT rowid AS row, ${columns} FROM ${tableOf(this.collection)} WHERE rowid IN (SELECT value FROM json_each(?))`;
    const found = this.run({ sql, params: [JSON.stringify(rows)] }) as ({ row: number } & T)[];
    const byRow = new Map(found.map((one) => [one.row, one]));
    return rows.flatMap((row) => byRow.get(row) ?? []);
  }

  async countBy(where: Where, field: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    if (isImpossible(where)) return counts;
    const value = columnOf(field);
    const index = walkable(this.indexes, where, [{ field, direction: 'asc' }]);
    // Grouped by SQLite if an index orders them that way, otherwise here.
    const found = index
      ? this.select({ select: `${value} AS value, count(*) AS n`, index, where, groupBy: field })
      : this.select({ select: `${value} AS value, 1 AS n`, index: this.source(where, field), where });
    const { sql, params } = found;
    const json = `SELECT json_group_array(value) AS json, json_group_array(n) AS counted FROM (${sql})`;
    const [values, numbers] = await this.columns<string | null, number>({ sql: json, params });
    for (const [at, text] of values.entries()) {
      if (at % TEXTS_PER_TURN === 0) await this.turn();
      if (text !== null) counts.set(text, (counts.get(text) ?? 0) + numbers[at]!);
    }
    return counts;
  }

  /** One statement per value, because grouping would sort all rows at once. */
  async sumBy(where: Where, field: string, integers: readonly string[]): Promise<Map<string, Summed>> {
    const found = new Map<string, Summed>();
    if (isImpossible(where)) return found;
    const distinct = { select: `DISTINCT ${columnOf(field)} AS value`, index: this.source(where, field), where };
    const { sql, params } = this.select(distinct);
    const json = `SELECT json_group_array(value) AS json FROM (${sql})`;
    const [texts] = await this.columns<string | null, never>({ sql: json, params });
    const select = ['count(*) AS n', ...integers.map((name, at) => `total(${columnOf(name)}) AS s${at}`)].join();
    for (const text of texts) {
      if (text === null) continue;
      const own = and(where, { eq: [field, text] });
      await this.turn();
      const [row] = this.run(this.select({ select, index: this.source(own, ...integers), where: own }));
      const { n, ...sums } = row as Record<string, number> & { n: number };
      found.set(text, { count: n, sums: Object.fromEntries(integers.map((name, at) => [name, sums[`s${at}`]!])) });
    }
    return found;
  }

  private async count(where: Where): Promise<number> {
    await this.turn();
    if (isImpossible(where)) return 0;
    return (this.run(this.select({ select: 'count(*) AS n', index: this.source(where), where }))[0] as { n: number }).n;
  }

  private async rows(where: Where, sort: Sort[], skip: number, most: number, total: number): Promise<number[]> {
    const limit = Math.min(most, total - skip);
    if (limit <= 0) return [];
    await this.turn();
    const held = equalitiesOf(where);
    const keys = sort.filter(({ field }) => field === 'id' || !held.has(field));
    const walk = walkable(this.indexes, where, keys);
    if (walk) return this.numbers({ index: walk, where, order: keys, skip, limit });
    const parts = this.parts(where);
    const isWalkable = walkable(this.indexes, parts[0]!, keys.slice(0, 1)) !== undefined;
    if (total <= FEW || !isWalkable)
      return this.numbers({ index: this.source(where), where, order: keys, skip, limit });
    if (parts.length > 1 && parts.length * (skip + limit) <= MERGED) return this.merged(parts, keys, skip, limit);
    return this.acrossGroups(where, parts, keys, skip, limit);
  }

  /** One condition per listed organization. */
  private parts(where: Where): Where[] {
    const scope = this.collection.lists?.scope ?? [];
    const conditions = conditionsOf(where);
    const several = conditions.find((one) => 'in' in one && one.in[1].length > 1 && scope.includes(one.in[0]));
    if (!several || !('in' in several)) return [where];
    const [field, values] = several.in;
    const others = conditions.filter((one) => one !== several);
    return [...new Set(values)].map((value) => and({ eq: [field, value] }, ...others));
  }

  /** The first rows of each organization, merged into one order. */
  private async merged(parts: readonly Where[], order: Sort[], skip: number, limit: number): Promise<number[]> {
    const rows: number[] = [];
    for (const part of parts) rows.push(...(await this.rows(part, order, 0, skip + limit, await this.count(part))));
    const { sql, params } = this.select({ select: 'rowid AS row', order, skip, limit });
    const among = sql.replace(' ORDER BY ', ' AND rowid IN (SELECT value FROM json_each(?)) ORDER BY ');
    return rowsOf(this.run({ sql: among, params: [JSON.stringify(rows), ...params] }));
  }

  /**
   * No index has this order, but one has that of the first key, which determines the key's values on the page: part of the first and the last
   * value's documents, ordered by the other keys, and all documents between, at most a page. If documents are removed meanwhile, the page is
   * shorter.
   */
  private async acrossGroups(
    where: Where,
    parts: readonly Where[],
    keys: Sort[],
    skip: number,
    limit: number,
  ): Promise<number[]> {
    const [first, ...rest] = keys as [Sort, ...Sort[]];
    const from = await this.valueAt(where, parts, first, skip);
    if (from === undefined) return [];
    const into = skip - (await this.count(and(where, before(first, from))));
    if (parts.length > 1 && parts.length * (into + limit) <= MERGED && walkable(this.indexes, parts[0]!, keys)) {
      const onwards = parts.map((part) => and(part, { or: [{ eq: [first.field, from] }, behind(first, from)] }));
      return this.merged(onwards, keys, into, limit);
    }
    const group = async (value: Scalar, skipped: number, most: number) => {
      const within = and(where, { eq: [first.field, value] });
      return this.rows(within, rest, skipped, most, await this.count(within));
    };
    const start = await group(from, into, limit);
    const left = limit - start.length;
    const next = behind(first, from);
    if (left === 0 || isImpossible(next)) return start;
    const to = await this.valueAt(
      and(where, next),
      parts.map((part) => and(part, next)),
      first,
      left - 1,
    );
    const between = and(where, next, to === undefined ? undefined : before(first, to));
    const middle = this.numbers({ index: this.source(between), where: between, order: keys, limit: left });
    const end = to === undefined ? [] : await group(to, 0, left - middle.length);
    return [...start, ...middle, ...end];
  }

  /** The value at an offset in a field's own order; undefined if there are no longer that many documents. */
  private async valueAt(where: Where, parts: readonly Where[], key: Sort, place: number): Promise<Scalar | undefined> {
    if (parts.length === 1) return this.nth(where, key, place);
    const { field, direction } = key;
    const isPresent: Where = { exists: [field, true] };
    const nulls = await this.count(and(where, { exists: [field, false] }));
    let counts = await this.counts(parts, isPresent);
    if (direction === 'asc' ? place < nulls : place >= sum(counts)) return null;
    let skip = direction === 'asc' ? place - nulls : place;
    // Bisected by counting, because no index has the combined order of several organizations.
    const [until, upTo, from] = direction === 'asc' ? (['lt', 'lte', 'gt'] as const) : (['gt', 'gte', 'lt'] as const);
    const bound = (operator: typeof until | typeof upTo | typeof from, value: Scalar) =>
      ({ [operator]: [field, value] }) as unknown as Where;
    let [start, end]: [Where, Where] = [isPresent, and()];
    // While documents are added, a round may not narrow the range.
    for (let last = Infinity; sum(counts) > FEW && sum(counts) < last;) {
      last = sum(counts);
      const most = Math.max(...counts);
      const largest = parts[counts.indexOf(most)]!;
      const middle = await this.nth(and(largest, start, end), key, Math.floor(most / 2));
      if (middle === undefined) break;
      const smaller = await this.counts(parts, and(start, bound(until, middle)));
      if (skip < sum(smaller)) {
        [end, counts] = [bound(until, middle), smaller];
        continue;
      }
      const passed = await this.counts(parts, and(start, bound(upTo, middle)));
      if (skip < sum(passed)) return middle;
      skip -= sum(passed);
      start = bound(from, middle);
      counts = counts.map((count, n) => count - passed[n]!);
    }
    return this.nth(and(where, start, end), key, skip);
  }

  private async counts(parts: readonly Where[], range: Where): Promise<number[]> {
    const counts: number[] = [];
    for (const part of parts) counts.push(await this.count(and(part, range)));
    return counts;
  }

  private async nth(where: Where, key: Sort, skip: number): Promise<Scalar | undefined> {
    await this.turn();
    const index = walkable(this.indexes, where, [key]) ?? this.source(where);
    const rows = this.numbers({ index, where, order: [key], skip, limit: 1 });
    const [found] = this.pick<{ value: string | null }>(`${jsonOf(key.field)} AS value`, rows);
    return found && (JSON.parse(found.value ?? 'null') as Scalar);
  }

  /** The index for an unordered query: one whose equalities leave few rows, otherwise one that covers everything. */
  private source(where: Where, ...fields: readonly string[]): Index | undefined {
    const held = equalitiesOf(where);
    const carrying = this.indexes.filter(
      (index) => covers(index, where) && fields.every((field) => index.columns.includes(field)),
    );
    const [best] = carrying.sort((a, b) => depthOf(b, held) - depthOf(a, held));
    if (!best) return undefined;
    const deeper = this.indexes.filter((index) => depthOf(index, held) > depthOf(best, held));
    return deeper.find((index) => this.leavesFew(index, held)) ?? best;
  }

  private leavesFew(index: Index, held: ReadonlyMap<string, Where>): boolean {
    const where = and(...index.columns.slice(0, depthOf(index, held)).map((column) => held.get(column)));
    const some = this.select({ select: '1', index, where, limit: FEW + 1 });
    return (this.run({ ...some, sql: `SELECT count(*) AS n FROM (${some.sql})` })[0] as { n: number }).n <= FEW;
  }

  private numbers(asked: Omit<Selection, 'select'>): number[] {
    return rowsOf(this.run(this.select({ ...asked, select: 'rowid AS row' })));
  }

  private async columns<A, B>(statement: Fragment): Promise<[A[], B[]]> {
    await this.turn();
    const { json, counted = '[]' } = this.run(statement)[0] as { json: string; counted?: string };
    await this.turn();
    const values = JSON.parse(json) as A[];
    await this.turn();
    return [values, JSON.parse(counted) as B[]];
  }

  private select(asked: Selection): Fragment {
    return selection(this.collection, asked);
  }
}

function rowsOf(found: readonly unknown[]): number[] {
  return found.map((one) => (one as { row: number }).row);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
