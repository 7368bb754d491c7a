import type { MailTemplate, MailValues } from '../../../kernel/reacting/mails.ts';
import { command } from '../../../kernel/writing/command.ts';

interface Mail<V extends MailValues> {
  emailId: string;
  /** The subject whose key seals its address and values, by `subjectOf`. */
  person: string;
  organizationId: string | null;
  to: string;
  values: V;
  /** Another person, by `subjectOf`, and which of the values identify them: their key seals those. */
  mentions?: { person: string; values: readonly (keyof V & string)[] };
  /** Stored in the Vault, never in the event. */
  token?: string;
}

/** A mail with the values that its template needs. */
export function mailOf<V extends MailValues>({ kind }: MailTemplate<V>, mail: Mail<V>): ScheduleEmail['data'] {
  return { kind, ...mail };
}

/** Changes nothing where mails are not enabled, or the id is scheduled already. */
export class ScheduleEmail extends command('ScheduleEmail')<{ kind: string } & Mail<MailValues>, void> {}
/** Sends what is scheduled, due and not sent; sent by a worker that a wake-up or the sweeper woke. */
export class SendEmail extends command('SendEmail')<{ emailId: string }, void> {}
/** Appends what became of mails. */
export class RecordEmailOutcomes extends command('RecordEmailOutcomes')<Record<string, never>, void> {}
/** Erases the bodies and tokens of all mails about an erased person. */
export class EraseEmails extends command('EraseEmails')<{ subject: string }, void> {}
