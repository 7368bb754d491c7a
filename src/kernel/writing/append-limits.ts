import { AppendRefused } from '../errors.ts';
import { MAX_APPEND_BYTES, MAX_APPEND_EVENTS, MAX_EVENT_BYTES, type NewStoredEvent } from '../ports/event-store.ts';

/** An event as JSON text. */
export interface EncodedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string;
}

/** @throws AppendRefused the name is not `{category}-{id}` */
export function checkStream(stream: string): void {
  if (!/^[a-z][a-z0-9_]*-[\x21-\x7e]{1,200}$/.test(stream))
    throw new AppendRefused(`${JSON.stringify(stream)} is not a stream's name`);
}

/**
 * An append's events as JSON text.
 * @throws AppendRefused no events, too many, or too large: all stores have the same limits
 */
export function encodeEvents(events: readonly NewStoredEvent[]): EncodedEvent[] {
  if (events.length === 0) throw new AppendRefused('An append holds at least one event');
  if (events.length > MAX_APPEND_EVENTS)
    throw new AppendRefused(`An append holds at most ${MAX_APPEND_EVENTS} events`, `${MAX_APPEND_EVENTS} parts`);
  let total = 0;
  return events.map(({ id, type, data, metadata }) => {
    if (`${id}${type}`.includes('\0')) throw new AppendRefused("An event's id and type hold no NUL");
    const encoded = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    const bytes = Buffer.byteLength(encoded.data) + Buffer.byteLength(encoded.metadata);
    total += bytes;
    if (bytes > MAX_EVENT_BYTES)
      throw new AppendRefused(`${type} has ${bytes} bytes, more than ${MAX_EVENT_BYTES}`, `${MAX_EVENT_BYTES} bytes`);
    if (total > MAX_APPEND_BYTES)
      throw new AppendRefused(`An append holds at most ${MAX_APPEND_BYTES} bytes`, `${MAX_APPEND_BYTES} bytes`);
    return encoded;
  });
}
