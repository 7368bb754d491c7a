import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { RedeliverWebhook, ScheduleWebhook } from './webhook.commands.ts';
import type { WebhookEvent } from './webhook.events.ts';

/** `round`: which the read models showed; `isWaiting`: whether that one has yet to be attempted. */
type Redelivery = RedeliverWebhook['data'] & { round: number; isWaiting: boolean };
type WebhookIntent = IntentOf<ScheduleWebhook> | IntentWith<RedeliverWebhook, Redelivery>;

/** Attempts of the current round that an earlier release recorded, where it is not over. Times are machine time. */
export interface PastFailures {
  failed: number;
  failingSince: Instant;
  nextAttemptAt: Instant;
}

export type WebhookState =
  | { status: 'absent' }
  | {
      status: 'scheduled';
      endpointId: string;
      /** Redeliveries requested so far. */
      round: number;
      past: PastFailures | null;
    };

/** One message to one endpoint: the same id and body in every round of attempts. */
export const webhookDecider: Decider<WebhookIntent, WebhookState, WebhookEvent> = {
  category: 'webhook',
  initial: { status: 'absent' },

  decide({ type, data, machineNow }, state) {
    switch (type) {
      case 'ScheduleWebhook':
        return state.status === 'absent' ? [{ type: 'WebhookScheduled', data: { ...data, at: machineNow } }] : [];
      case 'RedeliverWebhook':
        return redeliver(data, state, machineNow);
    }
  },

  evolve(state, { type, data }) {
    if (type === 'WebhookScheduled') return { status: 'scheduled', endpointId: data.endpointId, round: 0, past: null };
    if (state.status === 'absent') return state;
    if (type === 'WebhookRedeliveryRequested') return { ...state, round: state.round + 1, past: null };
    const { at, nextAttemptAt } = data;
    if (nextAttemptAt === null) return { ...state, past: null };
    const { failed, failingSince } = state.past ?? { failed: 0, failingSince: at };
    return { ...state, past: { failed: failed + 1, failingSince, nextAttemptAt } };
  },
};

function redeliver({ webhookId, round, isWaiting }: Redelivery, state: WebhookState, at: Instant): WebhookEvent[] {
  if (state.status === 'absent') throw new NotFound();
  // A message that waits to be sent goes out anyway; so does one whose redelivery was requested meanwhile.
  if (isWaiting || round !== state.round) return [];
  const { endpointId } = state;
  return [{ type: 'WebhookRedeliveryRequested', data: { webhookId, endpointId, round: round + 1, at } }];
}
