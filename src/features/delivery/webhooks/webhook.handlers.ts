import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE, JOBS, VAULT } from '../../../app/tokens.ts';
import { jobOf } from '../../../app/workers.ts';
import { addDays } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { idOf, type EventStore } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { WebhookBodies } from './webhook-bodies.service.ts';
import { endpointDecider } from './webhook-endpoint.decider.ts';
import { endpointProjection, type EndpointDocument } from './webhook-endpoint.projection.ts';
import { WebhookCatalogue } from './webhook.catalogue.ts';
import { RedeliverWebhook, ScheduleDeliveries, ScheduleWebhook } from './webhook.commands.ts';
import { webhookDecider } from './webhook.decider.ts';
import { bodyEntry, endpointStream, WEBHOOK_KEPT_DAYS, webhookStream } from './webhook.events.ts';
import { roundIn } from './webhook-progress.rules.ts';
import { WebhookProgress } from './webhook-progress.service.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';

const PASS_WITHIN_MS = 30_000;
/** What endpoints and bodies are read from. */
const BODY_GROUPS = ['access', 'billing', 'delivery'] as const;

export const WEBHOOK_WORK = 'webhook';

/** Wakes the worker of one endpoint. */
export function endpointJob(endpointId: string): string {
  return jobOf(WEBHOOK_WORK, endpointId);
}

/** Schedules an event's messages, in order, for every endpoint that existed before it and subscribes to them. */
@CommandHandler(ScheduleDeliveries)
export class ScheduleDeliveriesHandler {
  constructor(
    private readonly executor: Executor,
    private readonly catalogue: WebhookCatalogue,
    private readonly bodies: WebhookBodies,
    private readonly runtime: Runtime,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute({ data: { stream, revision }, context }: ScheduleDeliveries): Promise<void> {
    const all = await this.executor.load(stream, 'any');
    const events = all.filter((event) => event.revision <= revision);
    const event = events.at(-1)!;
    if (!(await this.runtime.readModels.passed(event.position, PASS_WITHIN_MS, BODY_GROUPS)))
      throw new Error('The read models have not passed the event yet; see /readyz');
    const types = this.catalogue.wireTypesOf(event, all.filter(isLaterOfCommand(event)));
    const endpoints = (await this.endpointsFor(event)).filter((endpoint) =>
      types.some((type) => endpoint.events.includes(type)),
    );
    for (const type of types) {
      const subscribed = endpoints.filter((endpoint) => endpoint.events.includes(type));
      if (subscribed.length === 0) continue;
      const body = await this.bodies.build(type, events);
      if (body === undefined) continue;
      for (const endpoint of subscribed) await this.schedule(endpoint, type, event, body, context);
    }
    for (const { id } of endpoints) await this.jobs.wake(endpointJob(id));
  }

  private endpointsFor(event: Recorded): Promise<EndpointDocument[]> {
    const { organizationId = idOf(event.stream) } = event.metadata;
    return this.documents.all(
      endpointProjection,
      { where: { lt: ['since', event.position] }, sort: [{ field: 'created_at', direction: 'asc' }] },
      { organizationIds: [organizationId] },
    );
  }

  /** The body is written once, under an id that the same event, type and endpoint always have. */
  private async schedule(
    { id: endpointId, organization_id: organizationId }: EndpointDocument,
    wireType: string,
    event: Recorded,
    built: string,
    context: Context,
  ): Promise<void> {
    const webhookId = uuidV5(event.id, wireType, endpointId);
    const expiresAt = addDays(context.machineNow, WEBHOOK_KEPT_DAYS);
    const fresh = await this.vault.put(bodyEntry(webhookId), built, { ifAbsent: true, expiresAt });
    const body = fresh === undefined ? ((await readVault(this.vault, bodyEntry(webhookId))) ?? built) : built;
    const bodySha256 = createHash('sha256').update(body).digest('hex');
    const data = { webhookId, endpointId, organizationId, eventId: event.id, wireType, bodySha256 };
    const scoped = { ...context, organizationId, scope: { organizationIds: [organizationId] } };
    const command = new ScheduleWebhook(data, scoped, `ScheduleWebhook:${webhookId}`);
    await this.executor.execute(webhookDecider, webhookStream(webhookId), command);
  }
}

/** Events of one command are appended together, so the later ones exist when the first is read. */
function isLaterOfCommand({ revision, metadata: { commandId } }: Recorded): (other: Recorded) => boolean {
  return (other) => other.revision > revision && other.metadata.commandId === commandId;
}

/**
 * Sends a message once more, with the same id and body.
 * @throws NotFound the message does not exist, or its endpoint is deleted · DomainError 410 its body is no longer kept
 */
@CommandHandler(RedeliverWebhook)
export class RedeliverWebhookHandler {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly rows: WebhookProgress,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: RedeliverWebhook): Promise<void> {
    const { webhookId } = command.data;
    const { scope } = command.context;
    const { state } = await this.executor.state(webhookDecider, webhookStream(webhookId), scope);
    if (state.status === 'absent') throw new NotFound();
    const endpoint = await this.executor.state(endpointDecider, endpointStream(state.endpointId), scope);
    if (endpoint.state.status !== 'active') throw new NotFound('The endpoint has been deleted');
    if ((await readVault(this.vault, bodyEntry(webhookId))) === undefined)
      throw new DomainError('ResourceUnavailable', 'The body of a message is kept for 90 days: this one is gone', 410);
    await caughtUp(this.runtime, this.store, 'delivery');
    const message = await this.documents.demand(webhookProjection, webhookId, scope);
    const isWaiting = state.past === null && (await this.isWaiting(message));
    const facts = { ...command.data, round: message.round, isWaiting };
    await this.executor.execute(webhookDecider, webhookStream(webhookId), command.with(facts));
    await this.jobs.wake(endpointJob(state.endpointId));
  }

  /** Whether its current round has not been attempted. */
  private async isWaiting({ id, endpoint_id, round, status }: WebhookDocument): Promise<boolean> {
    if (status !== 'pending') return false;
    const progress = (await this.rows.of([endpoint_id])).get(endpoint_id);
    return progress === undefined || roundIn(progress, id) !== round;
  }
}
