import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import { SYSTEM_ORIGINS, systemEventOf, type SystemOrigin } from './system-event.rules.ts';
import { keyOfOwner, keyOfRevision, type UsageIngested } from '../usage.events.ts';

/** What usage events and system events are counted from. */
export type UsageOrigin = UsageIngested | SystemOrigin;
export const USAGE_ORIGINS: UsageOrigin['type'][] = ['UsageIngested', ...SYSTEM_ORIGINS];

export interface Occurrence {
  name: string;
  at: Instant;
  owner: string;
  /** Which counted it when it arrived, by `keyOfRevision`. */
  meters: readonly string[];
}

interface Occurrences {
  organizationId: string;
  source: UsageSource;
  events: readonly Occurrence[];
}

/** The events that lists show of an event of the log. */
export function occurrencesIn(origin: Recorded<UsageOrigin>): Occurrences {
  if (origin.type !== 'UsageIngested') {
    const system = systemEventOf(origin);
    const events = system ? [{ name: system.name, at: system.at, owner: system.customerId, meters: [] }] : [];
    return { organizationId: origin.data.organizationId, source: 'system', events };
  }
  const { organizationId, owners, meters, events } = origin.data;
  const keys = owners.map(keyOfOwner);
  const revisions = meters.map(keyOfRevision);
  return {
    organizationId,
    source: 'user',
    events: events.map(({ name, at, owner, measures }) => ({
      name,
      at,
      owner: keys[owner]!,
      meters: measures ? measures.map(([meter]) => revisions[meter]!) : [],
    })),
  };
}

/** When the first and the last of some events happened. @param events at least one */
export function timesOf(events: readonly { at: Instant }[]): { first: Instant; last: Instant } {
  const times = events.map(({ at }) => at).sort();
  return { first: times[0]!, last: times.at(-1)! };
}
