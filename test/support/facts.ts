import { upToEnd, type EventStore, type Position } from '../../src/kernel/ports/event-store.ts';

/** What the program records by itself, at any time: an hour ends and is sealed, and what was sent arrives or not. */
const BY_ITSELF = ['LogSealed', 'WebhookOutcomesRecorded', 'EmailOutcomesRecorded'];

/** The position of the last event that somebody caused, after a position if one is given; undefined if there is none. */
export async function lastFact(store: EventStore, after?: Position): Promise<Position | undefined> {
  let last: Position | undefined;
  for await (const batch of upToEnd(store, after))
    for (const { type, position } of batch) if (!BY_ITSELF.includes(type)) last = position;
  return last;
}
