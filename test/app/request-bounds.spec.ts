import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  type?: string | string[];
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  [keyword: string]: unknown;
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
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

/** How many values a body may have by its schema. A filter within a filter counts once: the number of all clauses has a bound of its own. */
function valuesOf(schema: Schema | undefined, within: readonly string[] = []): number {
  if (schema === undefined) return 0;
  const { $ref, items, maxItems = 0, properties = {}, additionalProperties, maxProperties = 0 } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    return within.includes(name) ? 1 : valuesOf(document.components.schemas[name], [...within, name]);
  }
  const sum = (schemas: readonly Schema[]) => schemas.reduce((all, one) => all + valuesOf(one, within), 0);
  const others = typeof additionalProperties === 'object' ? maxProperties * valuesOf(additionalProperties, within) : 0;
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((one) => valuesOf(one, within));
  const own = maxItems * valuesOf(items, within) + sum(Object.values(properties)) + others;
  return own + sum(schema.allOf ?? []) + Math.max(1, ...choices);
}

it('the largest body that a schema allows has no more values than its route takes', () => {
  const long = ['/v1/events/ingest', '/v1/files', '/v1/files/{id}/uploaded'];
  const largest = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema;
      return { path, values: valuesOf(schema), most: long.includes(path) ? 60_000 : 10_000 };
    }),
  );
  expect(largest.filter(({ values, most }) => values > most)).toEqual([]);
  const beyond = largest.filter(({ values }) => values > 10_000).map(({ path }) => path);
  expect(beyond.toSorted()).toEqual(long);
});
