import type { Instant } from '../../../kernel/ports/clock.ts';
import type { MailValues } from '../../../kernel/reacting/mails.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** A mail's stream is `email-{UUID}`; one event per attempt, at most ten. */
export const emailStream = (emailId: string): string => `email-${emailId}`;

/** Durable before anything is sent. Times are machine time. */
export const emailEvents = {
  EmailScheduled: event<{
    emailId: string;
    /** Of the template that it is rendered by. */
    kind: string;
    /** The person it is about, whose key seals its values and address. */
    person: string;
    organizationId: string | null;
    /** null once that person is erased. */
    to: string | null;
    values: MailValues;
    /** Another person whom it mentions, and the values that identify them: gone once they are erased. */
    mentioned?: string;
    mentionedValues?: MailValues;
    at: Instant;
  }>({
    version: 2,
    // Mentioned people were among the values.
    upcast: { 1: (data) => data },
    personal: [
      { subject: ({ person }) => person, fields: { to: null, values: {} } },
      { subject: ({ person, mentioned }) => mentioned ?? person, fields: { mentionedValues: {} } },
    ],
  }),
  EmailSent: event<{ emailId: string; at: Instant; attempt: number }>(),
  /** `error` is a code such as `SMTP 421`, never the server's text, which may name people. */
  EmailFailed: event<{ emailId: string; at: Instant; attempt: number; error: string; nextAttemptAt: Instant | null }>(),
};

export type EmailEvent = EventsOf<typeof emailEvents>;
