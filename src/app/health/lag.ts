import { secondsBetween, type Instant } from '../../kernel/ports/clock.ts';
import { upToEnd, type EventStore, type Position } from '../../kernel/ports/event-store.ts';

/** Seconds that the first event after a position has waited; 0 if there is none. */
export async function lagAt(store: EventStore, position: Position | undefined, machineNow: Instant): Promise<number> {
  for await (const [next] of upToEnd(store, position))
    return Math.max(0.001, secondsBetween(next!.metadata.recordedAt, machineNow));
  return 0;
}
