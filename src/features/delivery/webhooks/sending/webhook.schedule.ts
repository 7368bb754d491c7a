import { addSeconds, secondsBetween, type Instant } from '../../../../kernel/ports/clock.ts';

const ATTEMPTS = 10;
const FIRST_DELAY_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 20 * 60;
const BLOCKS_SECONDS = 20 * 60;

/** When a message is retried after so many failed attempts of a round: after 5 s, doubling up to 20 min; null after the tenth. */
export function nextAttempt(failed: number, at: Instant): Instant | null {
  if (failed >= ATTEMPTS) return null;
  return addSeconds(at, Math.min(FIRST_DELAY_SECONDS * 2 ** (failed - 1), LONGEST_DELAY_SECONDS));
}

/** Whether a message that has been failing since then still holds up later ones of its endpoint. */
export function blocksLater(failingSince: Instant, now: Instant): boolean {
  return secondsBetween(failingSince, now) < BLOCKS_SECONDS;
}

/** When a failing message stops holding up later ones. */
export function unblocksAt(failingSince: Instant): Instant {
  return addSeconds(failingSince, BLOCKS_SECONDS);
}
