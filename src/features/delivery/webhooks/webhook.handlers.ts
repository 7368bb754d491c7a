import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { JOBS, VAULT } from '../../../app/tokens.ts';
import { addDays } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { jobOf } from '../../../app/workers.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { endpointDecider } from './endpoint.decider.ts';
import { endpointProjection, type EndpointDocument } from './endpoint.projection.ts';
import { WebhookBodies } from './webhook.bodies.ts';
import { WebhookCatalogue } from './webhook.catalogue.ts';
import { RedeliverWebhook, ScheduleDeliveries, ScheduleWebhook } from './webhook.commands.ts';
import { webhookDecider } from './webhook.decider.ts';
import { endpointStream, webhookStream } from './webhook.events.ts';

const BODY_KEPT_DAYS = 90;
const PASS_WITHIN_MS = 30_000;

export function bodyEntry(webhookId: string): string {
  return `webhook-body/${webhookId}`;
}

export const WEBHOOK_WORK = 'webhook';

/** What wakes the worker of one endpoint. */
export function endpointJob(endpointId: string): string {
  return jobOf(WEBHOOK_WORK, endpointId);
}

/** Schedules an event's messages, in order, for every endpoint that existed before it and wants them. */
@CommandHandler(ScheduleDeliveries)
export class ScheduleDeliveriesHandler implements ICommandHandler<ScheduleDeliveries> {
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
    if (!(await this.runtime.readModels.passed(event.position, PASS_WITHIN_MS)))
      throw new Error('The read models have not passed the event yet; see /readyz');
    const types = this.catalogue.wireTypesOf(event, all.filter(isLaterOfCommand(event)));
    const endpoints = (await this.endpointsFor(event)).filter((endpoint) =>
      types.some((type) => wants(endpoint, type)),
    );
    for (const type of types) {
      const listening = endpoints.filter((endpoint) => wants(endpoint, type));
      if (listening.length === 0) continue;
      const body = await this.bodies.build(type, events);
      if (body === undefined) continue;
      for (const endpoint of listening) await this.schedule(endpoint, type, event, body, context);
    }
    for (const { id } of endpoints) await this.jobs.wake(endpointJob(id));
  }

  private endpointsFor(event: Recorded): Promise<EndpointDocument[]> {
    const { organizationId = idOf(event.stream) } = event.metadata;
    return this.documents.all(
      endpointProjection,
      {
        where: { and: [{ eq: ['organization_id', organizationId] }, { lt: ['since', event.position] }] },
        sort: [{ field: 'created_at', direction: 'asc' }],
      },
      'any',
    );
  }

  /** The body is written once, under an id that the same event, type and endpoint always have. */
  private async schedule(
    endpoint: EndpointDocument,
    wireType: string,
    event: Recorded,
    made: string,
    context: Context,
  ): Promise<void> {
    const webhookId = uuidV5(event.id, wireType, endpoint.id);
    const expiresAt = addDays(context.machineNow, BODY_KEPT_DAYS);
    const fresh = await this.vault.put(bodyEntry(webhookId), made, { ifAbsent: true, expiresAt });
    const body = fresh === undefined ? ((await readVault(this.vault, bodyEntry(webhookId))) ?? made) : made;
    const data = {
      webhookId,
      endpointId: endpoint.id,
      organizationId: endpoint.organization_id,
      eventId: event.id,
      wireType,
      bodySha256: createHash('sha256').update(body).digest('hex'),
    };
    const within = { ...context, organizationId: endpoint.organization_id };
    const command = new ScheduleWebhook(data, within, `ScheduleWebhook:${webhookId}`);
    await this.executor.execute(webhookDecider, webhookStream(webhookId), command);
  }
}

/** Events of one command are appended together, so the later ones exist when the first is read. */
function isLaterOfCommand({ revision, metadata: { commandId } }: Recorded): (other: Recorded) => boolean {
  return (other) => other.revision > revision && other.metadata.commandId === commandId;
}

/**
 * Sends a message once more, under its id and with its body.
 * @throws NotFound no such message, or its endpoint is gone · DomainError 410 its body is no longer kept
 */
@CommandHandler(RedeliverWebhook)
export class RedeliverWebhookHandler implements ICommandHandler<RedeliverWebhook> {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: RedeliverWebhook): Promise<void> {
    const { webhookId, organizationIds } = command.data;
    const { state } = await this.executor.state(webhookDecider, webhookStream(webhookId), 'any');
    if (state.status === 'absent' || !organizationIds.includes(state.organizationId)) throw new NotFound();
    const endpoint = await this.executor.state(endpointDecider, endpointStream(state.endpointId), 'any');
    if (endpoint.state.status !== 'live') throw new NotFound('The endpoint has been deleted');
    if ((await readVault(this.vault, bodyEntry(webhookId))) === undefined)
      throw new DomainError('ResourceUnavailable', 'What this message said is kept for 90 days and is gone', 410);
    await this.executor.execute(webhookDecider, webhookStream(webhookId), command);
    await this.jobs.wake(endpointJob(state.endpointId));
  }
}

function wants({ events }: EndpointDocument, type: string): boolean {
  return events.includes(type);
}
