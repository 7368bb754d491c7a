import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE, JOBS, OUTGOING, VAULT } from '../../../app/tokens.ts';
import { addDays, msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { contextOf } from '../../../kernel/reacting/send-steps.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { endpointDecider, type Endpoint } from './webhook-endpoint.decider.ts';
import { OutgoingFailed, type Outgoing } from './outgoing.ts';
import { signedHeaders } from './signature.ts';
import { DeliverWebhooks, RecordWebhookAttempt } from './webhook.commands.ts';
import { webhookDecider, type WebhookState } from './webhook.decider.ts';
import {
  answerEntry,
  bodyEntry,
  endpointStream,
  secretEntry,
  webhookStream,
  type WebhookEvent,
} from './webhook.events.ts';
import { endpointJob } from './webhook.handlers.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';
import { blocksLater, unblocksAt } from './webhook.schedule.ts';

const PAGE = 50;
const ANSWER_KEPT_DAYS = 90;

/** Whether the messages behind one are sent now, and when to try it again. */
interface Verdict {
  continues: boolean;
  retryAt?: Instant;
}
type Pending = Extract<WebhookState, { status: 'pending' }>;

/** Sends an endpoint's messages, one at a time, in the order of the log (docs/PROCESSES.md#webhook-delivery). */
@CommandHandler(DeliverWebhooks)
export class DeliverWebhooksHandler {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OUTGOING) private readonly outgoing: Outgoing,
  ) {}

  execute({ data: { endpointId } }: DeliverWebhooks): Promise<void> {
    return this.mutex.withLock(endpointId, () => this.deliverAll(endpointId));
  }

  private async deliverAll(endpointId: string): Promise<void> {
    await caughtUp(this.runtime, this.store);
    let retryAt: Instant | undefined;
    for (let after = ''; ;) {
      const page = await this.pending(endpointId, after);
      for (const { id, order } of page) {
        const verdict = await this.deliver(id, endpointId);
        if (verdict.retryAt && (retryAt === undefined || verdict.retryAt < retryAt)) retryAt = verdict.retryAt;
        if (!verdict.continues) return this.wake(endpointId, retryAt);
        after = order;
      }
      if (page.length < PAGE) return this.wake(endpointId, retryAt);
    }
  }

  private async wake(endpointId: string, retryAt: Instant | undefined): Promise<void> {
    if (retryAt !== undefined) await this.jobs.wake(endpointJob(endpointId), retryAt);
  }

  /** In the order of sending. The read model may lag behind what was just sent, so each message's own stream decides. */
  private async pending(endpointId: string, after: string): Promise<WebhookDocument[]> {
    const { items } = await this.documents.find(
      webhookProjection,
      {
        where: { and: [{ eq: ['endpoint_id', endpointId] }, { eq: ['status', 'pending'] }, { gt: ['order', after] }] },
        sort: [{ field: 'order', direction: 'asc' }],
        limit: PAGE,
      },
      'any',
    );
    return items;
  }

  private async deliver(webhookId: string, endpointId: string): Promise<Verdict> {
    const { state: endpoint } = await this.executor.state(endpointDecider, endpointStream(endpointId), 'any');
    if (endpoint.status !== 'active') return { continues: false };
    const events = await this.executor.load<WebhookEvent>(webhookStream(webhookId), 'any');
    const state = fold(webhookDecider, events);
    if (state.status !== 'pending') return { continues: true };
    if (state.nextAttemptAt > this.clock.machineNow()) return this.verdict(state);
    const after = await this.attempt(webhookId, events[0]!, state, endpoint);
    return after.status === 'pending' ? this.verdict(after) : { continues: true };
  }

  /** A message that has failed for 20 minutes no longer holds up later ones. */
  private verdict({ nextAttemptAt, failingSince }: Pending): Verdict {
    if (failingSince === null || !blocksLater(failingSince, this.clock.machineNow()))
      return { continues: true, retryAt: nextAttemptAt };
    const unblocked = unblocksAt(failingSince);
    return { continues: false, retryAt: unblocked < nextAttemptAt ? unblocked : nextAttemptAt };
  }

  private async attempt(
    webhookId: string,
    scheduled: Recorded<WebhookEvent>,
    { attempts }: Pending,
    endpoint: Endpoint,
  ): Promise<WebhookState> {
    const attempt = attempts + 1;
    const attemptId = uuidV5(webhookId, 'attempt', String(attempt));
    const { status, body } = await this.call(webhookId, endpoint);
    // The answer may contain anything, personal data too, so it is kept where it can be erased.
    const expiresAt = addDays(this.clock.machineNow(), ANSWER_KEPT_DAYS);
    await this.vault.put(answerEntry(attemptId), body, { expiresAt });
    const succeeded = status !== null && status >= 200 && status < 300;
    const command = new RecordWebhookAttempt(
      { webhookId, attemptId, attempt, httpCode: status, succeeded },
      contextOf('webhooks', scheduled, this.clock),
      `attempt:${attempt}`,
    );
    return (await this.executor.execute(webhookDecider, webhookStream(webhookId), command)).state;
  }

  private async call(webhookId: string, { url, secretId }: Endpoint): Promise<{ status: number | null; body: string }> {
    const body = await readVault(this.vault, bodyEntry(webhookId));
    const secret = await readVault(this.vault, secretEntry(secretId));
    if (body === undefined || secret === undefined)
      return { status: null, body: 'The body of this message or the secret of its endpoint is no longer kept' };
    const seconds = Math.floor(msOf(this.clock.machineNow()) / 1000);
    try {
      return await this.outgoing.post(url, signedHeaders(webhookId, seconds, body, secret), body);
    } catch (error) {
      if (!(error instanceof OutgoingFailed)) throw error;
      return { status: null, body: error.message };
    }
  }
}
