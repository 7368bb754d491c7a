import { emailStream, type EmailOutcome } from '../../src/features/delivery/emails/email.events.ts';
import { messagesOf } from '../../src/features/delivery/webhooks/messages/webhook-messages.rules.ts';
import {
  webhookStream,
  type SchedulingEvent,
  type WebhookOutcome,
} from '../../src/features/delivery/webhooks/webhook.events.ts';

interface Logged {
  stream: string;
  type: string;
  data: Record<string, unknown>;
}

/** Streams of the mails and messages that were sent, according to the log. */
export function sentStreams(log: readonly Logged[]): Set<string> {
  return new Set(
    log.flatMap(({ type, data }) => {
      if (type === 'EmailOutcomesRecorded')
        return (data.outcomes as EmailOutcome[])
          .filter(({ result }) => result === 'sent')
          .map(({ emailId }) => emailStream(emailId));
      if (type !== 'WebhookOutcomesRecorded') return [];
      const outcomes = data.outcomes as WebhookOutcome[];
      return outcomes.filter(({ result }) => result === 'delivered').map(({ webhookId }) => webhookStream(webhookId));
    }),
  );
}

/** Streams of the mails and messages that are still to be sent. */
export function unsentStreams(log: readonly Logged[]): string[] {
  const sent = sentStreams(log);
  return scheduledStreams(log).filter((stream) => !sent.has(stream));
}

/** Streams of all mails and messages. */
export function scheduledStreams(log: readonly Logged[]): string[] {
  const mails = log.filter(({ type }) => type === 'EmailScheduled').map(({ stream }) => stream);
  return [...mails, ...messagesIn(log).map(({ webhookId }) => webhookStream(webhookId))];
}

/** Webhook messages that were scheduled. */
export function messagesIn(log: readonly Logged[]): { webhookId: string; eventId: string; wireType: string }[] {
  return log
    .filter(({ type }) => type === 'WebhooksScheduled')
    .flatMap(({ data }) => {
      const scheduled = data as SchedulingEvent['data'];
      return [...messagesOf(scheduled)].map(([webhookId, { wireType }]) => ({
        webhookId,
        eventId: scheduled.eventId,
        wireType,
      }));
    });
}
