import type { FieldError } from '../../../kernel/errors.ts';
import { likeWeight } from './like.rules.ts';
import {
  CONJUNCTIONS,
  FILTER_OPERATORS,
  type FilterClause,
  type MeterAggregation,
  type MeterFilter,
} from './meter.events.ts';
import { LIMITS } from '../../../limits.ts';

/** Levels of groups in groups, the outermost included. */
export const DEEPEST_FILTER = 5;
/** Clauses and groups of a whole filter, by their weight (`filterWeight`). */
export const MOST_CLAUSES = LIMITS.request.filterClauses.most;
export const LONGEST_PROPERTY = 128;
export const LONGEST_VALUE = 1_000;
const METADATA = /^metadata\./;
const FUNCTIONS = ['count', 'sum', 'max', 'min', 'avg'] as const;
/** No usage event can have these keys. */
const IMPOSSIBLE = ['__proto__', 'constructor', 'prototype'];
const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

export const LIKE_COUNTS = 'One with like or not_like counts once for each 32 characters of its value';

type Path = readonly (string | number)[];
type Input = Readonly<Record<string, unknown>>;

/** Reads filters and aggregations in wire form (docs/BILLING.md#meters), and collects every error. */
export class MeterReading {
  readonly errors: FieldError[] = [];
  private clauses = 0;

  /** The filter, complete if there are no errors. */
  filter(input: unknown, loc: Path = ['body', 'filter']): MeterFilter {
    const filter = this.group(input, loc, 1);
    if (this.errors.length === 0 && filterWeight(filter) > MOST_CLAUSES)
      this.refuse(loc, `A filter should have at most ${MOST_CLAUSES} clauses. ${LIKE_COUNTS}`, 'too_long');
    return filter;
  }

  private group(input: unknown, loc: Path, level: number): MeterFilter {
    const { conjunction, clauses } = this.object(input, loc);
    this.demandIn(conjunction, CONJUNCTIONS, [...loc, 'conjunction']);
    return {
      conjunction: conjunction as MeterFilter['conjunction'],
      clauses: this.entries(clauses, [...loc, 'clauses'], level),
    };
  }

  aggregation(input: unknown): MeterAggregation {
    const loc = ['body', 'aggregation'];
    const { func, property } = this.object(input, loc);
    this.demandIn(func, FUNCTIONS, [...loc, 'func']);
    if (func === 'count') return { func };
    return { func, property: this.property(property, [...loc, 'property']) } as MeterAggregation;
  }

  private entries(input: unknown, loc: Path, level: number): MeterFilter['clauses'] {
    if (!Array.isArray(input)) {
      this.refuseType(input, loc, 'Input should be a valid list', 'list_type');
      return [];
    }
    this.clauses += input.length;
    if (this.clauses > MOST_CLAUSES) {
      this.refuse(loc, `A filter should have at most ${MOST_CLAUSES} clauses`, 'too_long');
      return [];
    }
    return input.map((entry, index) => this.entry(entry, [...loc, index], level));
  }

  private entry(input: unknown, loc: Path, level: number): MeterFilter | FilterClause {
    const isGroup = typeof input === 'object' && input !== null && ('clauses' in input || 'conjunction' in input);
    if (!isGroup) return this.clause(input, loc);
    if (level < DEEPEST_FILTER) return this.group(input, loc, level + 1);
    this.refuse(loc, `Filters should be nested at most ${DEEPEST_FILTER} levels deep`, 'recursion_loop');
    return { conjunction: 'and', clauses: [] };
  }

  private clause(input: unknown, loc: Path): FilterClause {
    const { property, operator, value } = this.object(input, loc);
    this.demandIn(operator, FILTER_OPERATORS, [...loc, 'operator']);
    this.demandValue(value, [...loc, 'value']);
    return { property: this.property(property, [...loc, 'property']), operator, value } as FilterClause;
  }

  /** Without the prefix `metadata.`, which says nothing more. */
  private property(input: unknown, loc: Path): string {
    if (typeof input !== 'string') {
      this.refuseType(input, loc, 'Input should be a valid string', 'string_type');
      return '';
    }
    const property = input.replace(METADATA, '');
    if (property === '') this.refuse(loc, 'String should have at least 1 character', 'string_too_short');
    else if (property.length > LONGEST_PROPERTY)
      this.refuse(loc, `String should have at most ${LONGEST_PROPERTY} characters`, 'string_too_long');
    else if (IMPOSSIBLE.includes(property)) this.refuse(loc, 'No usage event can have this property', 'value_error');
    return property;
  }

  private demandValue(value: unknown, loc: Path): void {
    if (typeof value === 'boolean') return;
    if (typeof value === 'string') {
      if (value.length > LONGEST_VALUE)
        this.refuse(loc, `String should have at most ${LONGEST_VALUE} characters`, 'string_too_long');
    } else if (!Number.isInteger(value))
      this.refuseType(value, loc, 'Input should be a string, an integer or a boolean', 'value_error');
    else if ((value as number) < INT32.least || (value as number) > INT32.most)
      this.refuse(loc, `Input should be an integer from ${INT32.least} to ${INT32.most}`, 'value_error');
  }

  private demandIn(input: unknown, allowed: readonly string[], loc: Path): void {
    const names = allowed.map((name) => `'${name}'`).join(', ');
    if (!allowed.includes(input as string)) this.refuseType(input, loc, `Input should be one of ${names}`, 'enum');
  }

  private object(input: unknown, loc: Path): Input {
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Input;
    this.refuseType(input, loc, 'Input should be a valid object', 'model_attributes_type');
    return {};
  }

  /** What is not there at all is reported as missing; nothing is reported of what a wrong object does not have. */
  private refuseType(input: unknown, loc: Path, msg: string, type: string): void {
    if (this.errors.some((error) => isWithin(loc, error.loc))) return;
    if (input === undefined) this.refuse(loc, 'Field required', 'missing');
    else this.refuse(loc, msg, type);
  }

  private refuse(loc: Path, msg: string, type: string): void {
    this.errors.push({ loc: [...loc], msg, type });
  }
}

/**
 * What evaluating a filter costs: a clause or group counts once, one that searches text once for each 32 characters that it searches for. An
 * evaluation takes at most so many steps for each character of an event's values (docs/BILLING.md#meters).
 */
export function filterWeight({ clauses }: MeterFilter): number {
  return clauses.reduce((sum, entry) => sum + ('clauses' in entry ? 1 + filterWeight(entry) : clauseWeight(entry)), 0);
}

function clauseWeight({ operator, value }: FilterClause): number {
  return operator === 'like' || operator === 'not_like' ? likeWeight(String(value)) : 1;
}

function isWithin(loc: Path, above: Path): boolean {
  return above.every((step, index) => step === loc[index]);
}
