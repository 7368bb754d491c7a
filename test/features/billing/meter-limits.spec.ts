import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { containing, likeWeight } from '../../../src/features/billing/meters/like.rules.ts';
import type { FilterClause, MeterFilter } from '../../../src/features/billing/meters/meter.events.ts';
import { filterWeight, MeterReading, MOST_CLAUSES } from '../../../src/features/billing/meters/meter-filter.rules.ts';
import { demandClauses, demandRoom } from '../../../src/features/billing/meters/meter-limits.rules.ts';
import type { MeterDocument } from '../../../src/features/billing/meters/meter.projection.ts';
import { LIMITS } from '../../../src/limits.ts';
import { Random } from '../../support/contract-tools.ts';

const like = (value: string): FilterClause => ({ property: 'a', operator: 'like', value });
const equal: FilterClause = { property: 'a', operator: 'eq', value: 1 };
const any = (...clauses: MeterFilter['clauses']): MeterFilter => ({ conjunction: 'or', clauses });
const many = (length: number, clause = equal) => any(...Array.from({ length }, () => clause));

describe('a pattern', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('of any length is found where trying every place finds it', () => {
    const chance = new Random(23);
    const found = [0, 0];
    for (let round = 0; round < 4_000; round++) {
      const alphabet = chance.pick([
        ['a', 'b', '_'],
        ['a', '\u{1f600}', '_', '_'],
        ['a', 'a', '_'],
      ]);
      const text = textOf(chance, 10 + chance.int(150), alphabet.slice(0, 2));
      // Most are cut from the text, so that many are found.
      const cut = Array.from({ length: 1 + chance.int(3) }, () => {
        const characters = [...text];
        const from = chance.int(characters.length);
        return characters.slice(from, from + 1 + chance.int(90)).map((one) => (chance.int(4) === 0 ? '_' : one));
      });
      const pattern = chance.int(4) === 0 ? textOf(chance, 40, alphabet) : cut.map((part) => part.join('')).join('%');
      const expected = isFound([...text], pattern);
      if (containing(pattern)(text) !== expected) throw new Error(JSON.stringify({ pattern, text, expected }));
      found[Number(expected)]! += 1;
    }
    expect(Math.min(...found)).toBeGreaterThan(500);
  });

  it.each(['_a'.repeat(15), '_a%'.repeat(10), '_a'.repeat(250), '_a%b'.repeat(250), `${'_a'.repeat(20)}%_b`])(
    'reads no character of a text twice: %s',
    (pattern) => {
      const reads = jest.spyOn(String.prototype, 'charCodeAt');
      const matches = containing(pattern);
      reads.mockClear();
      matches('a'.repeat(500));
      expect(reads.mock.calls.length).toBeLessThanOrEqual(500);
    },
  );

  it('weighs as many steps as each character takes', () => {
    expect(['', 'a', '_'.repeat(32), '_'.repeat(33), '%'.repeat(1_000)].map(likeWeight)).toEqual([1, 1, 1, 2, 32]);
  });
});

describe('a filter', () => {
  const errorsOf = (filter: MeterFilter) => {
    const reading = new MeterReading();
    reading.filter(filter);
    return reading.errors.map(({ loc, type }) => [loc.join('.'), type]);
  };

  it('weighs its clauses, groups, and each 32 characters that it searches for', () => {
    const notLike: FilterClause = { ...like('a'.repeat(64)), operator: 'not_like' };
    expect(filterWeight(any(equal, any(equal, like('a'.repeat(33))), notLike))).toBe(1 + 1 + 1 + 2 + 2);
    expect(filterWeight(any({ ...equal, value: 'a'.repeat(1_000) }))).toBe(1);
  });

  it('has at most a hundred clauses by their weight', () => {
    const refused = [['body.filter', 'too_long']];
    expect(errorsOf(many(MOST_CLAUSES))).toEqual([]);
    expect(errorsOf(many(25, like('_'.repeat(128))))).toEqual([]);
    expect(errorsOf(many(25, like('_'.repeat(129))))).toEqual(refused);
    expect(errorsOf(any(any(many(26, like('_'.repeat(128))))))).toEqual(refused);
  });
});

describe('an organization’s meters', () => {
  const meter = (id: string, filter: MeterFilter, serving: MeterFilter | null = null) =>
    ({
      id,
      filter: JSON.stringify(filter),
      serving: serving && { revision: 1, filter: JSON.stringify(serving), aggregation: { func: 'count' } },
    }) as MeterDocument;
  const full = Array.from({ length: LIMITS.organization.meterClauses.most / 100 - 1 }, (_, n) =>
    meter(`m${n}`, many(100)),
  );

  it('are at most fifty', () => {
    const meters = Array.from({ length: LIMITS.organization.meters.most }, (_, n) => meter(`m${n}`, any()));
    expect(() => demandRoom(meters.slice(1))).not.toThrow();
    expect(() => demandRoom(meters)).toThrow(/at most 50 meters/);
  });

  it('have five hundred clauses at most in all', () => {
    expect(() => demandClauses(full, 'new', many(100))).not.toThrow();
    expect(() => demandClauses([...full, meter('a', many(1))], 'new', many(100))).toThrow(/at most 500 .*not 501/);
  });

  it('count a changed filter beside the one that serves until it has counted past usage', () => {
    const [first] = full;
    const others = full.slice(1);
    expect(() => demandClauses(full, first!.id, many(100))).not.toThrow();
    expect(() => demandClauses([...full, meter('a', many(1))], first!.id, many(100))).toThrow();
    // The one that never served is replaced.
    const changing = [...others, meter('m', many(100), many(50)), meter('b', many(50))];
    expect(() => demandClauses(changing, 'm', many(100))).not.toThrow();
    expect(() => demandClauses(changing, 'new', many(1))).toThrow();
  });
});

function textOf(chance: Random, length: number, alphabet: readonly string[]): string {
  return Array.from({ length }, () => chance.pick(alphabet)).join('');
}

/** Tries every place, one character after the other. */
function isFound(text: readonly string[], pattern: string): boolean {
  let from = 0;
  for (const part of pattern.split('%').map((one) => [...one])) {
    const places = Array.from({ length: Math.max(0, text.length - from - part.length + 1) }, (_, n) => from + n);
    const at = places.find((place) => part.every((one, n) => one === '_' || one === text[place + n]));
    if (at === undefined) return false;
    from = at + part.length;
  }
  return true;
}
