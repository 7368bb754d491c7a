import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { ScheduleEmail } from './email.commands.ts';
import type { EmailEvent } from './email.events.ts';

type ScheduledMail = Omit<ScheduleEmail['data'], 'token'>;
type EmailIntent = IntentWith<ScheduleEmail, ScheduledMail>;

export type EmailState =
  | { status: 'absent' }
  /** By attempts of earlier releases; later ones are not in the log. `nextAttemptAt` is machine time. */
  | { status: 'waiting'; attempts: number; nextAttemptAt: Instant }
  | { status: 'sent' }
  | { status: 'given_up' };

/** One mail: scheduled once. */
export const emailDecider: Decider<EmailIntent, EmailState, EmailEvent> = {
  category: 'email',
  initial: { status: 'absent' },

  decide: ({ data, machineNow }, state) => schedule(data, state, machineNow),

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
