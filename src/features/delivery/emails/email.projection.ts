import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { emailEvents, type EmailEvent } from './email.events.ts';

export interface EmailDocument extends Document {
  kind: string;
  organization_id: string | null;
  status: 'waiting' | 'sent' | 'given_up';
  /** Lower-case; null once the person is erased. */
  to: string | null;
  attempts: number;
  /** Machine time; null once there are no more attempts. */
  next_attempt_at: Instant | null;
  scheduled_at: Instant;
  sent_at: Instant | null;
  error: string | null;
  /** Position of its `EmailSent`: the outbox lists mails in this order. */
  sent_order: string | null;
  subjects: string[];
}

/** Mails, for the sweeper (waiting ones by their next attempt) and the outbox (sent ones in order). */
export const emailProjection: Projection<EmailDocument, EmailEvent> = {
  name: 'emails',
  version: 2,
  group: 'delivery',
  indexes: [
    ['status', 'next_attempt_at'],
    ['status', 'sent_order'],
  ],
  fields: ['to', 'kind', 'organization_id'],
  handles: typesOf(emailEvents),
  targets: ({ data }) => [data.emailId],

  evolve(document, event) {
    if (event.type === 'EmailScheduled') {
      const { emailId, kind, organizationId, to, person, mentioned, at } = event.data;
      return {
        id: emailId,
        kind,
        organization_id: organizationId,
        status: 'waiting',
        to: to?.toLowerCase() ?? null,
        attempts: 0,
        next_attempt_at: at,
        scheduled_at: at,
        sent_at: null,
        error: null,
        sent_order: null,
        subjects: mentioned === undefined ? [person] : [person, mentioned],
      };
    }
    if (!document) return document;
    const { attempt: attempts, at } = event.data;
    if (event.type === 'EmailSent') {
      const sent = { status: 'sent', sent_at: at, sent_order: event.position, error: null } as const;
      return { ...document, ...sent, attempts, next_attempt_at: null };
    }
    const { error, nextAttemptAt } = event.data;
    const status = nextAttemptAt === null ? 'given_up' : 'waiting';
    return { ...document, status, attempts, error, next_attempt_at: nextAttemptAt };
  },

  /** The first subject is the recipient. */
  blank: (document, subject) => (document.subjects[0] === subject ? { ...document, to: null } : document),
};
