import { upToEnd, type EventStore, type Position } from '../../src/kernel/ports/event-store.ts';

/** Where the last thing is that somebody did: an hour may end at any time, and then the log seals itself. */
export async function lastFact(store: EventStore): Promise<Position | undefined> {
  let last: Position | undefined;
  for await (const batch of upToEnd(store))
    for (const { type, position } of batch) if (type !== 'LogSealed') last = position;
  return last;
}
