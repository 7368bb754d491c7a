import { TooManyEdits } from '../errors.ts';
import { addSeconds, secondsBetween, type Instant } from '../ports/clock.ts';
import type { DomainEvent, Recorded } from './events.ts';

/** How many events of these types one stream takes within 24 hours of machine time. What ends something is not among them. */
export interface EditLimit<T extends string = string> {
  types: readonly T[];
  perDay: number;
}

/** For what a seller may edit for years, also from a script. */
export const EDITS_PER_DAY = 500;
const DAY_SECONDS = 86_400;

/**
 * A limit per day, not for ever: nobody is locked out of what is theirs.
 * @param past events of the stream, oldest first
 * @throws TooManyEdits
 */
export function refuseTooManyEdits(
  { types, perDay }: EditLimit,
  decided: readonly DomainEvent[],
  past: readonly Recorded[],
  now: Instant,
): void {
  const isEdit = ({ type }: DomainEvent) => types.includes(type);
  const added = decided.filter(isEdit).length;
  if (added === 0) return;
  const dayAgo = addSeconds(now, -DAY_SECONDS);
  let left = perDay - added;
  for (let at = past.length - 1; at >= 0 && past[at]!.metadata.recordedAt > dayAgo; at--)
    if (isEdit(past[at]!) && --left < 0)
      throw new TooManyEdits(perDay, secondsBetween(dayAgo, past[at]!.metadata.recordedAt));
}
