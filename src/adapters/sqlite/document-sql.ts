import {
  isForFilling,
  type Collection,
  type Scalar,
  type Sort,
  type Where,
} from '../../kernel/ports/document-store.ts';
import { DomainError } from '../../kernel/errors.ts';
import { hasHalfCharacter } from '../../kernel/text.ts';
import { hasNul, type Param } from './database.ts';
import { indexesOf, type Index } from './document-index.ts';

/** Holds of rows that are not tombstones. It names a column that no change of a document sets: otherwise each would rewrite every index. */
export const IS_LIVE = 'removed_at IS NULL';
const OWN = ['id TEXT PRIMARY KEY NOT NULL', 'log_position TEXT NOT NULL', 'body TEXT', 'removed_at TEXT'];

/** A piece of SQL and its bound parameters, in order. */
export interface Fragment {
  sql: string;
  params: Param[];
}

/** A query of one collection, which returns only live documents. */
export interface Selection {
  /** The SELECT list, in SQL; fields by `columnOf`. */
  select: string;
  /** The index to use instead of the planner's choice. */
  index?: Index | undefined;
  where?: Where | undefined;
  order?: readonly Sort[];
  limit?: number;
  skip?: number;
  groupBy?: string;
}

export function selection(collection: Collection, asked: Selection): Fragment {
  const columns = columnsOf(collection);
  const where = asked.where ? condition(asked.where, columns) : undefined;
  const params = [...(where?.params ?? [])];
  let sql = `SELECT ${asked.select} FROM ${tableOf(collection)}`;
  if (asked.index) sql += ` INDEXED BY "${asked.index.name}"`;
  // In every query, because the indexes contain only live documents and SQLite uses them only with this condition.
  sql += ` WHERE ${IS_LIVE}${where ? ` AND ${where.sql}` : ''}`;
  if (asked.groupBy !== undefined) sql += ` GROUP BY ${column(asked.groupBy, columns)}`;
  if (asked.order?.length) sql += ` ORDER BY ${orderBy(asked.order, columns)}`;
  if (asked.limit !== undefined) {
    sql += ' LIMIT ? OFFSET ?';
    params.push(asked.limit, asked.skip ?? 0);
  }
  return { sql, params };
}

/** The keys of a sorting, followed by the id in the first key's direction. */
export function keysOf(sort: readonly Sort[] = []): Sort[] {
  if (sort.some(({ field }) => field === 'id')) return [...sort];
  return [...sort, { field: 'id', direction: sort[0]?.direction ?? 'asc' }];
}

/** Statements that create the table and its columns and drop indexes that are no longer declared, and those that create missing indexes. */
export function schemaOf(
  collection: Collection,
  present: { columns: readonly string[]; indexes: readonly string[]; toFill: boolean },
): { tables: string[]; indexes: string[] } {
  const table = tableOf(collection);
  const fields = fieldsOf(collection);
  const missing = fields.filter((field) => !present.columns.includes(`f_${field}`));
  const added = missing.flatMap((field) => [
    `ALTER TABLE ${table} ADD COLUMN ${columnOf(field)}`,
    `UPDATE ${table} SET ${columnOf(field)} = json_extract(body, '$."${field}"') WHERE ${IS_LIVE}`,
  ]);
  const tables =
    present.columns.length === 0 ? [`CREATE TABLE ${table} (${[...OWN, ...fields.map(columnOf)].join(', ')})`] : added;
  const declared = indexesOf(collection);
  const obsolete = present.indexes.filter((name) => !declared.some((index) => index.name === name));
  const wanted = present.toFill ? declared.filter(({ columns }) => isForFilling(columns)) : declared;
  const indexes = wanted
    .filter(({ name }) => !present.indexes.includes(name))
    .map(
      ({ name, columns: on }) =>
        `CREATE INDEX IF NOT EXISTS "${name}" ON ${table} (${on.map(columnOf).join(', ')}) WHERE ${IS_LIVE}`,
    );
  return { tables: [...tables, ...obsolete.map((name) => `DROP INDEX "${name}"`)], indexes };
}

/** Checked and quoted, because names can't be bound. */
export function tableOf(collection: Pick<Collection, 'name'>): string {
  checkName(collection.name);
  return `"${collection.name}"`;
}

/** Columns of the queryable fields. */
function columnsOf(collection: Collection): ReadonlyMap<string, string> {
  const known = columnsByCollection.get(collection);
  if (known) return known;
  const columns = new Map(fieldsOf(collection).map((field) => [field, columnOf(field)]));
  columns.set('id', 'id');
  columnsByCollection.set(collection, columns);
  return columns;
}

const columnsByCollection = new WeakMap<Collection, ReadonlyMap<string, string>>();

/** The queryable fields but for the id, each with a column. */
export function fieldsOf(collection: Collection): readonly string[] {
  const known = fieldsByCollection.get(collection);
  if (known) return known;
  const { scope = [], sortings = [], filters = [], sums = [] } = collection.lists ?? {};
  const fields = new Set([
    ...collection.indexes.flat(),
    ...(collection.fields ?? []),
    ...scope,
    ...sortings,
    ...filters,
    ...sums,
  ]);
  fields.delete('id');
  for (const field of fields) checkName(field);
  fieldsByCollection.set(collection, [...fields]);
  return [...fields];
}

const fieldsByCollection = new WeakMap<Collection, readonly string[]>();

export function columnOf(field: string): string {
  return field === 'id' ? 'id' : `"f_${field}"`;
}

/** A field's value as JSON text, which keeps characters that the driver would truncate or replace; NULL if the field is missing. */
export function jsonOf(field: string): string {
  return field === 'id' ? 'json_quote(id)' : `body -> '$."${field}"'`;
}

function checkName(name: string): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new DomainError('InvalidQuery', `${JSON.stringify(name)} is not a name`);
}

function condition(where: Where, columns: ReadonlyMap<string, string>): Fragment {
  if ('and' in where) return joined(where.and, ' AND ', '1', columns);
  if ('or' in where) return joined(where.or, ' OR ', '0', columns);
  if ('eq' in where) return equal(column(where.eq[0], columns), where.eq[1]);
  if ('in' in where) return oneOf(column(where.in[0], columns), where.in[1]);
  if ('lt' in where) return compare(where.lt, '<', columns);
  if ('lte' in where) return compare(where.lte, '<=', columns);
  if ('gt' in where) return compare(where.gt, '>', columns);
  if ('gte' in where) return compare(where.gte, '>=', columns);
  if ('contains' in where) {
    const text = bound(where.contains[1]);
    return { sql: `instr(${column(where.contains[0], columns)}, ${text.sql}) > 0`, params: text.params };
  }
  if ('endsWith' in where) {
    const [place, text] = [column(where.endsWith[0], columns), bound(where.endsWith[1])];
    const sql = `(length(${text.sql}) = 0 OR substr(${place}, -length(${text.sql})) = ${text.sql})`;
    return { sql: `(${place} IS NOT NULL AND ${sql})`, params: [...text.params, ...text.params, ...text.params] };
  }
  if ('has' in where) return element(where.has, columns);
  if ('exists' in where) {
    const [field, present] = where.exists;
    return { sql: `${column(field, columns)} IS ${present ? 'NOT NULL' : 'NULL'}`, params: [] };
  }
  throw new DomainError('InvalidQuery', `${Object.keys(where).join()} is not a condition`);
}

function joined(parts: readonly Where[], by: string, empty: string, columns: ReadonlyMap<string, string>): Fragment {
  const conditions = parts.map((part) => condition(part, columns));
  if (conditions.length === 0) return { sql: empty, params: [] };
  return { sql: `(${conditions.map(({ sql }) => sql).join(by)})`, params: conditions.flatMap(({ params }) => params) };
}

function equal(column: string, value: Scalar): Fragment {
  if (value === null) return { sql: `${column} IS NULL`, params: [] };
  const { sql, params } = bound(value);
  return { sql: `${column} = ${sql}`, params };
}

function oneOf(column: string, values: readonly Scalar[]): Fragment {
  // A single value becomes an equality, so that the planner can still sort by the index.
  if (values.length === 1) return equal(column, values[0]!);
  const some = values.filter((value) => value !== null).map(bound);
  const list = {
    sql: `${column} IN (${some.map(({ sql }) => sql).join()})`,
    params: some.flatMap(({ params }) => params),
  };
  return values.includes(null) ? { sql: `(${list.sql} OR ${column} IS NULL)`, params: list.params } : list;
}

function compare(
  [field, value]: [string, string | number],
  operator: string,
  columns: ReadonlyMap<string, string>,
): Fragment {
  const { sql, params } = bound(value);
  return { sql: `${column(field, columns)} ${operator} ${sql}`, params };
}

/**
 * Searches the list's JSON text, which an index can cover. A quotation mark after a bracket or comma starts an element, unless it ends one
 * whose last character is a bracket or comma; only then is it followed by one itself.
 */
function element([field, value]: [string, string], columns: ReadonlyMap<string, string>): Fragment {
  const list = column(field, columns);
  const quoted = JSON.stringify(value);
  const found = { sql: `(instr(${list}, ?) = 1 OR instr(${list}, ?) > 0)`, params: [`[${quoted}`, `,${quoted}`] };
  if (!/^[,\]]/.test(value)) return found;
  const { sql, params } = bound(value);
  const exists = `EXISTS (SELECT 1 FROM json_each(${list}) AS element WHERE element.value = ${sql})`;
  return { sql: `CASE WHEN ${found.sql} THEN ${exists} ELSE 0 END`, params: [...found.params, ...params] };
}

/** Ascending order puts nulls first, as is SQLite's default. */
function orderBy(keys: readonly Sort[], columns: ReadonlyMap<string, string>): string {
  return keys
    .map(({ field, direction }) => `${column(field, columns)} ${direction === 'desc' ? 'DESC' : 'ASC'}`)
    .join();
}

function column(field: string, columns: ReadonlyMap<string, string>): string {
  const known = columns.get(field);
  if (!known) throw new DomainError('InvalidQuery', `${JSON.stringify(field)} can't be queried`);
  return known;
}

function bound(value: Exclude<Scalar, null>): Fragment {
  if (typeof value === 'boolean') return { sql: '?', params: [value ? 1 : 0] };
  // The driver would truncate text at NUL and replace lone surrogates.
  if (typeof value === 'string' && (hasNul(value) || hasHalfCharacter(value)))
    return { sql: `json_extract(?, '$')`, params: [JSON.stringify(value)] };
  if (typeof value === 'string' || Number.isFinite(value)) return { sql: '?', params: [value] };
  throw new DomainError('InvalidQuery', 'A value is text, a number or a boolean');
}
