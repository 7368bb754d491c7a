import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { EmailOutcome } from './email.events.ts';

const ATTEMPTS = 10;
const FIRST_DELAY_SECONDS = 10;
const LONGEST_DELAY_SECONDS = 3_600;
const RECORDED_WITHIN_SECONDS = 60;

export type UnrecordedOutcome = EmailOutcome & { organizationId: string | null };

/** After the attempts so far; `outcome`: what is to be recorded of the last one. `nextAttemptAt` is machine time; null: it was sent, or given up. */
export type EmailProgress =
  | { attempts: number; nextAttemptAt: Instant; outcome: UnrecordedOutcome | null }
  | { attempts: number; nextAttemptAt: null; outcome: UnrecordedOutcome };

/** `error`: why the mail was not sent, as a code; `permanent`: a retry would not help. */
export interface EmailAttempt {
  error: string | null;
  permanent: boolean;
}

/** A mail is tried ten times: after 10 s, doubling up to an hour. Of the attempts that are repeated, only the first is recorded. */
export function attempted(
  { emailId, organizationId }: Pick<UnrecordedOutcome, 'emailId' | 'organizationId'>,
  attempts: number,
  { error, permanent }: EmailAttempt,
  at: Instant,
): EmailProgress {
  const outcome = { emailId, organizationId, at, attempts, error };
  if (error === null) return { attempts, nextAttemptAt: null, outcome: { ...outcome, result: 'sent' } };
  if (permanent || attempts >= ATTEMPTS)
    return { attempts, nextAttemptAt: null, outcome: { ...outcome, result: 'given_up' } };
  const delay = Math.min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);
  const delayed = attempts === 1 ? ({ ...outcome, result: 'delayed' } as const) : null;
  return { attempts, nextAttemptAt: addSeconds(at, delay), outcome: delayed };
}

/** Of a mail without an outcome in the log. One that was sent or given up is due if its outcome has not been recorded by then: it may not be noted. */
export function isDue(progress: EmailProgress | undefined, now: Instant): boolean {
  if (!progress) return true;
  const { nextAttemptAt, outcome } = progress;
  return (nextAttemptAt ?? addSeconds(outcome.at, RECORDED_WITHIN_SECONDS)) <= now;
}
