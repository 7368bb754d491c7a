import { declineWords } from './declines';
import { cardWords } from './cards';
import { word } from './format';

/** Days after the first failure on which a payment is tried; the server decides, the screen names them. */
export const ATTEMPT_DAYS = [0, 2, 7, 14, 21] as const;
const DAY = 86_400_000;

/** What a subscription says of a payment that has failed. */
export interface Dunning {
  /** Charges that were due and have failed, the first of them included. */
  attempts: number;
  next_attempt_at: string | null;
  grace_ends_at: string | null;
}

interface Attempt {
  id: string;
  status: string;
  decline_code: string | null;
  created_at: string;
  card: { brand: string; last4: string } | null;
}

export interface DunningStep {
  key: string;
  /** Whole days after the first attempt. */
  day: number;
  at: string;
  kind: 'declined' | 'succeeded' | 'charging' | 'next' | 'planned' | 'grace' | 'end';
  /** "Declined: insufficient funds, Visa ending in 4242". */
  words: string;
}

interface DunningFacts {
  dunning: Dunning;
  /** Every attempt to charge the order, newest first. */
  payments: readonly Attempt[];
  finalAction: 'cancel' | 'unpaid';
  /** When the subscription ends anyhow; null if it does not. */
  endsAt: string | null;
}

/** The attempts so far and those that are planned, in the order of time. */
export function dunningSteps({ dunning, payments, finalAction, endsAt }: DunningFacts): DunningStep[] {
  const first = firstAttemptAt(dunning, payments);
  if (first === undefined) return [];
  const dayOf = (at: number) => Math.round((at - first) / DAY);
  const step = (key: string, at: number, kind: DunningStep['kind'], words: string): DunningStep => ({
    ...{ key, kind, words, day: dayOf(at) },
    at: new Date(at).toISOString(),
  });
  const past = payments.map((attempt) => pastStep(attempt, step)).toReversed();
  const end = endsAt === null ? Infinity : Date.parse(endsAt);
  const planned = plannedAt(dunning, first)
    .filter((at) => at < end)
    .map((at, index, all) => {
      const isLast = index === all.length - 1 && end === Infinity;
      const isNext = index === 0 && dunning.next_attempt_at !== null;
      return step(`planned ${at}`, at, isNext ? 'next' : 'planned', plannedWords(isNext, isLast, finalAction));
    });
  const grace = dunning.grace_ends_at
    ? [step('grace', Date.parse(dunning.grace_ends_at), 'grace', 'Benefits are revoked, unless it is paid')]
    : [];
  const ends = end === Infinity ? [] : [step('end', end, 'end', 'The subscription ends, as it was canceled')];
  return [...past, ...planned, ...grace, ...ends].sort((one, other) => one.at.localeCompare(other.at));
}

/** When the order was first charged; without its payments, as the next attempt says. */
function firstAttemptAt({ attempts, next_attempt_at }: Dunning, payments: readonly Attempt[]): number | undefined {
  const oldest = payments.at(-1);
  if (oldest) return Date.parse(oldest.created_at);
  const days = ATTEMPT_DAYS[attempts];
  return next_attempt_at === null || days === undefined ? undefined : Date.parse(next_attempt_at) - days * DAY;
}

/** In milliseconds. While one is being charged, those after it. */
function plannedAt({ attempts, next_attempt_at }: Dunning, first: number): number[] {
  if (next_attempt_at === null) return ATTEMPT_DAYS.slice(attempts + 1).map((days) => first + days * DAY);
  const next = Date.parse(next_attempt_at);
  return ATTEMPT_DAYS.slice(attempts).map((days) => next + (days - ATTEMPT_DAYS[attempts]!) * DAY);
}

function pastStep(
  { id, status, decline_code, created_at, card }: Attempt,
  step: (key: string, at: number, kind: DunningStep['kind'], words: string) => DunningStep,
): DunningStep {
  const by = card ? `, ${cardWords(card)}` : '';
  const at = Date.parse(created_at);
  if (status === 'declined') {
    const why = decline_code ? `: ${declineWords(decline_code)}` : '';
    return step(id, at, 'declined', `Declined${why}${by}`);
  }
  if (status === 'succeeded') return step(id, at, 'succeeded', `Paid${by}`);
  const isOpen = status === 'requested' || status === 'pending';
  return step(id, at, 'charging', `${isOpen ? 'Being charged' : word(status)}${by}`);
}

function plannedWords(isNext: boolean, isLast: boolean, finalAction: DunningFacts['finalAction']): string {
  if (!isLast) return isNext ? 'Next attempt' : 'Another attempt';
  const then = finalAction === 'cancel' ? 'it is canceled' : 'it stays unpaid';
  return `${isNext ? 'Next and last attempt' : 'Last attempt'}; if that is declined, ${then}`;
}
