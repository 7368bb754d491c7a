import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import {
  emailEvents,
  emailOutcomeEvents,
  type EmailEvent,
  type EmailOutcome,
  type EmailOutcomesEvent,
} from './email.events.ts';

export interface EmailDocument extends Document {
  kind: string;
  organization_id: string | null;
  status: 'waiting' | 'sent' | 'given_up';
  /** Lower-case; null once the person is erased. */
  to: string | null;
  /** Up to its outcome, or to the first that failed. */
  attempts: number;
  /** Machine time of its first attempt; null once it has an outcome. */
  next_attempt_at: Instant | null;
  scheduled_at: Instant;
  /** Business time of when it was scheduled, which is that of what it is about. */
  occurred_at: Instant;
  /** Machine time: the outbox lists mails in this order. */
  sent_at: Instant | null;
  error: string | null;
  subjects: string[];
}

/** Mails, for the sweeper (waiting ones by their next attempt) and the outbox (sent ones in order). */
export const emailProjection: Projection<EmailDocument, EmailEvent | EmailOutcomesEvent> = {
  name: 'emails',
  version: 5,
  group: 'delivery',
  indexes: [
    ['status', 'next_attempt_at'],
    ['status', 'sent_at'],
  ],
  fields: ['to', 'kind', 'organization_id', 'scheduled_at'],
  handles: [...typesOf(emailEvents), ...typesOf(emailOutcomeEvents)],
  targets: ({ data }) => ('outcomes' in data ? data.outcomes.map(({ emailId }) => emailId) : [data.emailId]),

  evolve(document, event, id) {
    if (event.type === 'EmailScheduled') {
      const { emailId, kind, organizationId, to, person, mentioned, at } = event.data;
      return {
        id: emailId,
        kind,
        organization_id: organizationId,
        status: 'waiting',
        to: to && normalEmail(to),
        attempts: 0,
        next_attempt_at: at,
        scheduled_at: at,
        occurred_at: event.metadata.occurredAt,
        sent_at: null,
        error: null,
        subjects: mentioned === undefined ? [person] : [person, mentioned],
      };
    }
    if (!document) return document;
    return event.data.outcomes.reduce(
      (mail, outcome) => (outcome.emailId === id ? settled(mail, outcome) : mail),
      document,
    );
  },

  /** The first subject is the recipient. */
  blank: (document, subject) => (document.subjects[0] === subject ? { ...document, to: null } : document),
};

function settled(mail: EmailDocument, { result, at, attempts, error }: EmailOutcome): EmailDocument {
  // A batch of another worker may have been appended first.
  if (mail.status !== 'waiting') return mail;
  if (result === 'delayed') return { ...mail, attempts: Math.max(mail.attempts, attempts), error };
  const after = { ...mail, attempts, error, next_attempt_at: null, status: result };
  return result === 'sent' ? { ...after, sent_at: at } : after;
}
