import type { Instant } from '../../../kernel/ports/clock.ts';
import type { MailValues } from '../../../kernel/reacting/mails.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** A mail's stream is `email-{UUID}`. */
export const emailStream = (emailId: string): string => `email-${emailId}`;

/** A batch of outcomes has a stream of its own, with one event. */
export const emailOutcomesStream = (batchId: string): string => `emailoutcomes-${batchId}`;

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
    personal: [
      { subject: ({ person }) => person, fields: { to: null, values: {} } },
      { subject: ({ person, mentioned }) => mentioned ?? person, fields: { mentionedValues: {} } },
    ],
  }),
};

/** What became of a mail, or that its first attempt failed. */
export interface EmailOutcome {
  emailId: string;
  result: 'sent' | 'given_up' | 'delayed';
  /** Machine time of the attempt. */
  at: Instant;
  attempts: number;
  /** A code such as `SMTP 421`, never the server's text, which may name people; null if it was sent. */
  error: string | null;
}

export const emailOutcomeEvents = {
  /** A batch of one organization, or of mails about accounts (null): in the order of sending. */
  EmailOutcomesRecorded: event<{ organizationId: string | null; outcomes: readonly EmailOutcome[] }>({
    internal: true,
  }),
};

export type EmailOutcomesEvent = EventsOf<typeof emailOutcomeEvents>;
export type EmailEvent = EventsOf<typeof emailEvents>;
