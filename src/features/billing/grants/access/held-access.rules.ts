import { isDeepStrictEqual } from 'node:util';
import { addSeconds, type Instant } from '../../../../kernel/ports/clock.ts';
import type { AccessEvent, FailureReason, LinkedAccess } from './access.events.ts';
import type { AccessOutcome } from '../grant.commands.ts';
import type { GrantEvent } from '../grant.events.ts';

/** Then it is parked: after about nine hours. */
export const MOST_ATTEMPTS = 20;
const FIRST_DELAY_SECONDS = 2;
const LAST_DELAY_SECONDS = 3_600;
/** However long a platform asks to wait. */
const MOST_DELAY_SECONDS = 86_400;

/** What a customer may have at a platform by a benefit: from the moment it was wanted until it was taken. */
export interface HeldAccess extends LinkedAccess {
  isGiven: boolean;
  /** That have failed. */
  attempts: number;
  /** Machine time; null: none is to be made. */
  nextAttemptAt: Instant | null;
  /** Of the last attempt; null if it has not failed. */
  reason: FailureReason | null;
}

/** Of one customer and benefit. */
export interface AccessState {
  wanted: LinkedAccess | null;
  held: readonly HeldAccess[];
}

export const NO_ACCESS: AccessState = { wanted: null, held: [] };

export function isAccessEvent(event: GrantEvent | AccessEvent): event is AccessEvent {
  return event.type.startsWith('BenefitAccess');
}

export function isSame(one: LinkedAccess | null, other: LinkedAccess | null): boolean {
  if (!one || !other) return one === other;
  return one.linkId === other.linkId && isDeepStrictEqual(one.access, other.access);
}

export function accessAfter(state: AccessState, { type, data }: AccessEvent): AccessState {
  if (type === 'BenefitAccessWanted') {
    const { wanted, at } = data;
    const others = state.held.filter((held) => !isSame(held, wanted));
    const all = wanted ? [...others, wanted] : others;
    const renewed = { isGiven: false, attempts: 0, nextAttemptAt: at, reason: null };
    return { wanted, held: all.map(({ access, linkId }) => ({ access, linkId, ...renewed })) };
  }
  const changed = (changes: Partial<HeldAccess>) =>
    state.held.map((held) => (isSame(held, data) ? { ...held, ...changes } : held));
  switch (type) {
    case 'BenefitAccessGiven':
      return { ...state, held: changed({ isGiven: true, attempts: 0, nextAttemptAt: null, reason: null }) };
    case 'BenefitAccessTaken':
      return { ...state, held: state.held.filter((held) => !isSame(held, data)) };
    case 'BenefitAccessFailed': {
      const { attempts, nextAttemptAt, reason } = data;
      return { ...state, held: changed({ attempts, nextAttemptAt, reason }) };
    }
  }
}

/** What to do next, and whether to give or to take it: what is not wanted is taken first. */
export function nextIn({ wanted, held }: AccessState): { next: HeldAccess; tried: 'given' | 'taken' } | undefined {
  const due = held
    .filter(({ nextAttemptAt }) => nextAttemptAt !== null)
    .map((next) => ({ next, tried: isSame(next, wanted) ? ('given' as const) : ('taken' as const) }));
  return due.sort((one, other) => compare(timeOf(one), timeOf(other)) || compare(other.tried, one.tried))[0];
}

function timeOf({ next }: { next: HeldAccess }): Instant {
  return next.nextAttemptAt!;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Whether it is not attempted any more, although it is not done. */
export function hasFailed({ isGiven, nextAttemptAt }: HeldAccess): boolean {
  return !isGiven && nextAttemptAt === null;
}

/** When to attempt again what has failed so many times; null: never. */
export function nextAttemptAfter(
  attempts: number,
  { reason, retryAfterSeconds }: Extract<AccessOutcome, { outcome: 'failed' }>,
  now: Instant,
): Instant | null {
  if (reason !== 'transient' || attempts >= MOST_ATTEMPTS) return null;
  const backOff = Math.min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LAST_DELAY_SECONDS);
  return addSeconds(now, Math.min(retryAfterSeconds ?? backOff, MOST_DELAY_SECONDS));
}
