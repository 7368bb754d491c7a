import type { Document, Find, Scalar, Where } from '../../src/kernel/ports/document-store.ts';

type Fields = Document & Record<string, unknown>;

/** A model of `find`, as simple as possible. */
export function findIn<D extends Document>(documents: readonly D[], query: Find): { items: D[]; total: number } {
  const found = documents.filter((document) => holds(document as unknown as Fields, query.where ?? { and: [] }));
  const sort = query.sort ?? [];
  const keys = [...sort, { field: 'id', direction: sort[0]?.direction ?? 'asc' }];
  found.sort((a, b) => {
    for (const { field, direction } of keys) {
      const order = compare(valueOf(a as unknown as Fields, field), valueOf(b as unknown as Fields, field));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  });
  const skip = query.skip ?? 0;
  return { items: found.slice(skip, skip + query.limit), total: found.length };
}

function holds(document: Fields, where: Where): boolean {
  if ('and' in where) return where.and.every((part) => holds(document, part));
  if ('or' in where) return where.or.some((part) => holds(document, part));
  if ('eq' in where) return valueOf(document, where.eq[0]) === where.eq[1];
  if ('in' in where) return where.in[1].includes(valueOf(document, where.in[0]));
  if ('exists' in where) return (valueOf(document, where.exists[0]) !== null) === where.exists[1];
  if ('contains' in where) return String(valueOf(document, where.contains[0]) ?? '').includes(where.contains[1]);
  if ('endsWith' in where) {
    const text = valueOf(document, where.endsWith[0]);
    return text !== null && String(text).endsWith(where.endsWith[1]);
  }
  if ('has' in where)
    return [document[where.has[0]]].flat().includes(where.has[1]) && Array.isArray(document[where.has[0]]);
  const [operator, [field, limit]] = Object.entries(where)[0] as unknown as [string, [string, string | number]];
  const value = valueOf(document, field);
  if (value === null) return false;
  const order = compare(value, limit);
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator]!;
}

function valueOf(document: Fields, field: string): Scalar {
  return (document[field] ?? null) as Scalar;
}

/** Nulls first, then numbers, then text by code point, which is the order of its bytes in UTF-8. */
function compare(a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
