import type { Instant } from '../../../kernel/clock.ts';
import { event, type EventsOf } from '../../../kernel/events.ts';

/** A mail's stream is `email-{UUID}`; one event per attempt, at most ten. */
export const emailStream = (emailId: string): string => `email-${emailId}`;

export type EmailKind = 'verify-email' | 'receipt' | 'payment-failed';

/**
 * Durable before anything is sent. `values` fill the kind's template; a one-time token is not among them: it lies in the Vault under the
 * mail's id until the mail is sent.
 */
export const emailEvents = {
  EmailScheduled: event<{
    emailId: string;
    kind: EmailKind;
    /** Whom it is about: its values and address are sealed for them. */
    person: string;
    organizationId: string | null;
    to: string;
    values: Record<string, string | number | null>;
  }>({ personal: [{ subject: ({ person }) => person, fields: { to: null, values: {} } }] }),
  /** Times are machine time. */
  EmailSent: event<{ emailId: string; at: Instant; attempt: number }>(),
  EmailFailed: event<{ emailId: string; at: Instant; attempt: number; error: string; nextAttemptAt: Instant | null }>(),
};

export type EmailEvent = EventsOf<typeof emailEvents>;
