import { isReadable, type Codec } from '../../kernel/writing/codec.ts';
import type { UnreadableEvent } from '../../kernel/errors.ts';
import { upToEnd, type EventStore, type StoredEvent } from '../../kernel/ports/event-store.ts';

export interface EventFilter {
  stream?: string;
  type?: string;
  organizationId?: string;
}

/** Events as they are stored, oldest first, up to where the log ends now. */
export async function* readEvents(store: EventStore, filter: EventFilter = {}): AsyncIterable<StoredEvent> {
  if (filter.stream !== undefined) {
    for (const event of await store.read(filter.stream)) if (matches(event, filter)) yield event;
    return;
  }
  for await (const batch of upToEnd(store)) for (const event of batch) if (matches(event, filter)) yield event;
}

/** An event by its id, or by `{stream}@{revision}`. */
export async function findEvent(store: EventStore, reference: string): Promise<StoredEvent | undefined> {
  const at = /^(.+)@(\d+)$/.exec(reference);
  if (at) return (await store.read(at[1]!, Number(at[2])))[0];
  for await (const event of readEvents(store)) if (event.id === reference) return event;
  return undefined;
}

/** The last `count` of them. */
export async function lastEvents(store: EventStore, filter: EventFilter, count: number): Promise<StoredEvent[]> {
  let last: StoredEvent[] = [];
  for await (const event of readEvents(store, filter)) {
    last.push(event);
    if (last.length >= 2 * count) last = last.slice(-count);
  }
  return last.slice(-count);
}

/** With personal fields opened, where the operator says so; as stored otherwise, and where it cannot be read, with the reason. */
export async function shown(event: StoredEvent, codec: Codec, open: boolean): Promise<object> {
  if (!open) return event;
  const [opened] = await codec.openEach([event]);
  if (!opened) return { ...event, skipped: true };
  return isReadable(opened) ? opened : { ...event, unreadable: opened.reason };
}

/** Every event that this release cannot read with this vault, and that no operator has had skipped. */
export async function* unreadableEvents(store: EventStore, codec: Codec): AsyncIterable<UnreadableEvent> {
  for await (const batch of upToEnd(store))
    for (const event of await codec.openEach(batch)) if (!isReadable(event)) yield event;
}

/** One line for each, and one that counts them. @returns how many there are */
export async function sayUnreadable(store: EventStore, codec: Codec, say: (line: string) => unknown): Promise<number> {
  let count = 0;
  for await (const { event, reason } of unreadableEvents(store, codec)) {
    count += 1;
    say(`${event.id}  ${event.type.padEnd(26)} ${event.stream}@${event.revision}  ${reason}`);
  }
  say(count === 0 ? 'Every event can be read.' : `${count} cannot be read; see: events skip`);
  return count;
}

function matches({ type, metadata }: StoredEvent, filter: EventFilter): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.organizationId === undefined || filter.organizationId === metadata.organizationId)
  );
}
