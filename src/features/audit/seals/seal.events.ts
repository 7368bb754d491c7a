import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** Seals of one month (at most 744, and a few of hours to which something came late), by the hour that they close. */
export function sealStream(hour: Instant): string {
  return `seal-${hour.slice(0, 7)}`;
}

/** What was in the log: after its first `count` events, the chain over them was at `seal` (64 hexadecimal characters). */
export interface Seal {
  count: number;
  seal: string;
}

/** A seal of everything up to the end of an hour; `hour` is when that began, in machine time. */
export interface HourSeal extends Seal {
  hour: Instant;
}

export const sealEvents = {
  /** `seal` is the keyed chain over the log's first `count` events; this event itself is covered by the next one. `hour`: machine time. */
  LogSealed: event<HourSeal>(),
};
export type SealEvent = EventsOf<typeof sealEvents>;
