import { upToEnd, type EventStore, type Position } from '../../src/kernel/ports/event-store.ts';

/** The position of the last event other than a seal, since an hour may end and be sealed at any time. */
export async function lastFact(store: EventStore): Promise<Position | undefined> {
  let last: Position | undefined;
  for await (const batch of upToEnd(store))
    for (const { type, position } of batch) if (type !== 'LogSealed') last = position;
  return last;
}
