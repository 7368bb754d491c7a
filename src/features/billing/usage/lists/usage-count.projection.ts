import { uuidV5 } from '../../../../kernel/ids.ts';
import { dayOf } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import { foldOf, type Addition, type Projection } from '../../../../kernel/reading/projection.ts';
import { memoized } from '../../../../kernel/memoized.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import { occurrencesIn, USAGE_ORIGINS, type UsageOrigin } from './usage-occurrences.rules.ts';
import { hourOf, hourOfDay, HOURS } from '../usage-hours.rules.ts';

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
    `${PREFIX[source]}name:${nameKey(organizationId, name)}`,
  owner: (source: UsageSource, key: string): string => `${PREFIX[source]}owner:${key}`,
  /** What a meter counted when it arrived. @param key `keyOfRevision` */
  meter: (key: string): string => `meter:${key}`,
};

const PREFIX: Readonly<Record<UsageSource, string>> = { user: '', system: 'system-' };

const KNOWN_NAMES = 10_000;
const nameKey = memoized(KNOWN_NAMES, (organizationId: string, name: string) =>
  uuidV5(organizationId, 'usage-name', name),
);

/** Usage events by hour. */
export const usageCountProjection: Projection<UsageCountDocument, UsageOrigin> = {
  name: 'usage_counts',
  version: 4,
  group: 'usage',
  indexes: [['organization_id', 'scope', 'day']],
  handles: USAGE_ORIGINS,
  ...foldOf({ types: USAGE_ORIGINS, additions: countsIn }),
};

function countsIn(origins: readonly Recorded<UsageOrigin>[]): Map<string, Addition<UsageCountDocument>> {
  const counts = new Map<string, Omit<UsageCountDocument, 'total'>>();
  for (const origin of origins) {
    const { organizationId, source, events } = occurrencesIn(origin);
    const whole = usageScope.organization(source, organizationId);
    for (const { name, at, owner, meters } of events) {
      const [day, hour] = [dayOf(at), hourOfDay(hourOf(at))];
      const count = (scope: string): void => {
        const id = `${scope}~${day}`;
        let one = counts.get(id);
        if (!one)
          counts.set(
            id,
            (one = { id, organization_id: organizationId, source, scope, day, hours: HOURS.map(() => 0) }),
          );
        one.hours[hour]! += 1;
      };
      count(whole);
      count(usageScope.name(source, organizationId, name));
      count(usageScope.owner(source, owner));
      for (const meter of meters) count(usageScope.meter(meter));
    }
  }
  return new Map([...counts].map(([id, counted]) => [id, (document) => withTotal(counted, document?.hours)]));
}

function withTotal(counted: Omit<UsageCountDocument, 'total'>, before: readonly number[] = []): UsageCountDocument {
  const hours = counted.hours.map((count, hour) => count + (before[hour] ?? 0));
  return { ...counted, hours, total: hours.reduce((sum, count) => sum + count, 0) };
}
