import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { RecordEmailAttempt, ScheduleEmail } from './email.commands.ts';
import type { EmailEvent } from './email.events.ts';

const ATTEMPTS = 10;
const FIRST_DELAY_SECONDS = 10;
const LONGEST_DELAY_SECONDS = 3_600;

type ScheduledMail = Omit<ScheduleEmail['data'], 'token'>;
type EmailIntent = IntentWith<ScheduleEmail, ScheduledMail> | IntentOf<RecordEmailAttempt>;

export type EmailState =
  | { status: 'absent' }
  /** `nextAttemptAt` is machine time. */
  | { status: 'waiting'; attempts: number; nextAttemptAt: Instant }
  | { status: 'sent' }
  | { status: 'given_up' };

/** One mail: scheduled once, sent once, tried at most ten times within about an hour and a half. */
export const emailDecider: Decider<EmailIntent, EmailState, EmailEvent> = {
  category: 'email',
  initial: { status: 'absent' },

  decide({ type, data, machineNow }, state) {
    switch (type) {
      case 'ScheduleEmail':
        return schedule(data, state, machineNow);
      case 'RecordEmailAttempt':
        return recordAttempt(data, state, machineNow);
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'EmailScheduled':
        return { status: 'waiting', attempts: 0, nextAttemptAt: data.at };
      case 'EmailSent':
        return { status: 'sent' };
      case 'EmailFailed':
        if (data.nextAttemptAt === null) return { status: 'given_up' };
        return { status: 'waiting', attempts: data.attempt, nextAttemptAt: data.nextAttemptAt };
    }
  },
};

function schedule(data: ScheduledMail, state: EmailState, at: Instant): EmailEvent[] {
  if (state.status !== 'absent') return [];
  const { emailId, kind, person, organizationId, to, values, mentions } = data;
  const valuesThat = (identify: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => (mentions?.values ?? []).includes(name) === identify));
  const mentioned = mentions && { mentioned: mentions.person, mentionedValues: valuesThat(true) };
  const mail = { emailId, kind, person, organizationId, to, values: valuesThat(false), ...mentioned, at };
  return [{ type: 'EmailScheduled', data: mail }];
}

function recordAttempt(data: RecordEmailAttempt['data'], state: EmailState, at: Instant): EmailEvent[] {
  const { emailId, attempt, error, permanent } = data;
  if (state.status !== 'waiting' || attempt !== state.attempts + 1) return [];
  if (error === null) return [{ type: 'EmailSent', data: { emailId, at, attempt } }];
  const nextAttemptAt = permanent || attempt >= ATTEMPTS ? null : addSeconds(at, delayAfter(attempt));
  return [{ type: 'EmailFailed', data: { emailId, at, attempt, error, nextAttemptAt } }];
}

function delayAfter(attempt: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (attempt - 1), LONGEST_DELAY_SECONDS);
}
