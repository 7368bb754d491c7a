import { decimalOf } from '../pricing/decimal.ts';
import { containing } from './like.rules.ts';
import type { FilterClause, MeterFilter } from './meter.events.ts';
import { builtInType, propertyOf, type UsageFacts } from './usage-facts.rules.ts';

type Value = FilterClause['value'];
type Operator = FilterClause['operator'];
type UsageMatcher = (facts: UsageFacts) => boolean;

/** By the order of an event's value and the clause's. */
const HOLDS: Readonly<Record<Exclude<Operator, 'like' | 'not_like'>, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Tells whether a filter lets an event through (docs/BILLING.md#meters). */
export function matcherOf({ conjunction, clauses }: MeterFilter): UsageMatcher {
  const matchers = clauses.map((entry) => (isGroup(entry) ? matcherOf(entry) : clauseMatcher(entry)));
  if (matchers.length === 0) return () => true;
  return conjunction === 'and'
    ? (facts) => matchers.every((matches) => matches(facts))
    : (facts) => matchers.some((matches) => matches(facts));
}

/** The name of every event that a filter lets through; undefined if they may have several. */
export function requiredName({ conjunction, clauses }: MeterFilter): string | undefined {
  const names = clauses.map((entry) => (isGroup(entry) ? requiredName(entry) : nameOf(entry)));
  if (conjunction === 'and') return names.find((name) => name !== undefined);
  return names.every((name) => name === names[0]) ? names[0] : undefined;
}

function nameOf({ property, operator, value }: FilterClause): string | undefined {
  return property === 'name' && operator === 'eq' && typeof value === 'string' ? value : undefined;
}

function isGroup(entry: MeterFilter | FilterClause): entry is MeterFilter {
  return 'clauses' in entry;
}

/** An event without the property never matches, whatever the operator. */
function clauseMatcher({ property, operator, value }: FilterClause): UsageMatcher {
  const type = builtInType(property);
  if (type !== undefined && typeof value !== type) return () => false;
  const matches =
    operator === 'like' || operator === 'not_like'
      ? textMatcher(operator === 'like', value)
      : orderMatcher(HOLDS[operator], value);
  return (facts) => {
    const actual = propertyOf(facts, property);
    return actual !== undefined && matches(actual);
  };
}

function textMatcher(isWanted: boolean, value: Value): (actual: Value) => boolean {
  const contains = containing(textOf(value));
  return (actual) => contains(typeof actual === 'number' ? decimalOf(actual) : String(actual)) === isWanted;
}

function orderMatcher(holds: (order: number) => boolean, value: Value): (actual: Value) => boolean {
  const text = textOf(value);
  return (actual) => {
    switch (typeof actual) {
      case 'string':
        return holds(textOrder(actual, text));
      case 'number':
        return typeof value !== 'string' && holds(actual - Number(value));
      case 'boolean':
        return typeof value === 'boolean' && holds(Number(actual) - Number(value));
      default:
        return false;
    }
  };
}

/** A clause's value, where an event's is text. */
function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value);
}

/** By code point. */
function textOrder(one: string, other: string): number {
  for (let at = 0; at < one.length && at < other.length; at++) {
    const order = rankOf(one.charCodeAt(at)) - rankOf(other.charCodeAt(at));
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Surrogates, which characters beyond 16 bits consist of, after all other units. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
