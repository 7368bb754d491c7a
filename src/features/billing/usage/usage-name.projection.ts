import { uuidV5 } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { remembered } from '../../../kernel/remembered.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { UsageSource } from '../meters/usage-facts.rules.ts';
import { oncePerEvent } from './once-per-event.rules.ts';
import { occurrencesIn, timesOf, USAGE_ORIGINS, type Occurrence, type UsageOrigin } from './usage-occurrences.rules.ts';

const KNOWN_IDS = 20_000;

/** A name that usage events have, of a whole organization or of one owner. */
export interface UsageNameDocument extends Document {
  organization_id: string;
  /** Empty: of all owners. */
  owner: string;
  name: string;
  name_lower: string;
  source: UsageSource;
  occurrences: number;
  first_seen: Instant;
  last_seen: Instant;
}

/** The names of usage events. */
export const usageNameProjection: Projection<UsageNameDocument, UsageOrigin> = {
  name: 'usage_names',
  version: 3,
  group: 'usage',
  indexes: [['organization_id', 'owner']],
  lists: {
    scope: ['organization_id', 'owner'],
    sortings: ['name_lower', 'occurrences', 'first_seen', 'last_seen'],
    filters: ['source'],
  },
  handles: USAGE_ORIGINS,
  targets: (event) => [...namedIn(event).keys()],
  evolve: (document, event, id) => naming(document, [event], id),
  adding: { types: USAGE_ORIGINS, evolve: naming },
};

function naming(
  document: UsageNameDocument | undefined,
  origins: readonly Recorded<UsageOrigin>[],
  id: string,
): UsageNameDocument | undefined {
  const named = origins.flatMap((event) => namedIn(event).get(id) ?? []);
  if (named.length === 0) return document;
  const { organizationId, source } = occurrencesIn(origins[0]!);
  const events = named.flatMap((one) => one.events);
  const { owner } = named[0]!;
  const { name } = events[0]!;
  const { first, last } = timesOf(events);
  return {
    id,
    organization_id: organizationId,
    owner,
    name,
    name_lower: name.toLowerCase(),
    source,
    occurrences: (document?.occurrences ?? 0) + events.length,
    first_seen: document && document.first_seen < first ? document.first_seen : first,
    last_seen: document && document.last_seen > last ? document.last_seen : last,
  };
}

/** The id of a name of the whole organization, or of one owner. */
export const usageNameId: (organizationId: string, source: UsageSource, owner: string, name: string) => string =
  remembered(uuidV5, KNOWN_IDS);

interface Named {
  owner: string;
  events: Occurrence[];
}

/** By the id of the document. */
const namedIn = oncePerEvent((origin: Recorded<UsageOrigin>) => {
  const { organizationId, source, events } = occurrencesIn(origin);
  const named = new Map<string, Named>();
  const ids = new Map<string, string>();
  for (const event of events)
    for (const owner of ['', event.owner]) {
      const key = `${owner} ${event.name}`;
      if (!ids.has(key)) ids.set(key, usageNameId(organizationId, source, owner, event.name));
      const id = ids.get(key)!;
      const one = named.get(id);
      if (one) one.events.push(event);
      else named.set(id, { owner, events: [event] });
    }
  return named;
});
