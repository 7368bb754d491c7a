import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { BEGINNING, chained } from './chain.rules.ts';
import type { HourSeal, Seal } from './seal.events.ts';

const HOUR_SECONDS = 3_600;
/** What was on its way when an hour ended is still waited for; what comes later makes another seal. */
const GRACE_SECONDS = 5;

/** How far the log is chained, and what of it is not sealed yet. */
export interface Sealing {
  chain: Seal;
  /** The latest hour that any event is of. */
  latest: Instant;
  /** What no seal covers, nor a cut: the earliest hour among its events, and how many events there are up to the last of them. */
  open: { hour: Instant; count: number } | undefined;
  /** Hours that later events have closed, oldest first, not sealed yet. */
  cuts: readonly HourSeal[];
  /** The newest seal in the log, with when it was made. */
  last: (HourSeal & { at: Instant }) | undefined;
}

export const UNSEALED: Sealing = { chain: BEGINNING, latest: '', open: undefined, cuts: [], last: undefined };

/**
 * Takes the log's next event. An hour ends before the first event of a later one, by machine time, so that whoever reads the log cuts it at
 * the same places. Seals are chained like any other event, but need no seal: an hour that has nothing else gets none.
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
    // A clock that was ahead may be put right, so what is open is of the earliest hour.
    open: { hour: before !== undefined && before < hour ? before : hour, count: chain.count },
    cuts: ends ? [...sealing.cuts, { hour: sealing.open!.hour, ...sealing.chain }] : sealing.cuts,
    last: sealing.last,
  };
}

/** What is to be sealed at a moment of machine time, oldest first. */
export function due({ chain, open, cuts }: Sealing, now: Instant): readonly HourSeal[] {
  const isOver = open !== undefined && now >= addSeconds(open.hour, HOUR_SECONDS + GRACE_SECONDS);
  return isOver ? [...cuts, { hour: open.hour, ...chain }] : cuts;
}

/** A seal covers the first `count` events. */
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
