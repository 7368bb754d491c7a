import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { ScheduleEmail } from './email.commands.ts';
import type { EmailEvent } from './email.events.ts';

type ScheduledMail = Omit<ScheduleEmail['data'], 'token'>;
type EmailIntent = IntentWith<ScheduleEmail, ScheduledMail>;

export interface EmailState {
  status: 'absent' | 'scheduled';
}

/** One mail: scheduled once. */
export const emailDecider: Decider<EmailIntent, EmailState, EmailEvent> = {
  category: 'email',
  initial: { status: 'absent' },

  decide: ({ data, machineNow }, state) => schedule(data, state, machineNow),

  evolve: () => ({ status: 'scheduled' }),
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
