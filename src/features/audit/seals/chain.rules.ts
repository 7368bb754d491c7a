import { createHmac } from 'node:crypto';
import { canonical } from '../../../kernel/canonical-json.ts';
import type { NewStoredEvent, StoredEvent } from '../../../kernel/ports/event-store.ts';
import type { Seal } from './seal.events.ts';

/** An event in its stream, without its place in one store. */
export type ChainedEvent = NewStoredEvent & Pick<StoredEvent, 'stream' | 'revision'>;

/** Before the first event. */
export const BEGINNING: Seal = { count: 0, seal: '' };

/**
 * The chain one event further: HMAC-SHA256(audit key, previous ‖ stream ‖ revision ‖ id ‖ type ‖ data and metadata), see
 * docs/EVENTS_AND_STREAMS.md#log-seals. It is over the event as it is stored, personal fields sealed, so that erasing a person changes
 * nothing; and over no position, which is one store's own, so that the chain is the same in a copy of the log elsewhere.
 */
export function chained(key: Buffer, { count, seal }: Seal, event: ChainedEvent): Seal {
  const { stream, revision, id, type, data, metadata } = event;
  const text = canonical([seal, stream, revision, id, type, data, metadata]);
  return { count: count + 1, seal: createHmac('sha256', key).update(text).digest('hex') };
}
