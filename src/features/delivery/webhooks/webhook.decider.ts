import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { RecordWebhookAttempt, RedeliverWebhook, ScheduleWebhook } from './webhook.commands.ts';
import type { WebhookEvent } from './webhook.events.ts';
import { nextAttempt } from './webhook.schedule.ts';

type WebhookIntent = IntentOf<ScheduleWebhook | RecordWebhookAttempt | RedeliverWebhook>;

interface Scheduled {
  organizationId: string;
  endpointId: string;
  /** Over all rounds. */
  attempts: number;
}
export type WebhookState =
  | { status: 'absent' }
  /** `failed`: attempts of this round, since `failingSince`. Times are machine time. */
  | (Scheduled & { status: 'pending'; failed: number; failingSince: Instant | null; nextAttemptAt: Instant })
  | (Scheduled & { status: 'delivered' | 'given_up' });

/** One message to one endpoint: the same id and body on every attempt. */
export const webhookDecider: Decider<WebhookIntent, WebhookState, WebhookEvent> = {
  category: 'webhook',
  initial: { status: 'absent' },

  decide({ type, data, machineNow }, state) {
    switch (type) {
      case 'ScheduleWebhook':
        return state.status === 'absent' ? [{ type: 'WebhookScheduled', data: { ...data, at: machineNow } }] : [];
      case 'RecordWebhookAttempt':
        return recordAttempt(data, state, machineNow);
      case 'RedeliverWebhook':
        return redeliver(data, state, machineNow);
    }
  },

  evolve(state, { type, data }) {
    if (type === 'WebhookScheduled') {
      const { organizationId, endpointId, at } = data;
      const none = { attempts: 0, failed: 0, failingSince: null };
      return { status: 'pending', organizationId, endpointId, ...none, nextAttemptAt: at };
    }
    if (state.status === 'absent') return state;
    const { organizationId, endpointId, attempts } = state;
    if (type === 'WebhookRedeliveryRequested') {
      const none = { failed: 0, failingSince: null };
      return { status: 'pending', organizationId, endpointId, attempts, ...none, nextAttemptAt: data.at };
    }
    const about = { organizationId, endpointId, attempts: data.attempt };
    if (data.nextAttemptAt === null) return { ...about, status: data.succeeded ? 'delivered' : 'given_up' };
    const [failed, since] = state.status === 'pending' ? [state.failed, state.failingSince] : [0, null];
    const { nextAttemptAt } = data;
    return { ...about, status: 'pending', failed: failed + 1, failingSince: since ?? data.at, nextAttemptAt };
  },
};

function recordAttempt(data: RecordWebhookAttempt['data'], state: WebhookState, at: Instant): WebhookEvent[] {
  if (state.status !== 'pending' || data.attempt !== state.attempts + 1) return [];
  const { organizationId, endpointId } = state;
  const nextAttemptAt = data.succeeded ? null : nextAttempt(state.failed + 1, at);
  return [{ type: 'WebhookAttempted', data: { ...data, endpointId, organizationId, at, nextAttemptAt } }];
}

function redeliver(data: RedeliverWebhook['data'], state: WebhookState, at: Instant): WebhookEvent[] {
  if (state.status === 'absent') throw new NotFound();
  // A message that waits to be sent goes out anyway.
  if (state.status === 'pending' && state.failed === 0) return [];
  const { endpointId } = state;
  return [{ type: 'WebhookRedeliveryRequested', data: { webhookId: data.webhookId, endpointId, at } }];
}
