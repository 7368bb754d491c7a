import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE, JOBS, OUTGOING, TELEMETRY, VAULT } from '../../../app/tokens.ts';
import { addSeconds, msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { withTimeout } from '../../../kernel/coordination/waiting.ts';
import type { Telemetry } from '../../../kernel/ports/telemetry.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { OutgoingFailed, type Outgoing } from './outgoing.ts';
import { secondsOf, signedHeaders } from './signature.ts';
import { WebhookAttempts } from './webhook-attempts.service.ts';
import { WebhookReplays } from './webhook-replays.service.ts';
import { endpointProjection, type EndpointDocument } from './webhook-endpoint.projection.ts';
import { endpointDecider, type Endpoint } from './webhook-endpoint.decider.ts';
import { WebhookOutcomes } from './webhook-outcomes.service.ts';
import {
  attempted,
  attemptsOf,
  BATCH,
  MOST_FAILED_IN_ROW,
  outcomeOf,
  recordAt,
  skipped,
  type Round,
} from './webhook-progress.rules.ts';
import { WebhookTexts, type StoredBody } from './webhook-texts.service.ts';
import { WebhookProgress, type ProgressRow } from './webhook-progress.service.ts';
import { webhookQueueProjection } from './webhook-queue.projection.ts';
import type { WebhookAttempt } from './webhook-attempts.projection.ts';
import { DeliverWebhooks, DisableWebhookEndpoint, RecordWebhookOutcomes } from './webhook.commands.ts';
import { webhookDecider } from './webhook.decider.ts';
import { endpointStream, messagesStream, secretEntry, webhookStream, type WebhookGone } from './webhook.events.ts';
import { formatted } from './webhook-format.rules.ts';
import { endpointJob, WHY_GONE } from './webhook.handlers.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';
import { blocksLater, unblocksAt } from './webhook.schedule.ts';

const PAGE = 50;
const RUN_MS = 2_000;
/** Deliveries that are saved together: those that a crash may repeat, under the same ids. */
const SAVED_TOGETHER = 16;
/** An endpoint that takes longer does not keep the deliveries before from being saved. */
const SLOW_MS = 50;

/** Whether the messages behind one are sent now, and when to try it again. */
interface Verdict {
  continues: boolean;
  retryAt?: Instant;
}

/** One run of an endpoint's worker. */
interface Run {
  row: ProgressRow;
  /** By `performance.now()`. */
  until: number;
  /** When there is more to do: a retry, or the messages that were held up. */
  retryAt: Instant | null;
  /** Attempts that are in the row's progress, and neither are written yet. */
  unsaved: Attempted[];
}

interface Attempted {
  message: WebhookDocument;
  body: StoredBody;
  answer: string;
  attempt: WebhookAttempt;
}

interface Called {
  /** null where the endpoint could not be reached. */
  status: number | null;
  /** Or what went wrong. */
  answer: string;
  gone?: WebhookGone;
  /** When the request began and ended; missing where there was none to send. */
  span?: { sentAt: Instant; at: Instant };
}

/** Sends an endpoint's messages, one at a time, in the order of the log (docs/PROCESSES.md#webhook-delivery). */
@CommandHandler(DeliverWebhooks)
export class DeliverWebhooksHandler {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly rows: WebhookProgress,
    private readonly attempts: WebhookAttempts,
    private readonly outcomes: WebhookOutcomes,
    private readonly replays: WebhookReplays,
    private readonly texts: WebhookTexts,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OUTGOING) private readonly outgoing: Outgoing,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  execute({ data: { endpointId } }: DeliverWebhooks): Promise<void> {
    return this.mutex.withLock(endpointId, () => this.deliverAll(endpointId));
  }

  private async deliverAll(endpointId: string): Promise<void> {
    await caughtUp(this.runtime, this.store, 'delivery');
    // Before the messages are read: one that is scheduled meanwhile is newer.
    const queue = await this.documents.get(webhookQueueProjection, endpointId, 'any');
    const row = await this.rows.open(endpointId);
    const run: Run = { row, until: performance.now() + RUN_MS, retryAt: null, unsaved: [] };
    try {
      await this.send(endpointId, run);
    } finally {
      await this.save(run);
    }
    const { retryAt } = run;
    const isDue = (recordAt(row.progress) ?? '~') <= this.clock.machineNow();
    if (isDue || !queue || queue.is_deleted) await this.outcomes.record(endpointId, row);
    const newest = queue?.newest ?? null;
    const dueAt = [retryAt, recordAt(row.progress)].filter((at) => typeof at === 'string').sort()[0] ?? null;
    if (row.progress.newest !== newest || row.progress.dueAt !== dueAt)
      await row.update((progress) => ({ ...progress, newest, dueAt }));
    if (dueAt !== null) await this.jobs.wake(endpointJob(endpointId), dueAt);
  }

  /** What waits; while a replay is running, what waited before it, then its messages, and later ones only when it has completed. */
  private async send(endpointId: string, run: Run): Promise<void> {
    const endpoint = await this.documents.get(endpointProjection, endpointId, 'any');
    if (!endpoint) return;
    const { replay } = endpoint;
    if (replay?.status !== 'running') return void (await this.sendPending(endpoint, run));
    if (!(await this.sendPending(endpoint, run, { lt: ['order', replay.position] }))) return;
    if (!(await this.sendPending(endpoint, run, { eq: ['replay_id', replay.id] }))) return;
    await this.save(run);
    await this.outcomes.record(endpointId, run.row);
    // A message without a recorded outcome looks as if it waited: the replay would leave it out.
    if (run.row.progress.outcomes.length > 0) return comesAt(run, addSeconds(this.clock.machineNow(), 1));
    const advanced = await this.replays.advance(endpoint, replay);
    comesAt(run, advanced === 'later' ? addSeconds(this.clock.machineNow(), 1) : this.clock.machineNow());
  }

  /** @returns false if later ones wait */
  private async sendPending(endpoint: EndpointDocument, run: Run, which?: Where): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.pending(endpoint.id, after, which);
      for (const message of page) {
        const { retryAt, continues } = await this.deliver(message, endpoint, run);
        if (retryAt) comesAt(run, retryAt);
        if (!continues) return false;
        after = message.order;
        if (performance.now() < run.until) continue;
        // Other endpoints come first, so that none waits for one with thousands of messages.
        comesAt(run, this.clock.machineNow());
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

  private async deliver(message: WebhookDocument, known: EndpointDocument, run: Run): Promise<Verdict> {
    const { id, endpoint_id: endpointId } = message;
    const { row } = run;
    const { state: endpoint } = await this.executor.state(endpointDecider, endpointStream(endpointId), 'any');
    if (endpoint.status !== 'active') return { continues: false };
    if (outcomeOf(row.progress, id, message.round)) return { continues: true };
    if (endpoint.missedFrom !== null && !message.is_test) return { continues: false };
    const round = await this.roundOf(message, row);
    const isSkipped = isSkippedBy(known, message);
    if (!isSkipped && round.nextAttemptAt > this.clock.machineNow()) return this.verdict(round);
    if (isSkipped) await row.update((progress) => skipped(progress, id, round, this.clock.machineNow()));
    else await this.attempt(message, round, endpoint, run);
    if (row.progress.outcomes.length >= BATCH) {
      await this.save(run);
      await this.outcomes.record(endpointId, row);
    }
    await this.disableIfFailing(endpointId, row);
    const failing = row.progress.failing[id];
    return failing ? this.verdict(failing) : { continues: true };
  }

  private async disableIfFailing(endpointId: string, { progress: { failedInRow } }: ProgressRow): Promise<void> {
    if (failedInRow === undefined || failedInRow.count < MOST_FAILED_IN_ROW) return;
    const { count: failed, firstEventId: missedFrom } = failedInRow;
    const context = startContext({ kind: 'system', id: 'webhooks' }, this.clock);
    const command = new DisableWebhookEndpoint({ endpointId, failed, missedFrom }, context);
    await this.executor.execute(endpointDecider, endpointStream(endpointId), command);
  }

  private async roundOf(message: WebhookDocument, { progress }: ProgressRow): Promise<Round> {
    const { id, round } = message;
    const failing = progress.failing[id];
    if (failing?.round === round) return failing;
    const attempts = attemptsOf(progress, id) ?? message.attempts;
    const first = { round, attempts, failed: 0, failingSince: null, nextAttemptAt: message.next_attempt_at! };
    if (message.attempts === 0) return first;
    const { state } = await this.executor.state(webhookDecider, webhookStream(id), 'any');
    return { ...first, ...state.past };
  }

  /** A message that has failed for 20 minutes no longer holds up later ones. */
  private verdict({ nextAttemptAt, failingSince }: Round): Verdict {
    if (failingSince === null || !blocksLater(failingSince, this.clock.machineNow()))
      return { continues: true, retryAt: nextAttemptAt };
    const unblocked = unblocksAt(failingSince);
    return { continues: false, retryAt: unblocked < nextAttemptAt ? unblocked : nextAttemptAt };
  }

  private async attempt(message: WebhookDocument, round: Round, endpoint: Endpoint, run: Run): Promise<void> {
    const { id: webhookId } = message;
    const { endpointId, organizationId } = endpoint;
    const { row, unsaved } = run;
    const body = await this.texts.bodyOf(message);
    const calling = this.measured(message, round, () => this.call(webhookId, body, endpoint));
    if (unsaved.length > 0 && (await isSlow(calling))) await this.save(run);
    const { status: httpCode, answer, gone, span } = await calling;
    const at = span?.at ?? this.clock.machineNow();
    const succeeded = httpCode !== null && isSuccess(httpCode);
    const { is_test: isTest, event_id: eventId } = message;
    const outcome = { at, httpCode, succeeded, isTest, eventId, ...(gone && { gone }) };
    row.stage((progress) => attempted(progress, webhookId, round, outcome));
    const attemptId = uuidV5(webhookId, 'attempt', String(round.attempts + 1), at);
    const nextAttemptAt = row.progress.failing[webhookId]?.nextAttemptAt ?? null;
    const durationMs = span ? msOf(at) - msOf(span.sentAt) : null;
    const ids = { attemptId, webhookId, endpointId, organizationId, wireType: message.wire_type };
    run.unsaved.push({
      message,
      body,
      answer,
      attempt: { ...ids, at, durationMs, httpCode, succeeded, nextAttemptAt },
    });
    if (!succeeded || run.unsaved.length >= SAVED_TOGETHER) await this.save(run);
  }

  /** In one commit of each store. */
  private async save(run: Run): Promise<void> {
    const saved = run.unsaved;
    run.unsaved = [];
    await Promise.all([
      run.row.save(),
      ...saved.map(({ attempt, answer, body }) => this.texts.keepAnswer(attempt.attemptId, answer, body)),
    ]);
    await Promise.all(saved.map(({ attempt }) => this.attempts.add(attempt)));
    // Somebody may have been erased meanwhile: who erases looks for answers after bodies.
    for (const { message, body, attempt } of saved)
      if ('text' in body && body.subjects === null && 'gone' in (await this.texts.bodyOf(message)))
        await this.texts.deletePastAnswer(attempt.attemptId);
  }

  /** Part of the trace of the event that the message is about, whenever it is sent. */
  private measured(
    { id, endpoint_id: endpointId, event_id: eventId, wire_type: wireType }: WebhookDocument,
    { attempts }: Round,
    call: () => Promise<Called>,
  ): Promise<Called> {
    const scheduled = async () => [await this.store.last(messagesStream(eventId))].filter((one) => one !== undefined);
    const operation = {
      kind: 'delivery',
      name: 'delivery webhook',
      labels: { 'tillbook.delivery': 'webhook', 'tillbook.message_type': wireType },
      details: { 'tillbook.webhook.id': id, 'tillbook.endpoint.id': endpointId, 'tillbook.attempt': attempts + 1 },
      place: { after: scheduled },
    } as const;
    return this.telemetry.measure(operation, async (note) => {
      const called = await call();
      const { status, gone } = called;
      if (gone) note({ 'error.type': gone });
      else if (status === null || !isSuccess(status)) note({ 'error.type': String(status ?? 'unreachable') });
      return called;
    });
  }

  private async call(webhookId: string, stored: StoredBody, endpoint: Endpoint): Promise<Called> {
    if ('gone' in stored) return { status: null, answer: WHY_GONE[stored.gone], gone: stored.gone };
    const secrets = await this.secretsOf(endpoint);
    if (secrets.length === 0) return { status: null, answer: 'The secret of this endpoint is not in the Vault' };
    const sentAt = this.clock.machineNow();
    const body = formatted(endpoint.format, stored.text);
    const headers = signedHeaders(webhookId, secondsOf(sentAt), body, secrets);
    const called = await this.post(endpoint.url, headers, body);
    return { ...called, span: { sentAt, at: this.clock.machineNow() } };
  }

  private async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Called> {
    try {
      const { status, body: answer } = await this.outgoing.post(url, headers, body);
      return { status, answer };
    } catch (error) {
      if (!(error instanceof OutgoingFailed)) throw error;
      return { status: null, answer: error.message };
    }
  }

  /** The current one first; none if that is missing. */
  private async secretsOf({ secretId, former }: Endpoint): Promise<string[]> {
    const now = this.clock.machineNow();
    const valid = former.filter(({ until }) => until > now).reverse();
    const entries = [secretId, ...valid.map((one) => one.secretId)].map(secretEntry);
    const rows = await this.vault.getMany(entries);
    return rows.has(entries[0]!) ? entries.flatMap((entry) => rows.get(entry)?.value ?? []) : [];
  }
}

/** Those that waited when the endpoint was enabled again, and those of a replay that was stopped. */
function isSkippedBy(
  { since, stopped_replays }: EndpointDocument,
  { order, is_test, replay_id }: WebhookDocument,
): boolean {
  if (replay_id !== null && stopped_replays.includes(replay_id)) return true;
  return !is_test && order < since;
}

function comesAt(run: Run, at: Instant): void {
  if (run.retryAt === null || at < run.retryAt) run.retryAt = at;
}

/** Waits for the end of a call, but not long. */
function isSlow(calling: Promise<unknown>): Promise<boolean> {
  const ended = calling.then(
    () => false,
    () => false,
  );
  return withTimeout(ended, SLOW_MS, () => true);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

@CommandHandler(RecordWebhookOutcomes)
export class RecordWebhookOutcomesHandler {
  constructor(
    private readonly rows: WebhookProgress,
    private readonly outcomes: WebhookOutcomes,
  ) {}

  async execute({ data: { endpointId } }: RecordWebhookOutcomes): Promise<void> {
    await this.outcomes.record(endpointId, await this.rows.open(endpointId));
  }
}

export const deliveryHandlers: Type[] = [DeliverWebhooksHandler, RecordWebhookOutcomesHandler];
