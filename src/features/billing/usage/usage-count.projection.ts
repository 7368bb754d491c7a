import { uuidV5 } from '../../../kernel/ids.ts';
import { dayOf } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { UsageSource } from '../meters/usage-facts.rules.ts';
import { oncePerEvent } from './once-per-event.rules.ts';
import { occurrencesIn, USAGE_ORIGINS, type UsageOrigin } from './usage-occurrences.rules.ts';
import { hourOf, hourOfDay, HOURS } from './usage-hours.rules.ts';

/** How many events of one source happened in each hour of a day, in UTC: of an organization, with one name, of one owner, or counted by a meter. */
export interface UsageCountDocument extends Document {
  organization_id: string;
  source: UsageSource;
  scope: string;
  day: string;
  hours: number[];
  total: number;
}

/** What events of a source are counted by. */
export const usageScope = {
  organization: (source: UsageSource, organizationId: string): string =>
    `${PREFIX[source]}organization:${organizationId}`,
  name: (source: UsageSource, organizationId: string, name: string): string =>
    `${PREFIX[source]}name:${uuidV5(organizationId, 'usage-name', name)}`,
  owner: (source: UsageSource, key: string): string => `${PREFIX[source]}owner:${key}`,
  /** What a meter counted when it arrived. @param key `keyOfRevision` */
  meter: (key: string): string => `meter:${key}`,
};

const PREFIX: Readonly<Record<UsageSource, string>> = { user: '', system: 'system-' };

/** Usage events by hour. */
export const usageCountProjection: Projection<UsageCountDocument, UsageOrigin> = {
  name: 'usage_counts',
  version: 4,
  group: 'usage',
  indexes: [['organization_id', 'scope', 'day']],
  handles: USAGE_ORIGINS,
  targets: (event) => [...countedIn(event).keys()],
  evolve: (document, event, id) => counting(document, [event], id),
  adding: { types: USAGE_ORIGINS, evolve: counting },
};

function counting(
  document: UsageCountDocument | undefined,
  events: readonly Recorded<UsageOrigin>[],
  id: string,
): UsageCountDocument | undefined {
  const counted = events.flatMap((event) => countedIn(event).get(id) ?? []);
  if (counted.length === 0) return document;
  const { scope, day } = counted[0]!;
  const { organizationId, source } = occurrencesIn(events[0]!);
  const hours = [...(document?.hours ?? HOURS.map(() => 0))];
  for (const one of counted) for (const [hour, count] of one.hours) hours[hour]! += count;
  const total = hours.reduce((sum, count) => sum + count, 0);
  return { id, organization_id: organizationId, source, scope, day, hours, total };
}

interface Counted {
  scope: string;
  day: string;
  /** How many in an hour of the day. */
  hours: Map<number, number>;
}

/** By the id of the document. */
const countedIn = oncePerEvent((event: Recorded<UsageOrigin>) => {
  const { organizationId, source, events } = occurrencesIn(event);
  const counted = new Map<string, Counted>();
  const names = new Map<string, string>();
  for (const { name, at, owner, meters } of events) {
    if (!names.has(name)) names.set(name, usageScope.name(source, organizationId, name));
    const scopes = [
      usageScope.organization(source, organizationId),
      names.get(name)!,
      usageScope.owner(source, owner),
      ...meters.map(usageScope.meter),
    ];
    const [day, hour] = [dayOf(at), hourOfDay(hourOf(at))];
    for (const scope of scopes) {
      const id = `${scope}~${day}`;
      let one = counted.get(id);
      if (!one) counted.set(id, (one = { scope, day, hours: new Map() }));
      one.hours.set(hour, (one.hours.get(hour) ?? 0) + 1);
    }
  }
  return counted;
});
