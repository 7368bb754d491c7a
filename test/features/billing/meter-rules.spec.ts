import { describe, expect, it } from '@jest/globals';
import { measurer } from '../../../src/features/billing/meters/measure.rules.ts';
import { containing } from '../../../src/features/billing/meters/like.rules.ts';
import type { FilterClause, MeterFilter } from '../../../src/features/billing/meters/meter.events.ts';
import { matcherOf, requiredName } from '../../../src/features/billing/meters/meter-match.rules.ts';
import { add, NOTHING } from '../../../src/features/billing/meters/tally.rules.ts';
import type { UsageFacts } from '../../../src/features/billing/meters/usage-facts.rules.ts';
import { Random } from '../../support/contract-tools.ts';

const TIMESTAMP = '2026-03-01T10:00:00.999Z';
const SECONDS = 1_772_359_200;

const event = (metadata: object = {}, more: Partial<UsageFacts> = {}): UsageFacts => ({
  name: 'api_call',
  source: 'user',
  timestamp: TIMESTAMP,
  metadata: metadata as UsageFacts['metadata'],
  ...more,
});
const clause = (property: string, operator: FilterClause['operator'], value: FilterClause['value']): FilterClause => ({
  property,
  operator,
  value,
});
const and = (...clauses: MeterFilter['clauses']): MeterFilter => ({ conjunction: 'and', clauses });
const or = (...clauses: MeterFilter['clauses']): MeterFilter => ({ conjunction: 'or', clauses });

const ORDERED = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
const ALL = [...ORDERED, 'like', 'not_like'] as const;
/** The operators by which an event matches. */
const holding = (
  facts: UsageFacts,
  property: string,
  value: FilterClause['value'],
  of: typeof ALL | typeof ORDERED = ALL,
) => of.filter((operator) => matcherOf(and(clause(property, operator, value)))(facts));
const [EQUAL, LESS, MORE] = [
  ['eq', 'gte', 'lte'],
  ['ne', 'lt', 'lte'],
  ['ne', 'gt', 'gte'],
];

describe('matching usage events with a filter', () => {
  const yes = clause('name', 'eq', 'api_call');
  const no = clause('name', 'eq', 'other');

  it.each<[string, MeterFilter, boolean]>([
    ['every clause of and', and(yes, yes), true],
    ['not all clauses of and', and(yes, no), false],
    ['one clause of or', or(no, yes), true],
    ['no clause of or', or(no, no), false],
    ['an empty and', and(), true],
    ['an empty or', or(), true],
    ['an empty group in or', or(no, or()), true],
    ['groups in groups', and(yes, or(no, and(yes, or(no, and(yes))))), true],
    ['a group that does not match', and(yes, or(no, and(yes, or(no, and(no))))), false],
  ])('combines: %s', (_, filter, expected) => expect(matcherOf(filter)(event())).toBe(expected));

  it('compares the name and the source as text', () => {
    expect(holding(event(), 'name', 'api_call', ORDERED)).toEqual(EQUAL);
    expect(holding(event(), 'name', 'api_calls', ORDERED)).toEqual(LESS);
    expect(holding(event(), 'name', 'Api_call', ORDERED)).toEqual(MORE);
    expect(holding(event({}, { source: 'system' }), 'source', 'system', ORDERED)).toEqual(EQUAL);
    expect(holding(event(), 'source', 'system', ORDERED)).toEqual(MORE);
    expect(holding(event(), 'name', 'call')).toContain('like');
    expect(holding(event(), 'name', 'CALL')).toContain('not_like');
  });

  it('compares the timestamp in whole seconds', () => {
    expect(holding(event(), 'timestamp', SECONDS, ORDERED)).toEqual(EQUAL);
    expect(holding(event(), 'timestamp', SECONDS + 1, ORDERED)).toEqual(LESS);
    expect(holding(event(), 'timestamp', SECONDS - 1, ORDERED)).toEqual(MORE);
    expect(holding(event(), 'timestamp', 1_772)).toContain('like');
  });

  it('matches no value of another type with a built-in property, whatever the operator', () => {
    for (const [property, value] of [
      ['name', 1],
      ['name', true],
      ['source', 0],
      ['source', false],
      ['timestamp', String(SECONDS)],
      ['timestamp', true],
    ] as const)
      expect([property, value, holding(event(), property, value)]).toEqual([property, value, []]);
  });

  it('reads a built-in property before the metadata of the same name', () =>
    expect(holding(event({ name: 'other' }), 'name', 'api_call', ORDERED)).toEqual(EQUAL));

  it('compares text with text, with the letters t and f, and with digits', () => {
    expect(holding(event({ plan: 'pro' }), 'plan', 'pro', ORDERED)).toEqual(EQUAL);
    expect(holding(event({ plan: 't' }), 'plan', true, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ plan: 'f' }), 'plan', false, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ plan: 'true' }), 'plan', true, ORDERED)).toEqual(MORE);
    expect(holding(event({ plan: '-12' }), 'plan', -12, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ plan: '9' }), 'plan', 10, ORDERED)).toEqual(MORE);
  });

  it('orders text by code point', () => {
    const [fullWidth, emoji] = ['\uff21', '\u{1f600}'];
    expect(fullWidth > emoji).toBe(true);
    expect(holding(event({ key: fullWidth }), 'key', emoji, ORDERED)).toEqual(LESS);
    expect(holding(event({ key: emoji }), 'key', fullWidth, ORDERED)).toEqual(MORE);
    expect(holding(event({ key: emoji }), 'key', '\u{1f601}', ORDERED)).toEqual(LESS);
    expect(holding(event({ key: 'ab' }), 'key', 'a', ORDERED)).toEqual(MORE);
  });

  it('compares numbers with integers, true as 1 and false as 0, and never with text', () => {
    expect(holding(event({ tokens: 100 }), 'tokens', 100, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ tokens: 9.5 }), 'tokens', 10, ORDERED)).toEqual(LESS);
    expect(holding(event({ tokens: 9.5 }), 'tokens', 9, ORDERED)).toEqual(MORE);
    expect(holding(event({ tokens: 1 }), 'tokens', true, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ tokens: 0 }), 'tokens', false, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ tokens: -1e308 }), 'tokens', 2 ** 31 - 1, ORDERED)).toEqual(LESS);
    expect(holding(event({ tokens: 100 }), 'tokens', '100', ORDERED)).toEqual([]);
  });

  it('compares booleans with booleans alone', () => {
    expect(holding(event({ paid: true }), 'paid', true, ORDERED)).toEqual(EQUAL);
    expect(holding(event({ paid: false }), 'paid', true, ORDERED)).toEqual(LESS);
    expect(holding(event({ paid: true }), 'paid', 1, ORDERED)).toEqual([]);
    expect(holding(event({ paid: true }), 'paid', 'true', ORDERED)).toEqual([]);
  });

  it('never matches an event without the property', () => {
    for (const value of ['', 'x', 0, false]) expect(holding(event({ other: 'x' }), 'plan', value)).toEqual([]);
    expect(holding(event({ plan: { deep: 1 } }), 'plan', 'x')).toEqual([]);
    expect(holding(event({ plan: null }), 'plan', 'x')).toEqual([]);
  });

  it('knows own properties alone', () => {
    for (const property of ['toString', 'hasOwnProperty', 'valueOf', '__proto__', 'constructor'])
      expect(holding(event(), property, 'x')).toEqual([]);
    const parsed = event(JSON.parse('{"__proto__": "x", "toString": "x"}') as object);
    expect(holding(parsed, '__proto__', 'x', ORDERED)).toEqual(EQUAL);
    expect(holding(parsed, 'toString', 'x', ORDERED)).toEqual(EQUAL);
  });

  it('searches every type as text', () => {
    const like = (value: unknown, pattern: FilterClause['value']) =>
      holding(event({ key: value }), 'key', pattern).includes('like');
    expect(like('gpt-4o', 'pt-4')).toBe(true);
    expect(like('gpt-4o', 'PT')).toBe(false);
    expect(like(1234.5, 34)).toBe(true);
    expect(like(1234.5, '4.5')).toBe(true);
    expect(like(1e21, '000')).toBe(true);
    expect(like(1e-7, '0.0000001')).toBe(true);
    expect(like(true, 'rue')).toBe(true);
    expect(like(true, true)).toBe(true);
    expect(like(false, true)).toBe(false);
    expect(like(false, 'true')).toBe(false);
  });
});

describe("SQL's patterns", () => {
  it.each<[pattern: string, text: string, contains: boolean]>([
    ['', 'anything', true],
    ['%', 'x', true],
    ['a%c', 'xabbcx', true],
    ['a%c', 'xcbbax', false],
    ['a%a', 'xax', false],
    ['ab%ab%ab', 'ababab', true],
    ['ab%ab%ab', 'abab', false],
    ['_', 'x', true],
    ['__', 'x', false],
    ['__', '\u{1f600}', false],
    ['a_c', 'xabcx', true],
    ['a_c', 'xacx', false],
    ['a_b%c_d', 'aab-ccd-cxd', true],
    ['a_c', 'a\u{1f600}c', true],
    ['\\%', '50%', true],
    ['\\%', '50', false],
    ['\\_', 'a_b', true],
    ['\\_', 'a-b', false],
    ['\\\\', 'C:\\', true],
    ['\\a', 'a', true],
    ['C:\\', 'C:\\Windows', true],
    ['C:\\', 'C:/Windows', false],
    ['.*', 'abc', false],
    ['[a-c]', 'abc', false],
  ])('%p in %p: %p', (pattern, text, contains) => expect(containing(pattern)(text)).toBe(contains));

  it('takes no pattern that takes for ever', () => {
    expect(containing('%'.repeat(1_000))('x'.repeat(500))).toBe(true);
    expect(containing(`_${'a'.repeat(248)}b`)('a'.repeat(500))).toBe(false);
    expect(containing(`_${'a'.repeat(248)}b`)(`${'a'.repeat(499)}b`)).toBe(true);
    // Backtracking would try more ways than there is time for.
    expect(containing('%a'.repeat(499) + 'b')('a'.repeat(500))).toBe(false);
    expect(containing('%_a'.repeat(249) + 'b')('a'.repeat(500))).toBe(false);
    expect(containing('_a%'.repeat(300))('a'.repeat(500))).toBe(false);
  });
});

describe('the name that a filter requires', () => {
  const call = clause('name', 'eq', 'call');
  const other = clause('name', 'eq', 'other');
  const tokens = clause('tokens', 'gt', 0);

  it.each<[string, MeterFilter, string | undefined]>([
    ['of everything', and(), undefined],
    ['of an empty or', or(), undefined],
    ['among all clauses', and(tokens, call), 'call'],
    ['in a group', and(tokens, and(tokens, call)), 'call'],
    ['as one of several conditions', or(tokens, call), undefined],
    ['as one of several names', or(call, other), undefined],
    ['in each alternative', or(and(call, tokens), call), 'call'],
    ['as the only alternative', and(or(call)), 'call'],
    ['beside an alternative that lets all through', or(call, and()), undefined],
    ['by another operator', and(clause('name', 'gte', 'call')), undefined],
    ['of metadata', and(clause('kind', 'eq', 'call')), undefined],
    ['that is no text', and(clause('name', 'eq', 1)), undefined],
  ])('%s', (_, filter, name) => expect(requiredName(filter)).toBe(name));
});

describe('measuring usage events', () => {
  const measured = (aggregation: Parameters<typeof measurer>[0]['aggregation'], facts: UsageFacts, filter = and()) =>
    measurer({ filter, aggregation })(facts);
  const sum = (property: string) => ({ func: 'sum', property }) as const;

  it('counts what the filter lets through', () => {
    const filter = and(clause('name', 'eq', 'api_call'));
    expect(measured({ func: 'count' }, event(), filter)).toEqual({ value: null });
    expect(measured({ func: 'count' }, event({}, { name: 'other' }), filter)).toBeUndefined();
    expect(measured(sum('tokens'), event({ tokens: 5 }), filter)).toEqual({ value: 5 });
    expect(measured(sum('tokens'), event({ tokens: 5 }, { name: 'other' }), filter)).toBeUndefined();
  });

  it('excludes events whose property is no number', () => {
    for (const tokens of ['5', true, undefined, null])
      expect(measured(sum('tokens'), event({ tokens }))).toBeUndefined();
    expect(measured(sum('tokens'), event())).toBeUndefined();
    expect(measured(sum('toString'), event())).toBeUndefined();
    for (const tokens of [0, -1.5, 0.1 + 0.2, 1e21, 9e29])
      expect(measured(sum('tokens'), event({ tokens }))).toEqual({ value: tokens });
  });

  it('takes numbers of more than thirty digits for none, and rounds to twenty places', () => {
    for (const tokens of [1e30, -1e30, 1e300, Number.MAX_VALUE])
      expect(measured(sum('tokens'), event({ tokens }))).toBeUndefined();
    expect(measured({ func: 'count' }, event({ tokens: 1e300 }))).toEqual({ value: null });
    for (const [tokens, value] of [
      [5e-324, 0],
      [-5e-324, 0],
      [1.5e-20, 2e-20],
      [-1.234567890123456e-18, -1.23e-18],
      [0.1 + 0.2 - 0.3, 5.551e-17],
    ])
      expect(measured(sum('tokens'), event({ tokens }))).toEqual({ value });
  });

  it('measures only what adds up in few digits, whatever JSON can say', () => {
    const random = new Random(7);
    let tally = NOTHING;
    for (let n = 0; n < 5_000; n++) {
      const tokens = (random.next() - 0.5) * 10 ** (random.int(630) - 322);
      const value = measured(sum('tokens'), event({ tokens }))?.value;
      if (value === undefined) continue;
      tally = add(tally, value!);
      expect(measured(sum('tokens'), event({ tokens: value! }))).toEqual({ value });
    }
    expect(tally.count).toBeGreaterThan(1_000);
    expect(tally.sum).toMatch(/^-?\d{1,34}(\.\d{1,20})?$/);
  });

  it('measures timestamps in seconds, and nothing of names and sources', () => {
    expect(measured(sum('timestamp'), event())).toEqual({ value: SECONDS });
    expect(measured(sum('name'), event({ name: 5 }))).toBeUndefined();
    expect(measured(sum('source'), event({ source: 5 }))).toBeUndefined();
  });
});
