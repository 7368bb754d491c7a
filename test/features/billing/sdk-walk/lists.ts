import { expect } from '@jest/globals';
import { placesOf } from '../../../support/request-places.ts';

/** null for each field of a request that may be null. */
export function nulls(schema: unknown): object {
  const fields = [...placesOf(schema)].flatMap((place) => /^(\w+): null$/.exec(place)?.[1] ?? []);
  return Object.fromEntries(fields.map((field) => [field, null]));
}

/** The schema of one field of a request. */
export function schemaAt(schema: unknown, field: string): unknown {
  const { typeName, schema: inner, shape } = (schema as ZodLike)._def;
  return typeName === 'ZodEffects' ? schemaAt(inner, field) : shape!()[field];
}

interface ZodLike {
  _def: { typeName: string; schema?: unknown; shape?(): Record<string, unknown> };
}

type Listed = { result: { items: { id: string }[]; pagination: { totalCount: number } } };
export type List = (request: never) => Promise<Listed>;
export const ids = async (list: List, request: object) =>
  (await list(request as never)).result.items.map(({ id }) => id);

/** Each ordering and its reverse, pages, and no filter. */
export async function walkList(list: List, schema: unknown, minimum: number, narrowing: object = {}): Promise<void> {
  const places = [...placesOf(schema)];
  const all = await ids(list, { ...narrowing, limit: 100 });
  expect(all.length).toBeGreaterThanOrEqual(minimum);
  expect(await ids(list, { ...nulls(schema), ...narrowing, limit: 100 })).toEqual(all);
  const pages = [
    await ids(list, { ...narrowing, page: 1, limit: 1 }),
    await ids(list, { ...narrowing, page: 2, limit: 1 }),
  ];
  expect(pages.flat()).toEqual(all.slice(0, 2));
  for (const sorting of places.flatMap((place) => /^sorting: ([a-z]\w+)$/.exec(place)?.[1] ?? [])) {
    if (sorting === 'null') continue;
    const sorted = (by: string) => ids(list, { ...narrowing, sorting: [by], limit: 100 });
    expect([sorting, (await sorted(`-${sorting}`)).reverse()]).toEqual([sorting, await sorted(sorting)]);
  }
}

/** What a filter finds by one value and by several, which are alternatives. */
export async function walkFilter(
  list: List,
  name: string,
  one: unknown,
  expected: string[],
  more: object = {},
): Promise<void> {
  const sorted = async (value: unknown) => (await ids(list, { limit: 100, ...more, [name]: value })).sort();
  expect([name, one, await sorted(one)]).toEqual([name, one, [...expected].sort()]);
  if (typeof one === 'string' && name.toLowerCase().endsWith('id'))
    expect([name, await sorted([one])]).toEqual([name, [...expected].sort()]);
}

/** By each type of value, and by several, of which any may match. */
export async function walkMetadata(list: List, tagged: string, other: string): Promise<void> {
  for (const [key, value] of [
    ['tier', 'gold'],
    ['seats', 3],
    ['vip', true],
  ] as const) {
    await walkFilter(list, 'metadata', { [key]: value }, [tagged]);
    await walkFilter(list, 'metadata', { [key]: [value] }, [tagged]);
  }
  await walkFilter(list, 'metadata', { tier: ['gold', 'silver'] }, [tagged, other]);
}
