import { uuidV5 } from '../../../../kernel/ids.ts';
import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import { foldOf, type Addition, type Projection } from '../../../../kernel/reading/projection.ts';
import { memoized } from '../../../../kernel/memoized.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import { folded } from '../../../../kernel/folding.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import { occurrencesIn, USAGE_ORIGINS, type UsageOrigin } from './usage-occurrences.rules.ts';

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
  version: 4,
  group: 'usage',
  indexes: [['organization_id', 'owner']],
  lists: {
    scope: ['organization_id', 'owner'],
    sortings: ['name_lower', 'occurrences', 'first_seen', 'last_seen'],
    filters: ['source'],
  },
  handles: USAGE_ORIGINS,
  ...foldOf({ types: USAGE_ORIGINS, additions: namesIn }),
};

/** The id of a name of the whole organization, or of one owner. */
export const usageNameId: (organizationId: string, source: UsageSource, owner: string, name: string) => string =
  memoized(KNOWN_IDS, uuidV5);

function namesIn(origins: readonly Recorded<UsageOrigin>[]): Map<string, Addition<UsageNameDocument>> {
  const names = new Map<string, UsageNameDocument>();
  for (const origin of origins) {
    const { organizationId, source, events } = occurrencesIn(origin);
    for (const event of events)
      for (const owner of ['', event.owner]) {
        const { name, at } = event;
        const id = usageNameId(organizationId, source, owner, name);
        const known = names.get(id);
        if (known) add(known, { occurrences: 1, first_seen: at, last_seen: at });
        else {
          const one = { id, organization_id: organizationId, owner, name, name_lower: folded(name), source };
          names.set(id, { ...one, occurrences: 1, first_seen: at, last_seen: at });
        }
      }
  }
  return new Map([...names].map(([id, named]) => [id, (document) => add({ ...named }, document)]));
}

type Seen = Pick<UsageNameDocument, 'occurrences' | 'first_seen' | 'last_seen'>;

function add(document: UsageNameDocument, seen: Seen | undefined): UsageNameDocument {
  if (!seen) return document;
  document.occurrences += seen.occurrences;
  if (seen.first_seen < document.first_seen) document.first_seen = seen.first_seen;
  if (seen.last_seen > document.last_seen) document.last_seen = seen.last_seen;
  return document;
}
