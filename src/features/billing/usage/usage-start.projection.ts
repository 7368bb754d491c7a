import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { oncePerEvent } from './once-per-event.rules.ts';
import { keyOfOwner, usageEvents, type UsageIngested } from './usage.events.ts';

/** When the first usage event of an owner happened; the id is their `keyOfOwner`. */
export interface UsageStartDocument extends Document {
  organization_id: string;
  at: Instant;
}

/** Since when owners use something. */
export const usageStartProjection: Projection<UsageStartDocument, UsageIngested> = {
  name: 'usage_starts',
  version: 1,
  group: 'usage',
  indexes: [['organization_id']],
  handles: ['UsageIngested'] satisfies (keyof typeof usageEvents)[],
  targets: (event) => [...startsIn(event).keys()],

  evolve: (document, event, id) => starting(document, [event], id),
  adding: { types: ['UsageIngested'], evolve: starting },
};

function starting(
  document: UsageStartDocument | undefined,
  events: readonly Recorded<UsageIngested>[],
  id: string,
): UsageStartDocument | undefined {
  const [at] = events.flatMap((event) => startsIn(event).get(id) ?? []).sort();
  if (at === undefined || (document && document.at <= at)) return document;
  return { id, organization_id: events[0]!.data.organizationId, at };
}

/** By the id of the document. */
const startsIn = oncePerEvent(({ data: { owners, events } }: Recorded<UsageIngested>) => {
  const starts = new Map<string, Instant>();
  for (const { at, owner } of events) {
    const key = keyOfOwner(owners[owner]!);
    const known = starts.get(key);
    if (known === undefined || at < known) starts.set(key, at);
  }
  return starts;
});
