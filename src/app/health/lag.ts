import { secondsBetween, type Instant } from '../../kernel/ports/clock.ts';
import { upToEnd, type EventStore, type Position } from '../../kernel/ports/event-store.ts';

/** Seconds that the first event after a position has waited; 0 if there is none. */
export async function lagAt(store: EventStore, position: Position | undefined, machineNow: Instant): Promise<number> {
  for await (const [next] of upToEnd(store, position))
    return Math.max(0.001, secondsBetween(next!.metadata.recordedAt, machineNow));
  return 0;
}

/** Computes the lag of positions, with one read of the log per distinct position. */
export async function lagsIn(
  store: EventStore,
  machineNow: Instant,
): Promise<(position: Position | undefined) => Promise<number>> {
  const end = await store.end();
  const known = new Map<Position | undefined, Promise<number>>();
  return (position) => {
    if (end === undefined || (position !== undefined && position >= end)) return Promise.resolve(0);
    const lag = known.get(position) ?? lagAt(store, position, machineNow);
    known.set(position, lag);
    return lag;
  };
}
