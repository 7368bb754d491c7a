import type { Filter, Sort as MongoSort } from 'mongodb';
import {
  declaredIndexes,
  type Collection,
  type Document,
  type Find,
  type Scalar,
  type Sort,
  type Where,
} from '../../kernel/ports/document-store.ts';
import { DomainError } from '../../kernel/errors.ts';

/**
 * A document as it lies there. The body is JSON text, so that it comes back as it was: keys with dots, half surrogate pairs, the order of
 * keys. What may be queried lies beside it under `f`, null where it is absent.
 */
export interface MongoRow {
  _id: string;
  position: string;
  /** Of the save that wrote it, so that who wrote it knows. */
  save: string;
  body: string | null;
  /** Of a tombstone. */
  removedAt?: string;
  f: Record<string, unknown>;
}

/** Of live documents alone. Said only where the query itself does not exclude tombstones, so that an index can answer a count alone. */
export function filterOf(collection: Collection, { where }: Pick<Find, 'where'>): Filter<MongoRow> {
  const live = { body: { $ne: null } };
  if (!where) return live;
  const asked = condition(where, fieldsOf(collection));
  return asksForValue(where) ? asked : { $and: [asked, live] };
}

/** Whether only what has some value fits: a tombstone has none. */
function asksForValue(where: Where): boolean {
  if ('and' in where) return where.and.some(asksForValue);
  if ('or' in where) return where.or.every(asksForValue);
  const [field] = Object.values(where)[0] as [string];
  if (field === 'id') return false;
  if ('eq' in where) return where.eq[1] !== null;
  if ('in' in where) return !where.in[1].includes(null);
  return 'exists' in where ? where.exists[1] : true;
}

/** MongoDB too sorts nulls first and text by code point. */
export function sortOf(collection: Collection, sort: readonly Sort[] = []): MongoSort {
  const known = fieldsOf(collection);
  const keys = sort.map(({ field, direction }) => [placeOf(field, known), sign(direction)] as const);
  if (sort.some(({ field }) => field === 'id')) return new Map(keys);
  return new Map([...keys, ['_id', sign(sort[0]?.direction ?? 'asc')]]);
}

/** The keys of an index; the id closes each. */
export function indexOf(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(
    [...fields.filter((field) => field !== 'id').map((field) => `f.${field}`), '_id'].map((key) => [key, 1]),
  );
}

/** What may be queried of a document. */
export function queriedOf(collection: Collection, document: Document | undefined): Record<string, unknown> {
  if (!document) return {};
  const values = document as unknown as Record<string, unknown>;
  return Object.fromEntries(
    [...fieldsOf(collection)].filter((field) => field !== 'id').map((field) => [field, values[field] ?? null]),
  );
}

function condition(where: Where, known: ReadonlySet<string>): Filter<MongoRow> {
  const on = (field: string, test: unknown): Filter<MongoRow> => ({ [placeOf(field, known)]: test });
  if ('eq' in where) return on(where.eq[0], { $eq: scalar(where.eq[1]) });
  if ('in' in where) return on(where.in[0], { $in: where.in[1].map(scalar) });
  if ('lt' in where) return on(where.lt[0], { $lt: scalar(where.lt[1]) });
  if ('lte' in where) return on(where.lte[0], { $lte: scalar(where.lte[1]) });
  if ('gt' in where) return on(where.gt[0], { $gt: scalar(where.gt[1]) });
  if ('gte' in where) return on(where.gte[0], { $gte: scalar(where.gte[1]) });
  if ('contains' in where) return on(where.contains[0], { $regex: escaped(String(scalar(where.contains[1]))) });
  if ('endsWith' in where) return on(where.endsWith[0], { $regex: `${escaped(String(scalar(where.endsWith[1])))}\\z` });
  if ('has' in where) return on(where.has[0], { $eq: scalar(where.has[1]) });
  if ('exists' in where) return on(where.exists[0], where.exists[1] ? { $ne: null } : { $eq: null });
  if ('and' in where) return where.and.length === 0 ? {} : { $and: where.and.map((one) => condition(one, known)) };
  return where.or.length === 0 ? { _id: { $in: [] } } : { $or: where.or.map((one) => condition(one, known)) };
}

/** @throws DomainError a value that is none, which would be taken for an operator */
function scalar(value: Scalar): Scalar {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  throw new DomainError('InvalidQuery', 'A query compares with text, numbers, booleans and null alone', 422);
}

/** @throws DomainError a field that the collection does not declare */
export function placeOf(field: string, known: ReadonlySet<string>): string {
  if (!known.has(field)) throw new DomainError('InvalidQuery', `${JSON.stringify(field)} can't be queried`, 422);
  return field === 'id' ? '_id' : `f.${field}`;
}

/** What may be queried. */
export function fieldsOf(collection: Collection): ReadonlySet<string> {
  const { fields = [], lists } = collection;
  return new Set([...declaredIndexes(collection).flat(), ...fields, ...(lists?.filters ?? []), 'id']);
}

function sign(direction: Sort['direction']): 1 | -1 {
  return direction === 'asc' ? 1 : -1;
}

/** A substring as a pattern that means nothing but itself: all that is neither letter nor digit by its number. */
function escaped(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/gu, (character) => `\\x{${character.codePointAt(0)!.toString(16)}}`);
}
