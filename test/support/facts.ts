import { upToEnd, type EventStore, type Position } from '../../src/kernel/ports/event-store.ts';

/** What the program records by itself, at any time: an hour ends and is sealed, and what was sent arrives or not. */
const BY_ITSELF = ['LogSealed', 'WebhookOutcomesRecorded', 'EmailOutcomesRecorded'];

/** The position of the last event that somebody caused. */
export async function lastFact(store: EventStore): Promise<Position | undefined> {
  let last: Position | undefined;
  for await (const batch of upToEnd(store))
    for (const { type, position } of batch) if (!BY_ITSELF.includes(type)) last = position;
  return last;
}
