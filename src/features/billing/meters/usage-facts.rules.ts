import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { Metadata } from '../metadata.ts';

/** Who reports an event: the seller, or Tillbook. */
export type UsageSource = 'user' | 'system';

/** What meters know of a usage event. */
export interface UsageFacts {
  name: string;
  source: UsageSource;
  timestamp: Instant;
  metadata: Metadata;
}

/** What the values of built-in properties are; any other property is a key of the metadata. */
const BUILT_IN: ReadonlyMap<string, 'string' | 'number'> = new Map([
  ['name', 'string'],
  ['source', 'string'],
  ['timestamp', 'number'],
]);

/** The type of a built-in property; undefined for keys of the metadata. */
export function builtInType(property: string): 'string' | 'number' | undefined {
  return BUILT_IN.get(property);
}

/** `timestamp` in seconds since 1970, rounded down; undefined if the event does not have the property, or lists and objects in it. */
export function propertyOf(facts: UsageFacts, property: string): string | number | boolean | undefined {
  if (property === 'name' || property === 'source') return facts[property];
  if (property === 'timestamp') return Math.floor(msOf(facts.timestamp) / 1000);
  const value = Object.hasOwn(facts.metadata, property) ? facts.metadata[property] : undefined;
  return typeof value === 'object' ? undefined : value;
}
