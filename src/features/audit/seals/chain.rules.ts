import { createHmac } from 'node:crypto';
import { canonical } from '../../../kernel/canonical-json.ts';
import type { NewStoredEvent, StoredEvent } from '../../../kernel/ports/event-store.ts';
import type { Seal } from './seal.events.ts';

/** An event in its stream, without its position in one store. */
export type ChainedEvent = NewStoredEvent & Pick<StoredEvent, 'stream' | 'revision'>;

/** Before the first event. */
export const BEGINNING: Seal = { count: 0, seal: '' };

/**
 * The chain after one more event: HMAC-SHA256(audit key, previous ‖ stream ‖ revision ‖ id ‖ type ‖ data and metadata), see
 * docs/EVENTS_AND_STREAMS.md#log-seals. It covers the event as it is stored, with personal fields sealed, so that erasing a person changes
 * nothing; it leaves out the position, which belongs to one store, so that a copy of the log has the same chain.
 */
export function chained(key: Buffer, { count, seal }: Seal, event: ChainedEvent): Seal {
  const { stream, revision, id, type, data, metadata } = event;
  const text = canonical([seal, stream, revision, id, type, data, metadata]);
  return { count: count + 1, seal: createHmac('sha256', key).update(text).digest('hex') };
}
