import { uuidV5 } from '../../../kernel/ids.ts';
import { dayOf } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { keyOfOwner, usageEvents, type UsageIngested } from './usage.events.ts';
import { oncePerChunk } from './usage-entries.rules.ts';
import { hourOf, hourOfDay, HOURS } from './usage-hours.rules.ts';

/** How many usage events happened in each hour of a day, in UTC: of an organization, with one name, or of one owner. */
export interface UsageCountDocument extends Document {
  organization_id: string;
  scope: string;
  day: string;
  hours: number[];
  total: number;
}

/** What events are counted by. */
export const usageScope = {
  organization: (organizationId: string): string => `organization:${organizationId}`,
  name: (organizationId: string, name: string): string => `name:${uuidV5(organizationId, 'usage-name', name)}`,
  owner: (key: string): string => `owner:${key}`,
};

/** Usage events by hour. */
export const usageCountProjection: Projection<UsageCountDocument, UsageIngested> = {
  name: 'usage_counts',
  version: 1,
  group: 'usage',
  indexes: [['organization_id', 'scope', 'day']],
  handles: ['UsageIngested'] satisfies (keyof typeof usageEvents)[],
  targets: ({ data }) => [...countedIn(data).keys()],

  evolve(document, { data }, id) {
    const counted = countedIn(data).get(id);
    if (!counted) return document;
    const { scope, day, hours } = counted;
    const before = document?.hours ?? HOURS.map(() => 0);
    const after = before.map((count, hour) => count + hours[hour]!);
    return {
      id,
      organization_id: data.organizationId,
      scope,
      day,
      hours: after,
      total: after.reduce((sum, count) => sum + count, 0),
    };
  },
};

interface Counted {
  scope: string;
  day: string;
  hours: number[];
}

/** By the id of the document. */
const countedIn = oncePerChunk((data) => {
  const counted = new Map<string, Counted>();
  const names = new Map<string, string>();
  for (const { name, at, owner } of data.events) {
    if (!names.has(name)) names.set(name, usageScope.name(data.organizationId, name));
    const scopes = [
      usageScope.organization(data.organizationId),
      names.get(name)!,
      usageScope.owner(keyOfOwner(data.owners[owner]!)),
    ];
    const [day, hour] = [dayOf(at), hourOfDay(hourOf(at))];
    for (const scope of scopes) {
      const id = `${scope}~${day}`;
      let one = counted.get(id);
      if (!one) counted.set(id, (one = { scope, day, hours: HOURS.map(() => 0) }));
      one.hours[hour]! += 1;
    }
  }
  return counted;
});
