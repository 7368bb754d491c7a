import type { MeterAggregation } from './meter.events.ts';
import type { Begin } from './period-begin.rules.ts';
import { merge, NOTHING, takenBack, type Tally } from './tally.rules.ts';

/** The least and the greatest of some numbers; null if there are none. */
export type Extremes = Pick<Tally, 'min' | 'max'>;

export const NO_EXTREMES: Extremes = { min: null, max: null };

/**
 * An event was voided that a maximum or minimum came from: only the others tell what it is without. They are read from the log and recorded
 * (`UsageRecounted`); the extremes of what is added until then are kept apart.
 */
export interface Recount extends Extremes {
  /** That was voided. */
  event_id: string;
  /** With which the others begin; null: with the log. They end with the void. */
  begin: Begin | null;
}

/** What was measured, and whether its extremes are being read again. */
export interface Counted {
  tally: Tally;
  recount: Recount | null;
}

/** A usage event that no longer counts. */
export interface VoidedValue {
  eventId: string;
  func: MeterAggregation['func'];
  value: number | null;
}

/** With another event's value; null if it is only counted. */
export function withValue({ min, max }: Extremes, value: number | null): Extremes {
  if (value === null) return { min, max };
  const number = value === 0 ? 0 : value; // not −0, as in tallies
  return { min: Math.min(min ?? number, number), max: Math.max(max ?? number, number) };
}

/** Whether single events decide what is measured. */
export function isExtreme(func: MeterAggregation['func'] | undefined): func is 'max' | 'min' {
  return func === 'max' || func === 'min';
}

export function adding({ tally, recount }: Counted, added: Tally): Counted {
  return { tally: merge(tally, added), recount: withExtremes(recount, added) };
}

/** @param begin of the events that are read again if it was an extreme */
export function voiding({ tally, recount }: Counted, voided: VoidedValue, begin: Begin | null = null): Counted {
  const { eventId, value } = voided;
  const isNeeded = isExtreme(voided.func) && (recount !== null || isReached(tally, voided));
  return {
    tally: merge(tally, takenBack(value)),
    recount: isNeeded ? { event_id: eventId, begin, min: null, max: null } : recount,
  };
}

/** With the extremes of the events that lie before a void; unchanged if another void has come after that. */
export function recounted(counted: Counted, eventId: string, extremes: Extremes): Counted {
  const { tally, recount } = counted;
  if (recount?.event_id !== eventId) return counted;
  const { min, max } = withExtremes(recount, extremes);
  return { tally: { ...tally, min, max }, recount: null };
}

/** Whether a value may be what a maximum or minimum comes from. */
export function isReached({ min, max }: Extremes, { func, value }: Pick<VoidedValue, 'func' | 'value'>): boolean {
  if (value === null) return false;
  return func === 'max' ? max === null || value >= max : min === null || value <= min;
}

function withExtremes<T extends Extremes | null>(one: T, { min, max }: Extremes): T {
  if (one === null) return one;
  const both = merge({ ...NOTHING, min: one.min, max: one.max }, { ...NOTHING, min, max });
  return { ...one, min: both.min, max: both.max };
}
