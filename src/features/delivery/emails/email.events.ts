import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** A mail's stream is `email-{UUID}`; one event per attempt, at most ten. */
export const emailStream = (emailId: string): string => `email-${emailId}`;

/**
 * What a mail of each kind says. A one-time token is not among the values: it lies in the Vault under the mail's id until the mail is sent.
 * Amounts in cents; `hours` that the link works.
 */
export interface EmailValues {
  'verify-email': { name: string; callbackURL: string; hours: number };
  /** To the present address, about `newEmail`. */
  'change-email': { name: string; newEmail: string; callbackURL: string; hours: number };
  'reset-password': { name: string; callbackURL: string; hours: number };
  'delete-account': { name: string; callbackURL: string; hours: number };
  invitation: {
    invitationId: string;
    organizationName: string;
    inviterName: string;
    inviterEmail: string;
    role: string;
    hours: number;
  };
  receipt: PaymentValues & { discount: number; tax: number; total: number; paidAt: Instant };
  'payment-failed': PaymentValues & { total: number };
}
export type EmailKind = keyof EmailValues;

type PaymentValues = {
  organizationName: string;
  customerName: string | null;
  orderId: string;
  description: string;
  subtotal: number;
  currency: string;
};

/** Durable before anything is sent. Times are machine time. */
export const emailEvents = {
  EmailScheduled: event<{
    emailId: string;
    kind: EmailKind;
    /** Whom it is about: its values and address are sealed for them. */
    person: string;
    organizationId: string | null;
    /** null once that person is erased. */
    to: string | null;
    values: Record<string, string | number | null>;
    /** Somebody else of whom it speaks, and the values that say who: gone once he is erased. */
    mentioned?: string;
    mentionedValues?: Record<string, string | number | null>;
    at: Instant;
  }>({
    version: 2,
    // Nobody was mentioned apart from the values.
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
