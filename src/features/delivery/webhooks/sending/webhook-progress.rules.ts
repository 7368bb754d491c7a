import { addSeconds, type Instant } from '../../../../kernel/ports/clock.ts';
import type { WebhookGone, WebhookOutcome } from '../webhook.events.ts';
import { nextAttempt } from './webhook.schedule.ts';

/** An endpoint that fails so many messages in a row is disabled. */
const MOST_FAILED_IN_ROW = 10;
/** Outcomes of one event. */
export const BATCH = 50;
const RECORDED_AFTER_SECONDS = 10;
/** An attempt that takes longer makes its endpoint slow for an hour: longer than a message waits for its next attempt. */
const SLOW_MS = 2_000;
const SLOW_FOR_SECONDS = 3_600;

/** A round of attempts that is not over. Times are machine time. */
export interface Round {
  round: number;
  /** Over all rounds. */
  attempts: number;
  /** Of this round. */
  failed: number;
  /** null: not attempted yet. */
  failingSince: Instant | null;
  nextAttemptAt: Instant;
}

export interface FailingRound extends Round {
  failingSince: Instant;
  lastAt: Instant;
  httpCode: number | null;
}

/** How far an endpoint's worker has come since the last outcomes in the log. If it is lost, messages without an outcome are sent again. */
export interface EndpointProgress {
  /** Id of the newest event that asked for a message when the last run began: if there is a newer one, there is work. */
  newest: string | null;
  /** When there is work again in any case; null: not before the next message. */
  dueAt: Instant | null;
  /** By message. */
  failing: Readonly<Record<string, FailingRound>>;
  /** Not in the log yet, oldest first. */
  outcomes: readonly WebhookOutcome[];
  /** Messages that were given up since the last delivery, and the event that the first of them announces. */
  failedInRow?: { count: number; firstEventId: string };
  /** When an attempt last took long. */
  slowAt?: Instant;
}

export const noProgress: EndpointProgress = { newest: null, dueAt: null, failing: {}, outcomes: [] };

export interface Attempt {
  at: Instant;
  httpCode: number | null;
  succeeded: boolean;
  /** From the request to its answer, or until it was given up; null where there was none to send. */
  durationMs: number | null;
  /** If there was no body to send: another attempt would not help. */
  gone?: WebhookGone;
  /** A test is attempted once. */
  isTest?: boolean;
  /** The event that the message announces. */
  eventId: string;
}

/** After an attempt of a message's current round. */
export function attempted(
  progress: EndpointProgress,
  webhookId: string,
  { round, attempts: before, failed, failingSince }: Round,
  attempt: Attempt,
): EndpointProgress {
  if (outcomeOf(progress, webhookId, round)) return progress;
  const { at, httpCode, succeeded, gone, isTest } = attempt;
  const timed = withDuration(progress, attempt);
  const { [webhookId]: past, ...others } = progress.failing;
  const outcomes = past && past.round < round ? [...progress.outcomes, replaced(webhookId, past)] : progress.outcomes;
  const attempts = before + 1;
  const nextAttemptAt = succeeded || gone || isTest ? null : nextAttempt(failed + 1, at);
  if (nextAttemptAt === null) {
    const result = succeeded ? 'delivered' : 'abandoned';
    const outcome: WebhookOutcome = { webhookId, round, result, ...(gone && { gone }), at, attempts, httpCode };
    return { ...withRow(timed, attempt), failing: others, outcomes: [...outcomes, outcome] };
  }
  const since = failingSince ?? at;
  const failing = { round, attempts, failed: failed + 1, failingSince: since, nextAttemptAt, lastAt: at, httpCode };
  return { ...timed, failing: { ...others, [webhookId]: failing }, outcomes };
}

function withDuration(progress: EndpointProgress, { at, durationMs }: Attempt): EndpointProgress {
  return durationMs !== null && durationMs > SLOW_MS ? { ...progress, slowAt: at } : progress;
}

/** Whether requests to the endpoint have taken long lately, so that others must not wait for it. */
export function isSlow({ slowAt }: EndpointProgress, now: Instant): boolean {
  return slowAt !== undefined && now < addSeconds(slowAt, SLOW_FOR_SECONDS);
}

/** Tests, and messages without a body, say nothing of the endpoint. */
function withRow(progress: EndpointProgress, { succeeded, gone, isTest, eventId }: Attempt): EndpointProgress {
  if (gone || isTest) return progress;
  if (succeeded) return withoutRow(progress);
  const { count, firstEventId } = progress.failedInRow ?? { count: 0, firstEventId: eventId };
  return { ...progress, failedInRow: { count: count + 1, firstEventId } };
}

/** The failures for which an endpoint is disabled; undefined while they are fewer. */
export function disablingRow({ failedInRow }: EndpointProgress): EndpointProgress['failedInRow'] {
  return failedInRow && failedInRow.count >= MOST_FAILED_IN_ROW ? failedInRow : undefined;
}

/** Once a message was delivered, or the endpoint enabled again. */
export function withoutRow({ failedInRow: _, ...progress }: EndpointProgress): EndpointProgress {
  return progress;
}

/** A message that is not sent any more. */
export function skipped(
  progress: EndpointProgress,
  webhookId: string,
  { round, attempts }: Round,
  at: Instant,
): EndpointProgress {
  const { [webhookId]: _, ...failing } = progress.failing;
  const outcome = { webhookId, round, result: 'abandoned', gone: 'skipped', at, attempts, httpCode: null } as const;
  return { ...progress, failing, outcomes: [...progress.outcomes, outcome] };
}

function replaced(webhookId: string, { round, lastAt: at, attempts, httpCode }: FailingRound): WebhookOutcome {
  return { webhookId, round, result: 'replaced', at, attempts, httpCode };
}

/** The outcome of a round that is not in the log yet. */
export function outcomeOf(
  { outcomes }: EndpointProgress,
  webhookId: string,
  round: number,
): WebhookOutcome | undefined {
  return outcomes.find((one) => one.webhookId === webhookId && one.round === round);
}

/**
 * Whether an outcome is still to be recorded: repeated after a crash, or by a second worker, it is already in the log; after a restore, its
 * message may not be.
 */
export function isOpen(
  { round }: WebhookOutcome,
  message: { round: number; settled_round: number } | undefined,
): boolean {
  return message !== undefined && round > message.settled_round && round <= message.round;
}

/** The last round of a message that has been attempted, unless its outcome is in the log. */
export function roundIn({ failing, outcomes }: EndpointProgress, webhookId: string): number | undefined {
  return failing[webhookId]?.round ?? outcomes.findLast((one) => one.webhookId === webhookId)?.round;
}

/** Attempts of a message over all rounds, where the log does not have them yet. */
export function attemptsOf({ failing, outcomes }: EndpointProgress, webhookId: string): number | undefined {
  return failing[webhookId]?.attempts ?? outcomes.findLast((one) => one.webhookId === webhookId)?.attempts;
}

/** When the outcomes are due in the log. */
export function recordAt({ outcomes }: EndpointProgress): Instant | null {
  const [first] = outcomes;
  if (!first) return null;
  return outcomes.length >= BATCH ? first.at : addSeconds(first.at, RECORDED_AFTER_SECONDS);
}

/** Once these are in the log. */
export function recorded(progress: EndpointProgress, outcomes: readonly WebhookOutcome[]): EndpointProgress {
  const left = progress.outcomes.filter((one) => !outcomes.some((other) => isSame(one, other)));
  return left.length === progress.outcomes.length ? progress : { ...progress, outcomes: left };
}

function isSame(one: WebhookOutcome, other: WebhookOutcome): boolean {
  return one.webhookId === other.webhookId && one.round === other.round;
}
