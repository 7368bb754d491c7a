import type { Document } from '../../src/kernel/ports/document-store.ts';
import type { Random } from './contract-tools.ts';

/** Keys that could be operators, paths, indexes of lists, or a prototype, and some that JSON, BSON or UTF-8 treat specially. */
const HOSTILE_KEYS = [
  '$where',
  '$set',
  '$',
  'a.b',
  '.',
  '',
  '0',
  '-1',
  '__proto__',
  'constructor',
  'toJSON',
  '_id',
  '_json',
  '_removed_at',
  '_bsontype',
  'id',
  'k',
  'v',
  'length',
  'metadata',
  'nul\0',
  ' ',
  'é漢🎉',
  '\ud800',
  'x'.repeat(2_000),
];

const TEXTS = [
  '',
  'plain',
  '$where',
  'nul\0nul',
  '\ud800',
  'half \udfff of it',
  '🎉\u{10ffff}',
  '\uff21\ufffd',
  '2026-03-01T10:00:00.000Z',
  'é'.repeat(5_000),
  '{"$ne":null}',
  '"\\',
];
const NUMBERS = [0, 1, -1, 0.1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e300, -1e-300, 5e-324];
const FIELDS = ['name', 'billing_address', 'items', 'camelCase', 'x1', 'constructor', 'k', 'v'];

/** A document with fields of any JSON, and caller's maps in `metadata`, at any depth. */
export function randomDocument(random: Random, id: string): Document {
  const names = random.shuffle(FIELDS).slice(0, random.int(FIELDS.length));
  const fields = names.map((name) => [name, randomFields(random, 3)]);
  return {
    ...Object.fromEntries(fields),
    ...(random.int(4) > 0 && { metadata: randomMap(random, 4) }),
    id,
  } as Document;
}

/** What a projection writes: objects with names of its own, and maps among them. Rarely a map that nobody declared. */
function randomFields(random: Random, depth: number): unknown {
  if (depth === 0 || random.int(2) === 0) return randomScalar(random);
  const some = <T>(make: () => T) => Array.from({ length: random.int(4) }, make);
  if (random.int(2) === 0) return some(() => randomFields(random, depth - 1));
  const fields = some(() => [
    random.int(20) === 0 ? randomKey(random) : random.pick(FIELDS),
    randomFields(random, depth - 1),
  ]);
  return Object.fromEntries([
    ...fields,
    ...(random.int(3) === 0 ? [['metadata', randomMap(random, depth)]] : []),
  ]) as object;
}

/** What a caller sends. Rarely also what nobody should: a list or a scalar instead of a map, or nesting beyond what a server stores. */
export function randomMap(random: Random, depth: number): unknown {
  if (random.int(40) === 0) return nested(250);
  if (random.int(10) === 0) return random.pick([null, 'text', [], [[]], [{}], [{ k: 'a', v: 1 }]]);
  const entries = Array.from({ length: random.int(5) }, () => [randomKey(random), randomFree(random, depth)]);
  return Object.fromEntries(entries) as object;
}

function randomFree(random: Random, depth: number): unknown {
  if (depth === 0 || random.int(3) > 0) return randomScalar(random);
  if (random.int(3) > 0) return randomMap(random, depth - 1);
  return Array.from({ length: random.int(4) }, () => randomFree(random, depth - 1));
}

function randomKey(random: Random): string {
  return random.int(2) === 0 ? random.pick(HOSTILE_KEYS) : `key${random.int(20)}`;
}

function randomScalar(random: Random): unknown {
  return random.pick([random.pick(TEXTS), random.pick(NUMBERS), random.pick([true, false]), null]);
}

function nested(levels: number): unknown {
  return levels === 0 ? 'deep' : { $in: [nested(levels - 2)] };
}
