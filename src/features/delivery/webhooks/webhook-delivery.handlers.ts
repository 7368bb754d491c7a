import { Handles } from '../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE, JOBS } from '../../../app/tokens.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import { addSeconds, msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { WebhookBodiesInUse } from './webhook-bodies-in-use.service.ts';
import { isSuccess, WebhookCalls } from './sending/webhook-calls.service.ts';
import { endpointDecider, type Endpoint } from './endpoints/webhook-endpoint.decider.ts';
import {
  endpointProjection,
  type EndpointDocument,
  type ReplayProgress,
} from './endpoints/webhook-endpoint.projection.ts';
import { WebhookOutcomes } from './webhook-outcomes.service.ts';
import {
  attempted,
  attemptsOf,
  disablingRow,
  isSlow,
  outcomeOf,
  recordAt,
  skipped,
  type Round,
} from './sending/webhook-progress.rules.ts';
import { WebhookProgress, type ProgressRow } from './sending/webhook-progress.service.ts';
import { webhookQueueProjection } from './sending/webhook-queue.projection.ts';
import { WebhookReplays } from './webhook-replays.service.ts';
import { WebhookRuns, type WebhookRun } from './sending/webhook-run.service.ts';
import { NoSlot, WebhookSlots } from './sending/webhook-slots.service.ts';
import { DeliverWebhooks, DisableWebhookEndpoint, RecordWebhookOutcomes } from './webhook.commands.ts';
import { endpointStream } from './webhook.events.ts';
import { endpointJob } from './webhook.handlers.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';
import { blocksLater, unblocksAt } from './sending/webhook.schedule.ts';

/** More than a replay schedules at a time. */
const PAGE = 100;
/** When a run that found no slot comes again. */
const LATER_SECONDS = 5;

/** Whether the messages behind one are sent now, and when to try it again. */
interface Verdict {
  continues: boolean;
  retryAt?: Instant;
}

/** Sends an endpoint's messages, one at a time, in the order of the log (docs/PROCESSES.md#webhook-delivery). */
@Handles(DeliverWebhooks)
export class DeliverWebhooksHandler {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly runs: WebhookRuns,
    private readonly slots: WebhookSlots,
    private readonly calls: WebhookCalls,
    private readonly bodies: WebhookBodiesInUse,
    private readonly outcomes: WebhookOutcomes,
    private readonly replays: WebhookReplays,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ data: { endpointId } }: DeliverWebhooks): Promise<void> {
    return this.mutex.withLock(endpointId, async () => {
      await caughtUp(this.runtime, this.store, 'delivery');
      const endpoint = await this.documents.get(endpointProjection, endpointId, 'any');
      await this.slots.run(endpoint?.organization_id ?? '', () => this.deliverAll(endpointId));
    });
  }

  private async deliverAll(endpointId: string): Promise<void> {
    // Before the messages are read: one that is scheduled meanwhile is newer.
    const queue = await this.documents.get(webhookQueueProjection, endpointId, 'any');
    const run = await this.runs.begin(endpointId);
    const { row } = run;
    try {
      await this.send(endpointId, run);
    } catch (error) {
      if (!(error instanceof NoSlot)) throw error;
      run.comesAt(addSeconds(this.clock.machineNow(), LATER_SECONDS));
    } finally {
      await run.end();
    }
    const isDue = (recordAt(row.progress) ?? '~') <= this.clock.machineNow();
    if (isDue || !queue || queue.is_deleted) await this.outcomes.recordAll(endpointId, row);
    const newest = queue?.newest ?? null;
    const dueAt = [run.retryAt, recordAt(row.progress)].filter((at) => typeof at === 'string').sort()[0] ?? null;
    if (row.progress.newest !== newest || row.progress.dueAt !== dueAt)
      await row.update((progress) => ({ ...progress, newest, dueAt }));
    if (dueAt !== null) await this.jobs.wake(endpointJob(endpointId), dueAt);
  }

  /** What waits; while a replay is running, what waited before it, then its messages, and later ones only when it has completed. */
  private async send(endpointId: string, run: WebhookRun): Promise<void> {
    const endpoint = await this.documents.get(endpointProjection, endpointId, 'any');
    if (!endpoint) return;
    const { replay } = endpoint;
    if (replay?.status !== 'running') return void (await this.sendPending(endpoint, run));
    if (await this.sendPending(endpoint, run, { which: { lt: ['order', replay.position] } }))
      await this.sendReplayed(endpoint, replay, run);
  }

  /** The next messages are scheduled while the last ones are being sent. */
  private async sendReplayed(endpoint: EndpointDocument, replay: ReplayProgress, run: WebhookRun): Promise<void> {
    let scheduling: ReturnType<WebhookReplays['schedule']> | undefined;
    const schedule = () => (scheduling ??= this.replays.schedule(endpoint, replay, run.row.progress));
    const which: Where = { eq: ['replay_id', replay.id] };
    const sending = this.sendPending(endpoint, run, { which, onLastPage: () => void schedule().catch(ignored) });
    if (!(await sending.finally(() => scheduling?.then(ignored, ignored)))) return;
    const now = this.clock.machineNow();
    switch (await schedule()) {
      case 'later':
        return run.comesAt(addSeconds(now, 1));
      case 'none':
        await this.replays.complete(endpoint.id, replay.id);
        return run.comesAt(now);
      case 'scheduled':
        if (run.isOver) return run.comesAt(now);
        await caughtUp(this.runtime, this.store, 'delivery');
        return this.send(endpoint.id, run);
    }
  }

  /** @returns false if later ones wait */
  private async sendPending(
    endpoint: EndpointDocument,
    run: WebhookRun,
    { which, onLastPage }: { which?: Where; onLastPage?: () => void } = {},
  ): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.pending(endpoint.id, after, which);
      if (page.length < PAGE) onLastPage?.();
      for (const message of page) {
        const { retryAt, continues } = await this.deliver(message, page, endpoint, run);
        if (retryAt) run.comesAt(retryAt);
        if (!continues) return false;
        after = message.order;
        if (!run.isOver) continue;
        // Other endpoints come first, so that none waits for one with thousands of messages.
        run.comesAt(this.clock.machineNow());
        return false;
      }
      if (page.length < PAGE) return true;
    }
  }

  /** In the order of sending. The read model knows nothing of attempts since the last recorded outcome: the row does. */
  private async pending(endpointId: string, after: string, which?: Where): Promise<WebhookDocument[]> {
    const where: Where[] = [
      { eq: ['endpoint_id', endpointId] },
      { eq: ['status', 'pending'] },
      { gt: ['order', after] },
    ];
    const { items } = await this.documents.find(
      webhookProjection,
      {
        where: { and: which ? [...where, which] : where },
        sort: [{ field: 'order', direction: 'asc' }],
        limit: PAGE,
      },
      'any',
    );
    return items;
  }

  /** @param page the message, and those that are sent after it */
  private async deliver(
    message: WebhookDocument,
    page: readonly WebhookDocument[],
    known: EndpointDocument,
    run: WebhookRun,
  ): Promise<Verdict> {
    const { id, endpoint_id: endpointId } = message;
    const { row } = run;
    const { state: endpoint } = await this.executor.state(endpointDecider, endpointStream(endpointId), 'any');
    if (endpoint.status !== 'active') return { continues: false };
    if (outcomeOf(row.progress, id, message.round)) return { continues: true };
    if (endpoint.missedFrom !== null && !message.is_test) return { continues: false };
    const round = roundOf(message, row);
    const isSkipped = isSkippedBy(known, message);
    const now = this.clock.machineNow();
    if (!isSkipped && round.nextAttemptAt > now) return this.verdict(round);
    if (isSkipped) await run.note((progress) => skipped(progress, id, round, now));
    else await this.attempt(message, page, round, endpoint, run);
    await this.disableIfFailing(endpointId, row);
    const failing = row.progress.failing[id];
    return failing ? this.verdict(failing) : { continues: true };
  }

  private async disableIfFailing(endpointId: string, { progress }: ProgressRow): Promise<void> {
    const row = disablingRow(progress);
    if (!row) return;
    const { count: failed, firstEventId: missedFrom } = row;
    const context = startContext({ kind: 'system', id: 'webhooks' }, this.clock);
    const command = new DisableWebhookEndpoint({ endpointId, failed, missedFrom }, context);
    await this.executor.execute(endpointDecider, endpointStream(endpointId), command);
  }

  /** A message that has failed for 20 minutes no longer holds up later ones. */
  private verdict({ nextAttemptAt, failingSince }: Round): Verdict {
    if (failingSince === null || !blocksLater(failingSince, this.clock.machineNow()))
      return { continues: true, retryAt: nextAttemptAt };
    const unblocked = unblocksAt(failingSince);
    return { continues: false, retryAt: unblocked < nextAttemptAt ? unblocked : nextAttemptAt };
  }

  private async attempt(
    message: WebhookDocument,
    page: readonly WebhookDocument[],
    round: Round,
    endpoint: Endpoint,
    run: WebhookRun,
  ): Promise<void> {
    const { id: webhookId, is_test: isTest, event_id: eventId, wire_type: wireType } = message;
    const { endpointId, organizationId } = endpoint;
    const size = await run.sizeOf(message, page);
    const isSlowNow = isSlow(run.row.progress, this.clock.machineNow());
    const read = () => run.bodyOf(message);
    const { called, subjects } = await this.slots.call(organizationId, isSlowNow, size, () =>
      this.bodies.during(message, endpoint, size, read, async (body) => ({
        called: await this.calls.call(message, round.attempts + 1, body, endpoint, run.secrets),
        subjects: 'gone' in body ? [] : body.subjects,
      })),
    );
    const { status: httpCode, answer, gone, span } = called;
    const at = span?.at ?? this.clock.machineNow();
    const succeeded = httpCode !== null && isSuccess(httpCode);
    const durationMs = span ? msOf(at) - msOf(span.sentAt) : null;
    const outcome = { at, httpCode, succeeded, durationMs, isTest, eventId, ...(gone && { gone }) };
    const attemptId = uuidV5(webhookId, 'attempt', String(round.attempts + 1), at);
    const ids = { attemptId, webhookId, endpointId, organizationId, wireType };
    await run.note(
      (progress) => attempted(progress, webhookId, round, outcome),
      ({ failing }) => {
        const nextAttemptAt = failing[webhookId]?.nextAttemptAt ?? null;
        return { subjects, answer, attempt: { ...ids, at, durationMs, httpCode, succeeded, nextAttemptAt } };
      },
    );
    if (!succeeded) await run.save();
  }
}

function roundOf({ id, round, attempts, next_attempt_at }: WebhookDocument, { progress }: ProgressRow): Round {
  const failing = progress.failing[id];
  if (failing?.round === round) return failing;
  const before = attemptsOf(progress, id) ?? attempts;
  return { round, attempts: before, failed: 0, failingSince: null, nextAttemptAt: next_attempt_at! };
}

/** Those that waited when the endpoint was enabled again, and those of a replay that was stopped. */
function isSkippedBy(
  { since, stopped_replays }: EndpointDocument,
  { order, is_test, replay_id }: WebhookDocument,
): boolean {
  if (replay_id !== null && stopped_replays.includes(replay_id)) return true;
  return !is_test && order < since;
}

function ignored(): void {
  // Whoever waits for it is told.
}

@Handles(RecordWebhookOutcomes)
export class RecordWebhookOutcomesHandler {
  constructor(
    private readonly rows: WebhookProgress,
    private readonly outcomes: WebhookOutcomes,
  ) {}

  async execute({ data: { endpointId } }: RecordWebhookOutcomes): Promise<void> {
    await this.outcomes.recordAll(endpointId, await this.rows.open(endpointId));
  }
}

export const deliveryHandlers: Type[] = [DeliverWebhooksHandler, RecordWebhookOutcomesHandler];
