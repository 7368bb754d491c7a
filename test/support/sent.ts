import { emailStream } from '../../src/features/delivery/emails/email.events.ts';
import { webhookStream, type WebhookOutcome } from '../../src/features/delivery/webhooks/webhook.events.ts';

interface Logged {
  stream: string;
  type: string;
  data: Record<string, unknown>;
}

/** Streams of the mails and messages that were sent, according to the log. */
export function sentStreams(log: readonly Logged[]): Set<string> {
  return new Set(
    log.flatMap(({ type, data }) => {
      if (type === 'EmailSent') return [emailStream(data.emailId as string)];
      if (type !== 'WebhookOutcomesRecorded') return [];
      const outcomes = data.outcomes as WebhookOutcome[];
      return outcomes.filter(({ result }) => result === 'delivered').map(({ webhookId }) => webhookStream(webhookId));
    }),
  );
}

/** Streams of the mails and messages that are still to be sent. */
export function unsentStreams(log: readonly Logged[]): string[] {
  const sent = sentStreams(log);
  return log
    .filter(({ type, stream }) => /^(Email|Webhook)Scheduled$/.test(type) && !sent.has(stream))
    .map(({ stream }) => stream);
}
