import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { UsageSource } from '../meters/usage-facts.rules.ts';
import { SYSTEM_ORIGINS, systemEventOf, type SystemOrigin } from './system-event.rules.ts';
import { keyOfOwner, type UsageIngested } from './usage.events.ts';

/** What usage events and system events are counted from. */
export type UsageOrigin = UsageIngested | SystemOrigin;
export const USAGE_ORIGINS: UsageOrigin['type'][] = ['UsageIngested', ...SYSTEM_ORIGINS];

export interface Occurrence {
  name: string;
  at: Instant;
  owner: string;
}

interface Occurrences {
  organizationId: string;
  source: UsageSource;
  events: readonly Occurrence[];
}

/** What is computed from an event of the log, once: each of the many documents that a chunk changes asks. */
export function oncePerOrigin<T extends object>(
  compute: (origin: Recorded<UsageOrigin>) => T,
): (origin: Recorded<UsageOrigin>) => T {
  const known = new WeakMap<UsageOrigin['data'], T>();
  return (origin) => {
    const computed = known.get(origin.data) ?? compute(origin);
    known.set(origin.data, computed);
    return computed;
  };
}

/** The events that lists show of an event of the log. */
export const occurrencesIn = oncePerOrigin((origin): Occurrences => {
  if (origin.type !== 'UsageIngested') {
    const system = systemEventOf(origin);
    const { organizationId, name, at, customerId } = system;
    return { organizationId, source: 'system', events: [{ name, at, owner: customerId }] };
  }
  const { organizationId, owners, events } = origin.data;
  const keys = owners.map(keyOfOwner);
  return {
    organizationId,
    source: 'user',
    events: events.map(({ name, at, owner }) => ({ name, at, owner: keys[owner]! })),
  };
});

/** When the first and the last of some events happened. @param events at least one */
export function timesOf(events: readonly { at: Instant }[]): { first: Instant; last: Instant } {
  const times = events.map(({ at }) => at).sort();
  return { first: times[0]!, last: times.at(-1)! };
}
