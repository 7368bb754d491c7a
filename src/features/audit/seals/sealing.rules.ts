import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { BEGINNING, chained } from './chain.rules.ts';
import type { HourSeal, Seal } from './seal.events.ts';

const HOUR_SECONDS = 3_600;
/** Appends in flight when an hour ends are waited for; later ones get a seal of their own. */
const GRACE_SECONDS = 5;

/** How far the log is chained, and which part of that is not sealed. */
export interface Sealing {
  chain: Seal;
  /** The latest hour of any event. */
  latest: Instant;
  /** The events that neither a seal nor a cut covers: their earliest hour, and the number of the last of them. */
  open: { hour: Instant; count: number } | undefined;
  /** Hours that later events have closed and that are not sealed, oldest first. */
  cuts: readonly HourSeal[];
  /** The newest seal in the log, and when it was appended. */
  last: (HourSeal & { at: Instant }) | undefined;
}

export const UNSEALED: Sealing = { chain: BEGINNING, latest: '', open: undefined, cuts: [], last: undefined };

/**
 * Takes the log's next event. An hour ends before the first event of a later one, by machine time, so that every reader of the log cuts it
 * at the same places. Seals are chained like any other event but need no seal: an hour with nothing else gets none.
 */
export function taken(sealing: Sealing, event: StoredEvent, key: Buffer): Sealing {
  const chain = chained(key, sealing.chain, event);
  if (event.type === 'LogSealed') {
    const { hour, count, seal } = event.data as unknown as HourSeal;
    return { ...sealed(sealing, count), chain, last: { hour, count, seal, at: event.metadata.recordedAt } };
  }
  const hour = hourOf(event.metadata.recordedAt);
  const ends = sealing.open !== undefined && hour > sealing.latest;
  const before = ends ? undefined : sealing.open?.hour;
  return {
    chain,
    latest: hour > sealing.latest ? hour : sealing.latest,
    // A clock that was ahead may have been corrected, so the earliest hour counts.
    open: { hour: before !== undefined && before < hour ? before : hour, count: chain.count },
    cuts: ends ? [...sealing.cuts, { hour: sealing.open!.hour, ...sealing.chain }] : sealing.cuts,
    last: sealing.last,
  };
}

/** The seals that are due at a moment of machine time, oldest first. */
export function due({ chain, open, cuts }: Sealing, now: Instant): readonly HourSeal[] {
  const isOver = open !== undefined && now >= addSeconds(open.hour, HOUR_SECONDS + GRACE_SECONDS);
  return isOver ? [...cuts, { hour: open.hour, ...chain }] : cuts;
}

/** After a seal that covers the first `count` events. */
export function sealed(sealing: Sealing, count: number): Sealing {
  const { open, cuts } = sealing;
  return {
    ...sealing,
    open: open && open.count > count ? open : undefined,
    cuts: cuts.filter((cut) => cut.count > count),
  };
}

/** `2026-11-21T10:40:12.345Z` → `2026-11-21T10:00:00.000Z`. */
function hourOf(instant: Instant): Instant {
  return `${instant.slice(0, 13)}:00:00.000Z`;
}
