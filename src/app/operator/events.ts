import type { Codec } from '../../kernel/codec.ts';
import { upToEnd, type EventStore, type StoredEvent } from '../../kernel/event-store.ts';

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

/** With personal fields opened, where the operator says so; as they are stored otherwise. */
export async function shown(event: StoredEvent, codec: Codec, open: boolean): Promise<StoredEvent> {
  if (!open) return event;
  const [opened] = await codec.open([event]);
  return opened as unknown as StoredEvent;
}

function matches({ type, metadata }: StoredEvent, filter: EventFilter): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.organizationId === undefined || filter.organizationId === metadata.organizationId)
  );
}
