import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { foldOf, type Addition, type Projection } from '../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
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
  ...foldOf({ types: ['UsageIngested'], additions: startsIn }),
};

function startsIn(chunks: readonly Recorded<UsageIngested>[]): Map<string, Addition<UsageStartDocument>> {
  const starts = new Map<string, UsageStartDocument>();
  for (const { data } of chunks)
    for (const { at, owner } of data.events) {
      const id = keyOfOwner(data.owners[owner]!);
      const known = starts.get(id);
      if (!known || at < known.at) starts.set(id, { id, organization_id: data.organizationId, at });
    }
  return new Map(
    [...starts].map(([id, start]) => [id, (document) => (document && document.at <= start.at ? document : start)]),
  );
}
