import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  type?: string | string[];
  maxItems?: number;
  [keyword: string]: unknown;
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: unknown }>>;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;

/** The lists in bodies of requests, and whether their length has a bound. */
function* listsIn(schema: unknown, where: string, seen: Set<string>): Generator<[where: string, isBounded: boolean]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { $ref, type, maxItems } = schema as Schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    if (!seen.has(name)) yield* listsIn(document.components.schemas[name], name, seen.add(name));
    return;
  }
  if ([type].flat().includes('array')) yield [where, maxItems !== undefined];
  for (const [key, inner] of Object.entries(schema)) yield* listsIn(inner, `${where}.${key}`, seen);
}

/** Lists under `/api/auth` are roles and permissions, whose bounds OpenAPI has no word for. */
it('every list in a body under /v1 has a bound, beyond which it is not looked into', () => {
  const seen = new Set<string>();
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/'));
  const bodies = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => [`${method} ${path}`, requestBody] as const),
  );
  const lists = bodies.flatMap(([where, body]) => [...listsIn(body, where, seen)]);
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(([, isBounded]) => !isBounded)).toEqual([]);
});
