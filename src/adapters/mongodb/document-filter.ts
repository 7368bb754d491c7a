import type { Filter, Sort as MongoSort } from 'mongodb';
import {
  declaredIndexes,
  type Collection,
  type Find,
  type Scalar,
  type Sort,
  type Where,
} from '../../kernel/ports/document-store.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { MongoRow } from './stored-document.ts';

/** Not a tombstone. */
export const LIVE = { _removed_at: { $exists: false } };

/** Only live documents. Added only if the query does not already exclude tombstones, so that an index alone can answer a count. */
export function filterOf(collection: Collection, { where }: Pick<Find, 'where'>): Filter<MongoRow> {
  if (!where) return LIVE;
  const asked = condition(where, fieldsOf(collection));
  return asksForValue(where) ? asked : { $and: [asked, LIVE] };
}

/** Whether only documents with some value match: tombstones have none. */
function asksForValue(where: Where): boolean {
  if ('and' in where) return where.and.some(asksForValue);
  if ('or' in where) return where.or.every(asksForValue);
  const [field] = Object.values(where)[0] as [string];
  if (field === 'id') return false;
  if ('eq' in where) return where.eq[1] !== null;
  if ('in' in where) return !where.in[1].includes(null);
  return 'exists' in where ? where.exists[1] : true;
}

/** Like the port, MongoDB sorts nulls first and strings by code point. */
export function sortOf(collection: Collection, sort: readonly Sort[] = []): MongoSort {
  const known = fieldsOf(collection);
  const keys = sort.map(({ field, direction }) => [placeOf(field, known), sign(direction)] as const);
  if (sort.some(({ field }) => field === 'id')) return new Map(keys);
  return new Map([...keys, ['_id', sign(sort[0]?.direction ?? 'asc')]]);
}

/** The keys of an index, the id last. */
export function indexOf(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries([...fields.filter((field) => field !== 'id'), '_id'].map((key) => [key, 1]));
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

/** @throws DomainError the value is an object, which MongoDB would read as an operator */
function scalar(value: Scalar): Scalar {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  throw new DomainError('InvalidQuery', 'A query compares only with strings, numbers, booleans and null', 422);
}

/** @throws DomainError the collection does not declare the field */
export function placeOf(field: string, known: ReadonlySet<string>): string {
  if (!known.has(field)) throw new DomainError('InvalidQuery', `${JSON.stringify(field)} can't be queried`, 422);
  return field === 'id' ? '_id' : field;
}

/** The queryable fields of a collection. */
export function fieldsOf(collection: Collection): ReadonlySet<string> {
  const { fields = [], lists } = collection;
  return new Set([
    ...declaredIndexes(collection).flat(),
    ...fields,
    ...(lists?.filters ?? []),
    ...(lists?.sums ?? []),
    'id',
  ]);
}

function sign(direction: Sort['direction']): 1 | -1 {
  return direction === 'asc' ? 1 : -1;
}

/** A pattern that matches a substring literally: every other character than a letter or digit is escaped by its code. */
function escaped(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/gu, (character) => `\\x{${character.codePointAt(0)!.toString(16)}}`);
}
