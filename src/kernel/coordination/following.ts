import { ServiceUnavailable } from '../errors.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';

/**
 * As `subscribe`, for readers that begin again whenever it fails: a store that was closed before them is a failure, too, so that they pause before
 * they look again.
 * @throws ServiceUnavailable
 */
export async function* following(
  store: EventStore,
  after: Position | undefined,
  signal: AbortSignal,
  types?: ReadonlySet<string>,
): AsyncIterable<StoredEvent[]> {
  yield* store.subscribe(after, signal, types);
  if (!signal.aborted) throw new ServiceUnavailable('The log', 'is closed');
}
