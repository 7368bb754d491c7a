import { uuidV5 } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { keyOfOwner, usageEvents, type UsageEntry, type UsageIngested } from './usage.events.ts';
import { oncePerChunk, timesOf } from './usage-entries.rules.ts';

/** A name that usage events have, of a whole organization or of one owner. */
export interface UsageNameDocument extends Document {
  organization_id: string;
  /** Empty: of all owners. */
  owner: string;
  name: string;
  name_lower: string;
  source: 'user';
  occurrences: number;
  first_seen: Instant;
  last_seen: Instant;
}

/** The names of usage events. */
export const usageNameProjection: Projection<UsageNameDocument, UsageIngested> = {
  name: 'usage_names',
  version: 1,
  group: 'usage',
  indexes: [['organization_id', 'owner']],
  lists: {
    scope: ['organization_id', 'owner'],
    sortings: ['name_lower', 'occurrences', 'first_seen', 'last_seen'],
    filters: ['source'],
  },
  handles: ['UsageIngested'] satisfies (keyof typeof usageEvents)[],
  targets: ({ data }) => [...namedIn(data).keys()],

  evolve(document, { data }, id) {
    const named = namedIn(data).get(id);
    if (!named) return document;
    const { owner, events } = named;
    const name = events[0]!.name;
    const { first, last } = timesOf(events);
    return {
      id,
      organization_id: data.organizationId,
      owner,
      name,
      name_lower: name.toLowerCase(),
      source: 'user',
      occurrences: (document?.occurrences ?? 0) + events.length,
      first_seen: document && document.first_seen < first ? document.first_seen : first,
      last_seen: document && document.last_seen > last ? document.last_seen : last,
    };
  },
};

interface Named {
  owner: string;
  events: UsageEntry[];
}

/** By the id of the document. */
const namedIn = oncePerChunk((data) => {
  const named = new Map<string, Named>();
  const ids = new Map<string, string>();
  for (const event of data.events)
    for (const owner of ['', keyOfOwner(data.owners[event.owner]!)]) {
      const key = `${owner} ${event.name}`;
      if (!ids.has(key)) ids.set(key, uuidV5(data.organizationId, owner, event.name));
      const id = ids.get(key)!;
      const one = named.get(id);
      if (one) one.events.push(event);
      else named.set(id, { owner, events: [event] });
    }
  return named;
});
