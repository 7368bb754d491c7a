import type { Collection, Document, Write } from '../../kernel/ports/document-store.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import type { Param } from './database.ts';
import { columnOf, fieldsOf, tableOf, type Fragment } from './document-sql.ts';

/** A document as it is stored. */
export interface Row {
  id: string;
  position: Position;
  /** JSON text; null for a tombstone. */
  body: string | null;
}

interface Assignment {
  /** In SQL. */
  column: string;
  /** Whether the parameter is JSON text to extract the value from. */
  isJson?: boolean;
  param: Param;
}

/** Of a document that is not there yet; changes nothing if it is. */
export function insertion(write: Write): Fragment {
  const assigned = [{ column: 'id', param: write.id }, ...ownColumns(write), ...fieldColumns(write)];
  const sql = statement(write.collection, 'insert', assigned, () => {
    const columns = assigned.map(({ column }) => column).join(', ');
    const values = assigned.map(valueOf).join(', ');
    return `INSERT INTO ${tableOf(write.collection)} (${columns}) VALUES (${values}) ON CONFLICT (id) DO NOTHING`;
  });
  return { sql, params: assigned.map(({ param }) => param) };
}

/**
 * Of a document whose row was at a position; changes nothing if it is not. Sets only the fields that differ from the known row, because SQLite
 * rewrites each index of which a column is set, even to what it was.
 */
export function replacement(write: Write, seen: Position, known: Row | undefined): Fragment {
  const assigned = known?.body != null && write.document ? changes(write, known.body) : everything(write);
  const sql = statement(write.collection, 'update', assigned, () => {
    const set = assigned.map((one) => `${one.column} = ${valueOf(one)}`).join(', ');
    return `UPDATE ${tableOf(write.collection)} SET ${set} WHERE id = ? AND log_position = ?`;
  });
  return { sql, params: [...assigned.map(({ param }) => param), write.id, seen] };
}

function everything(write: Write): Assignment[] {
  return [...ownColumns(write), ...fieldColumns(write)];
}

function changes(write: Write, knownBody: string): Assignment[] {
  const own = ownColumns(write).filter(({ column }) => column !== 'removed_at');
  const before = fieldColumns({ ...write, document: JSON.parse(knownBody) as Document });
  const after = fieldColumns(write);
  return [
    ...own,
    ...after.filter(({ param, isJson }, n) => param !== before[n]!.param || isJson !== before[n]!.isJson),
  ];
}

function ownColumns({ position, document, removedAt }: Write): Assignment[] {
  return [
    { column: 'log_position', param: position },
    { column: 'body', param: document === undefined ? null : JSON.stringify(document) },
    // A tombstone of unknown age is swept at once.
    { column: 'removed_at', param: document === undefined ? (removedAt ?? '') : null },
  ];
}

function fieldColumns({ collection, document }: Pick<Write, 'collection' | 'document'>): Assignment[] {
  const values = document as Record<string, unknown> | undefined;
  return fieldsOf(collection).map((field) => fieldColumn(columnOf(field), values?.[field] ?? null));
}

/** What `json_extract` makes of a field of the body. */
function fieldColumn(column: string, value: unknown): Assignment {
  if (value === null) return { column, param: null };
  if (typeof value === 'boolean') return { column, param: value ? 1 : 0 };
  if (typeof value === 'number') return { column, param: Number.isFinite(value) ? value : null };
  if (typeof value === 'string' && isPlain(value)) return { column, param: value };
  const json = JSON.stringify(value);
  return typeof value === 'string' ? { column, isJson: true, param: json } : { column, param: json };
}

/** Whether the driver keeps the text: it would truncate it at NUL and replace lone surrogates. */
function isPlain(text: string): boolean {
  return !/[\0\ud800-\udfff]/.test(text);
}

function valueOf({ isJson }: Assignment): string {
  return isJson ? `json_extract(?, '$')` : '?';
}

const statements = new WeakMap<Collection, Map<string, string>>();

/** The same string each time, because a rebuild looks up millions of prepared statements by them. */
function statement(
  collection: Collection,
  kind: string,
  assigned: readonly Assignment[],
  compose: () => string,
): string {
  const known = statements.get(collection) ?? new Map<string, string>();
  statements.set(collection, known);
  const key = assigned.reduce((text, { column, isJson }) => `${text},${isJson ? '+' : ''}${column}`, kind);
  const sql = known.get(key) ?? compose();
  known.set(key, sql);
  return sql;
}
