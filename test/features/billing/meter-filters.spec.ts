import { describe, expect, it } from '@jest/globals';
import {
  FILTER_OPERATORS,
  type FilterClause,
  type MeterFilter,
} from '../../../src/features/billing/meters/meter.events.ts';
import { containing } from '../../../src/features/billing/meters/like.rules.ts';
import { MeterReading } from '../../../src/features/billing/meters/meter-filter.rules.ts';
import { matcherOf, requiredName } from '../../../src/features/billing/meters/meter-match.rules.ts';
import type { UsageFacts } from '../../../src/features/billing/meters/usage-facts.rules.ts';
import { Random } from '../../support/contract-tools.ts';

const ROUNDS = 6_000;
/** Few, so that texts are often equal or contain one another; two are in another order by UTF-16 units. */
const ALPHABETS = [
  ['a', 'b', '%', '_'],
  ['\uff21', '\u{1f600}', '_'],
  ['a', 'B', '1', 't', 'f', '%', '\\'],
];
const NUMBERS = [0, 1, -1, 2, 10, 101, 1_772_359_200, 2 ** 31 - 1, -(2 ** 31)];
const FRACTIONS = [0.5, -1.25, 10.1, 1e21, 1e-7, 1.5e300, 5e-324];
const NAMES = ['a', 'b', 'ab', 'a%'];
const KEYS = ['a', 'b', 'toString'];
const PROPERTIES = [
  'name',
  'source',
  'timestamp',
  ...KEYS,
  'a',
  'b',
  'metadata.a',
  'metadata.name',
  'metadata.metadata.a',
];

/** Filters and events that are likely to meet. */
class Chance extends Random {
  text(most = 5, alphabet = this.pick(ALPHABETS)): string {
    return Array.from({ length: this.int(most + 1) }, () => this.pick(alphabet)).join('');
  }

  value(): FilterClause['value'] {
    const pick = this.int(10);
    if (pick < 5) return pick < 2 ? this.pick([...NAMES, 'user', 'system']) : this.text();
    return pick < 8 ? this.pick(NUMBERS) : pick === 8;
  }

  clause(): FilterClause {
    if (this.int(3) === 0) return { property: 'name', operator: 'eq', value: this.pick(NAMES) };
    return { property: this.pick(PROPERTIES), operator: this.pick(FILTER_OPERATORS), value: this.value() };
  }

  filter(levels = 3): MeterFilter {
    const clauses = Array.from({ length: this.int(4) }, () =>
      levels > 1 && this.int(3) === 0 ? this.filter(levels - 1) : this.clause(),
    );
    return { conjunction: this.pick(['and', 'or']), clauses };
  }

  event(): UsageFacts {
    const value = () => (this.int(3) === 0 ? this.pick(FRACTIONS) : this.value());
    const entries = [...KEYS, 'metadata.a', '__proto__'].filter(() => this.int(2) === 0).map((key) => [key, value()]);
    return {
      name: this.pick(NAMES),
      source: this.pick(['user', 'system']),
      timestamp: new Date(1_772_359_200_000 + this.int(3_000) - 1_500).toISOString(),
      metadata: Object.fromEntries(entries) as UsageFacts['metadata'],
    };
  }
}

/** The contract's rules once more, as slowly and plainly as they can be written. */
function lets(filter: MeterFilter | FilterClause, event: UsageFacts): boolean {
  if (!('clauses' in filter)) return holds(filter, event);
  const answers = filter.clauses.map((entry) => lets(entry, event));
  if (answers.length === 0) return true;
  return filter.conjunction === 'and' ? !answers.includes(false) : answers.includes(true);
}

function holds({ property, operator, value }: FilterClause, event: UsageFacts): boolean {
  const key = property.startsWith('metadata.') ? property.slice('metadata.'.length) : property;
  const seconds = Math.floor(Date.parse(event.timestamp) / 1000);
  const builtIn = new Map<string, string | number>([
    ['name', event.name],
    ['source', event.source],
    ['timestamp', seconds],
  ]);
  const stored = builtIn.has(key) ? builtIn.get(key)! : new Map(Object.entries(event.metadata)).get(key);
  if (stored === undefined) return false;
  if (builtIn.has(key) && typeof stored !== typeof value) return false;
  const wanted = value === true ? 't' : value === false ? 'f' : `${value}`;
  if (operator === 'like') return isLike([...plain(stored)], [...`%${wanted}`]);
  if (operator === 'not_like') return !isLike([...plain(stored)], [...`%${wanted}`]);
  if (typeof stored === 'string') return compares(operator, orderOf(points(stored), points(wanted)));
  if (typeof value === 'string' || (typeof stored === 'boolean' && typeof value !== 'boolean')) return false;
  return compares(operator, orderOf([+stored], [+value]));
}

function compares(operator: FilterClause['operator'], order: '<' | '=' | '>'): boolean {
  return { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: '', not_like: '' }[operator].includes(
    order,
  );
}

function points(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0)!);
}

function orderOf(one: readonly number[], other: readonly number[]): '<' | '=' | '>' {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? '=' : one.length === 0 ? '<' : '>';
  if (one[0]! === other[0]!) return orderOf(one.slice(1), other.slice(1));
  return one[0]! < other[0]! ? '<' : '>';
}

/** Whether the text begins with what is left of the pattern; whatever follows is as if the pattern ended in `%`. */
function isLike(text: readonly string[], [first, second, ...rest]: readonly string[]): boolean {
  const next = second === undefined ? [] : [second, ...rest];
  if (first === undefined) return true;
  if (first === '%') return text.some((_, at) => isLike(text.slice(at), next)) || isLike([], next);
  if (text.length === 0) return false;
  if (first === '\\' && second !== undefined) return text[0] === second && isLike(text.slice(1), rest);
  return (first === '_' || text[0] === first) && isLike(text.slice(1), next);
}

/** A value's text, with the zeros that an exponent stands for. */
function plain(value: string | number | boolean): string {
  const [, sign = '', whole = '', places = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(typeof value === 'number' ? `${value}` : '') ?? [];
  if (whole === '') return `${value}`;
  const shift = Number(exponent);
  if (shift > 0) return sign + whole + places.padEnd(shift, '0');
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${places}`;
}

describe('any filter that can be saved', () => {
  it('matches exactly the events that the rules say', () => {
    const chance = new Chance(19);
    const seen: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const clause = chance.clause();
      const wire = round % 2 === 0 ? { conjunction: 'and' as const, clauses: [clause] } : chance.filter();
      const event = chance.event();
      const expected = lets(wire, event);
      const reading = new MeterReading();
      const matches = matcherOf(reading.filter(wire))(event);
      if (reading.errors.length > 0 || matches !== expected)
        throw new Error(`Should ${expected ? '' : 'not '}match: ${JSON.stringify({ wire, event })}`);
      if (round % 2 === 0) seen.push(`${clause.operator} ${expected}`);
    }
    const rare = FILTER_OPERATORS.flatMap((operator) => [`${operator} true`, `${operator} false`]).filter(
      (result) => seen.filter((one) => one === result).length < 15,
    );
    expect(rare).toEqual([]);
  });

  it('finds by a pattern what trying every way finds', () => {
    const chance = new Chance(22);
    const wrong: [pattern: string, text: string][] = [];
    const found = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const alphabet = chance.pick(ALPHABETS);
      const [pattern, text] = [chance.text(5, alphabet), chance.text(7, alphabet)];
      const expected = isLike([...text], [...`%${pattern}`]);
      if (containing(pattern)(text) !== expected) wrong.push([pattern, text]);
      found[Number(expected)]! += 1;
    }
    expect(wrong).toEqual([]);
    expect(Math.min(...found)).toBeGreaterThan(500);
  });

  it('requires no other name than that of the events it matches', () => {
    const chance = new Chance(20);
    const wrong: MeterFilter[] = [];
    let required = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const filter = chance.filter();
      const name = requiredName(filter);
      const event = chance.event();
      if (name === undefined || !matcherOf(filter)(event)) continue;
      required += 1;
      if (event.name !== name) wrong.push(filter);
    }
    expect(wrong).toEqual([]);
    expect(required).toBeGreaterThan(100);
  });

  it('throws on no metadata that JSON can hold', () => {
    const chance = new Chance(21);
    const odd = ['{}', '[]', 'null', '""', '{"a":1}', '[[1]]', '-0', '"\\u0000"', '"\\ud800"', '{"toString":1}'];
    for (let round = 0; round < 2_000; round++) {
      const entries = [...KEYS, '__proto__', 'constructor'].map((key) => `${JSON.stringify(key)}:${chance.pick(odd)}`);
      const metadata = JSON.parse(`{${entries.join()}}`) as UsageFacts['metadata'];
      expect(typeof matcherOf(chance.filter())({ ...chance.event(), metadata })).toBe('boolean');
    }
  });
});
