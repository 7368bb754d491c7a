import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { RedeliverWebhook } from './webhook.commands.ts';
import type { WebhookEvent } from './webhook.events.ts';

/** `round`: which the read models showed; `isWaiting`: whether that one has yet to be attempted. */
type Redelivery = RedeliverWebhook['data'] & { endpointId: string; round: number; isWaiting: boolean };
type WebhookIntent = IntentWith<RedeliverWebhook, Redelivery>;

export interface WebhookState {
  /** Redeliveries requested so far. */
  round: number;
}

/** One message to one endpoint, once it is scheduled: the same id and body in every round of attempts. */
export const webhookDecider: Decider<WebhookIntent, WebhookState, WebhookEvent> = {
  category: 'webhook',
  // Its body is kept for 90 days, so that is 900 at most.
  edits: { types: ['WebhookRedeliveryRequested'], perDay: 10 },
  initial: { round: 0 },

  decide({ data: { webhookId, endpointId, round, isWaiting }, machineNow: at }, state) {
    // A message that waits to be sent goes out anyway; so does one whose redelivery was requested meanwhile.
    if (isWaiting || round < state.round) return [];
    return [{ type: 'WebhookRedeliveryRequested', data: { webhookId, endpointId, round: round + 1, at } }];
  },

  // A replay may have begun rounds meanwhile, which are not in this stream.
  evolve: (_, { data: { round } }) => ({ round }),
};
