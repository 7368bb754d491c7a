import type { Collection, Find, Scalar, Sort, Where } from '../../kernel/document-store.ts';
import { DomainError } from '../../kernel/errors.ts';
import { hasNul, type Param } from './database.ts';

/** A piece of SQL and what is bound in it, in order. */
export interface Fragment {
  sql: string;
  params: Param[];
}

/** The query of one collection as SQL: the page and the total, both over live documents alone. */
export function toSql(collection: Collection, query: Find): { page: Fragment; total: Fragment } {
  const columns = columnsOf(collection);
  const where = query.where ? condition(query.where, columns) : undefined;
  const table = tableOf(collection);
  // Said in every query: the indexes hold live documents alone, and SQLite must see that they suffice.
  const live = `WHERE body IS NOT NULL${where ? ` AND ${where.sql}` : ''}`;
  const params = where?.params ?? [];
  const order = orderBy(query.sort ?? [], columns);
  return {
    page: {
      sql: `SELECT body FROM ${table} ${live} ORDER BY ${order} LIMIT ? OFFSET ?`,
      params: [...params, query.limit, query.skip ?? 0],
    },
    total: { sql: `SELECT count(*) AS total FROM ${table} ${live}`, params },
  };
}

/** What makes the table, its columns and its indexes; `present` are the columns that a table made earlier has. */
export function schemaOf(collection: Collection, present: readonly string[]): string[] {
  const table = tableOf(collection);
  const fields = fieldsOf(collection);
  const generated = (field: string) =>
    `${columnOf(field)} GENERATED ALWAYS AS (json_extract(body, '$."${field}"')) VIRTUAL`;
  const missing = fields.filter((field) => !present.includes(`f_${field}`));
  const columns = ['id TEXT PRIMARY KEY NOT NULL', 'position TEXT NOT NULL', 'body TEXT', ...fields.map(generated)];
  const tables =
    present.length === 0
      ? [`CREATE TABLE ${table} (${columns.join(', ')})`]
      : missing.map((field) => `ALTER TABLE ${table} ADD COLUMN ${generated(field)}`);
  const indexes = collection.indexes.map((index) => {
    const on = [...index.filter((field) => field !== 'id').map(columnOf), 'id'].join(', ');
    return `CREATE INDEX IF NOT EXISTS "${collection.name}:${index.join(',')}" ON ${table} (${on}) WHERE body IS NOT NULL`;
  });
  return [...tables, ...indexes];
}

/** Quoted, and checked, because names can't be bound. */
export function tableOf(collection: Collection): string {
  checkName(collection.name);
  return `"${collection.name}"`;
}

/** Columns of what may be queried. */
function columnsOf(collection: Collection): ReadonlyMap<string, string> {
  const known = columnsByCollection.get(collection);
  if (known) return known;
  const columns = new Map(fieldsOf(collection).map((field) => [field, columnOf(field)]));
  columns.set('id', 'id');
  columnsByCollection.set(collection, columns);
  return columns;
}

const columnsByCollection = new WeakMap<Collection, ReadonlyMap<string, string>>();

function fieldsOf(collection: Collection): string[] {
  const fields = new Set([...collection.indexes.flat(), ...(collection.fields ?? [])]);
  fields.delete('id');
  for (const field of fields) checkName(field);
  return [...fields];
}

function columnOf(field: string): string {
  return field === 'id' ? 'id' : `"f_${field}"`;
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
  // One value is an equality to the planner too, so that the index goes on sorting.
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

function element([field, value]: [string, string], columns: ReadonlyMap<string, string>): Fragment {
  column(field, columns);
  const { sql, params } = bound(value);
  const path = `'$."${field}"'`;
  const any = `EXISTS (SELECT 1 FROM json_each(body, ${path}) AS element WHERE element.value = ${sql})`;
  return { sql: `(json_type(body, ${path}) = 'array' AND ${any})`, params };
}

/** Keys, then the id in the first key's direction; nulls come first ascending, as SQLite has it. */
function orderBy(sort: readonly Sort[], columns: ReadonlyMap<string, string>): string {
  const direction = (of: Sort['direction']) => (of === 'desc' ? 'DESC' : 'ASC');
  const keys = sort.map((key) => `${column(key.field, columns)} ${direction(key.direction)}`);
  if (!sort.some(({ field }) => field === 'id')) keys.push(`id ${direction(sort[0]?.direction ?? 'asc')}`);
  return keys.join(', ');
}

function column(field: string, columns: ReadonlyMap<string, string>): string {
  const known = columns.get(field);
  if (!known) throw new DomainError('InvalidQuery', `${JSON.stringify(field)} can't be queried`);
  return known;
}

function bound(value: Exclude<Scalar, null>): Fragment {
  if (typeof value === 'boolean') return { sql: '?', params: [value ? 1 : 0] };
  if (typeof value === 'string' && hasNul(value))
    return { sql: `json_extract(?, '$')`, params: [JSON.stringify(value)] };
  if (typeof value === 'string' || Number.isFinite(value)) return { sql: '?', params: [value] };
  throw new DomainError('InvalidQuery', 'A value is text, a number or a boolean');
}
