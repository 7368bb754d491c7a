import { exact } from './time';

/** One comparison of a filter, in the contract's words. */
export interface Clause {
  property: string;
  operator: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'not_like';
  value: string | number | boolean;
}

export interface Filter {
  conjunction: 'and' | 'or';
  clauses: readonly (Filter | Clause)[];
}

export type Aggregation = { func: 'count' } | { func: 'sum' | 'max' | 'min' | 'avg'; property: string };

/** Characters of a value that a sentence shows. */
const LONGEST = 60;
/** Properties that every usage event has; others are keys of its metadata. */
const BUILT_IN = ['name', 'source', 'timestamp'];

export const operatorWords: Record<Clause['operator'], string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  like: 'contains',
  not_like: 'does not contain',
};

/** "Events where name is api_call and metadata.tokens is at least 100, summed over tokens". */
export function meterWords(filter: Filter, aggregation: Aggregation): string {
  const where = filterWords(filter);
  return `${where ? `Events where ${where}` : 'All events'}, ${aggregationWords(aggregation)}`;
}

export function aggregationWords(aggregation: Aggregation): string {
  switch (aggregation.func) {
    case 'count':
      return 'counted';
    case 'sum':
      return `summed over ${aggregation.property}`;
    case 'avg':
      return `averaged over ${aggregation.property}`;
    case 'max':
      return `taking the greatest ${aggregation.property}`;
    case 'min':
      return `taking the smallest ${aggregation.property}`;
  }
}

/** Without groups that let everything through; '' if nothing is left. */
function filterWords({ conjunction, clauses }: Filter): string {
  // "this or anything" is anything.
  const parts = clauses.map((clause) =>
    'clauses' in clause ? groupWords(clause, clauses.length > 1) : clauseWords(clause),
  );
  if (conjunction === 'or' && parts.includes('')) return '';
  return parts.filter(Boolean).join(` ${conjunction} `);
}

function groupWords(group: Filter, isOneOfMany: boolean): string {
  const words = filterWords(group);
  return words && isOneOfMany && group.clauses.length > 1 ? `(${words})` : words;
}

function clauseWords({ property, operator, value }: Clause): string {
  const name = BUILT_IN.includes(property) || property === '' ? property || '…' : `metadata.${property}`;
  return `${name} ${operatorWords[operator]} ${valueWords(property, value)}`;
}

function valueWords(property: string, value: Clause['value']): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return property === 'timestamp' ? timeOf(value) : String(value);
  // Text that reads like something else, or runs into the sentence.
  const isPlain = /^[^\s"“”]+$/.test(value) && !/^(true|false|and|or|-?\d+)$/.test(value);
  const shown = value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  return isPlain ? shown : `“${shown}”`;
}

function timeOf(seconds: number): string {
  const at = new Date(seconds * 1_000);
  return Number.isNaN(at.getTime()) ? String(seconds) : exact(at.toISOString());
}
