import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';

/** Where a period begins: with a cut, and what it is to bill of the usage that lies before that. */
export interface Begin {
  /** Of the cut. */
  position: Position;
  /** Usage that is dated from then on; null: none. */
  kept: {
    from: Instant;
    /** Nothing of it was recorded before, in machine time. */
    recorded_from: Instant;
  } | null;
  /** Of the last end of a period that was billed, before which it has nothing; null: none was. */
  billed_until: Position | null;
}

/** Where usage lies in the log, and when it happened. */
export interface UsagePlace {
  position: Position;
  timestamp: Instant;
}

/** Whether usage belongs to what begins there, or to what follows. @param begin null: of the log */
export function isSince(begin: Begin | null, { position, timestamp }: UsagePlace): boolean {
  if (begin === null || position > begin.position) return true;
  const { kept, billed_until } = begin;
  return kept !== null && timestamp >= kept.from && position > (billed_until ?? '');
}
