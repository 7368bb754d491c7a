import { addSeconds, secondsBetween, type Instant } from '../../../kernel/ports/clock.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { Begin } from '../meters/period-begin.rules.ts';
import type { MeterPeriodClosed } from './customer-meter.events.ts';

/** Clocks of several processes differ by less. */
const CLOCKS_DIFFER_SECONDS = 60;

/** An event of a customer's meter that ends something. */
export type Closing = Pick<Recorded<MeterPeriodClosed>, 'data' | 'position' | 'metadata'>;

/** What begins with a cut. @param before the last end of a period that was billed before it */
export function beginAt({ data, position, metadata }: Closing, before: Position | null): Begin {
  const { ends, billing, billedFrom } = data;
  const lag = billedFrom === undefined ? 0 : Math.max(0, secondsBetween(billedFrom, metadata.occurredAt));
  const recorded_from = addSeconds(metadata.recordedAt, -lag - CLOCKS_DIFFER_SECONDS);
  return {
    position,
    kept: billedFrom === undefined ? null : { from: billedFrom, recorded_from },
    billed_until: ends === 'period' && billing !== null ? position : before,
  };
}

/** What ends the stretch, and then the period, that usage belongs to. */
export type Belonging = 'open' | 'unbilled' | readonly [first: Closing['data'], ...rest: Closing['data'][]];

/** Where usage belongs. @param closings in their order, those that lie after it */
export function belongingOf(closings: readonly Closing['data'][], timestamp: Instant): Belonging {
  let ended: Closing['data'][] = [];
  let isUnbilled = false;
  for (const one of closings) {
    ended.push(one);
    if (one.ends === 'price') continue;
    if (one.billing !== null) {
      const [first, ...rest] = ended;
      return isUnbilled ? 'unbilled' : [first!, ...rest];
    }
    ended = [];
    isUnbilled = one.billedFrom === undefined || timestamp < one.billedFrom;
  }
  return isUnbilled ? 'unbilled' : 'open';
}
