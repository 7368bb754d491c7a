import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** Seals of one month, by the hour that they close: at most 744, and a few for late events. */
export function sealStream(hour: Instant): string {
  return `seal-${hour.slice(0, 7)}`;
}

/** What the log contained: `seal` is the chain over its first `count` events (64 hexadecimal characters). */
export interface Seal {
  count: number;
  seal: string;
}

/** A seal of everything up to the end of an hour; `hour` is its beginning, in machine time. */
export interface HourSeal extends Seal {
  hour: Instant;
}

export const sealEvents = {
  /** `seal` is the keyed chain over the log's first `count` events; this event itself is covered by the next one. `hour`: machine time. */
  LogSealed: event<HourSeal>(),
};
export type SealEvent = EventsOf<typeof sealEvents>;
