import { Handles } from '../../../app/commands.ts';
import { Inject } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE, JOBS } from '../../../app/tokens.ts';
import { jobOf } from '../../../app/work/workers.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { idOf, type EventStore } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { WebhookBodies } from './webhook-bodies.service.ts';
import { endpointDecider } from './endpoints/webhook-endpoint.decider.ts';
import { endpointProjection, type EndpointDocument } from './endpoints/webhook-endpoint.projection.ts';
import { WebhookCatalogue } from './webhook.catalogue.ts';
import { RedeliverWebhook, ScheduleDeliveries } from './webhook.commands.ts';
import { webhookDecider } from './webhook.decider.ts';
import {
  endpointStream,
  messagesStream,
  webhookIdOf,
  webhookStream,
  type SchedulingEvent,
  type WebhookGone,
} from './webhook.events.ts';
import { isLaterOfCommand } from './webhook-replays.service.ts';
import { WebhookSlots } from './sending/webhook-slots.service.ts';
import { WebhookTexts } from './webhook-texts.service.ts';
import { WebhookEndpointIsDisabled } from './webhook.errors.ts';
import type { WebhookFormat } from './messages/webhook-format.rules.ts';
import { roundIn } from './sending/webhook-progress.rules.ts';
import { WebhookProgress } from './sending/webhook-progress.service.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';

const PASS_WITHIN_MS = 30_000;
/** What endpoints and bodies are read from. */
const BODY_GROUPS = ['access', 'billing', 'delivery', 'usage'] as const;

export const WHY_GONE: Readonly<Record<WebhookGone, string>> = {
  erased: 'This message mentions somebody who has been erased, so it cannot be sent any more',
  expired: 'Bodies are kept for 90 days, and this one is gone',
};

export const WEBHOOK_WORK = 'webhook';

/** Wakes the worker of one endpoint. */
export function endpointJob(endpointId: string): string {
  return jobOf(WEBHOOK_WORK, endpointId);
}

/** Schedules an event's messages, in order, for every endpoint that existed before it and subscribes to them. */
@Handles(ScheduleDeliveries)
export class ScheduleDeliveriesHandler {
  constructor(
    private readonly executor: Executor,
    private readonly catalogue: WebhookCatalogue,
    private readonly bodies: WebhookBodies,
    private readonly runtime: Runtime,
    private readonly documents: Documents,
    private readonly texts: WebhookTexts,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: ScheduleDeliveries): Promise<void> {
    const { stream, revision } = command.data;
    const all = await this.executor.load(stream, 'any');
    const event = all.findLast((one) => one.revision <= revision)!;
    if (!(await this.runtime.readModels.passed(event.position, PASS_WITHIN_MS, BODY_GROUPS)))
      throw new Error('The read models have not passed the event yet; see /readyz');
    const types = this.catalogue.wireTypesOf(event, all.filter(isLaterOfCommand(event)));
    const endpoints = (await this.endpointsFor(event)).filter(
      (endpoint) => endpoint.disabled_at === null && types.some((type) => endpoint.events.includes(type)),
    );
    if (endpoints.length === 0) return;
    if (!(await this.store.last(messagesStream(event.id)))) await this.schedule(event, types, endpoints, command);
    for (const { id } of endpoints) await this.jobs.wake(endpointJob(id));
  }

  /** One append for all messages of the event, so that a repetition finds all of them or none. */
  private async schedule(
    event: Recorded,
    types: readonly string[],
    endpoints: readonly EndpointDocument[],
    command: ScheduleDeliveries,
  ): Promise<void> {
    const { stream, revision } = command.data;
    const digests = new Map<string, string>();
    const organizationId = endpoints[0]!.organization_id;
    const wanted = endpoints.map(({ id: endpointId, format, events }) => ({
      endpointId,
      format,
      wireTypes: new Set(types.filter((type) => events.includes(type))),
    }));
    for (const type of types) {
      if (!wanted.some(({ wireTypes }) => wireTypes.has(type))) continue;
      const digest = await this.texts.keepBody(organizationId, event.id, type, async () =>
        // Read again with each build: somebody may have been erased meanwhile.
        this.bodies.build(type, await this.eventsUpTo(stream, revision)),
      );
      if (digest !== undefined) digests.set(type, digest);
    }
    const sent: Wanted[] = [];
    for (const one of wanted) sent.push(await this.inFormat(organizationId, event.id, one, digests));
    const messages = messagesOf(digests, sent);
    if (messages.length === 0) return;
    const scheduled: SchedulingEvent = { type: 'WebhooksScheduled', data: { eventId: event.id, messages } };
    const context = { ...command.context, organizationId };
    // A conflict means that they have been scheduled meanwhile.
    await this.executor.append(
      messagesStream(event.id),
      [scheduled],
      -1,
      new ScheduleDeliveries(command.data, context),
    );
  }

  /** Without those that the endpoint's format leaves out. */
  private async inFormat(
    organizationId: string,
    eventId: string,
    { endpointId, format, wireTypes }: Wanted,
    digests: ReadonlyMap<string, string>,
  ): Promise<Wanted> {
    const sent = await Promise.all(
      [...wireTypes]
        .filter((type) => digests.has(type))
        .map(async (wire_type) => {
          const message = { id: webhookIdOf(eventId, wire_type, endpointId), event_id: eventId, wire_type };
          return (await this.texts.isSentAs(format, organizationId, message)) ? [wire_type] : [];
        }),
    );
    return { endpointId, format, wireTypes: new Set(sent.flat()) };
  }

  private endpointsFor(event: Recorded): Promise<EndpointDocument[]> {
    const { organizationId = idOf(event.stream) } = event.metadata;
    return this.documents.all(
      endpointProjection,
      { where: { lt: ['since', event.position] }, sort: [{ field: 'created_at', direction: 'asc' }] },
      { organizationIds: [organizationId] },
    );
  }

  private async eventsUpTo(stream: string, revision: number): Promise<Recorded[]> {
    const all = await this.executor.load(stream, 'any');
    return all.filter((event) => event.revision <= revision);
  }
}

interface Wanted {
  endpointId: string;
  format: WebhookFormat;
  wireTypes: ReadonlySet<string>;
}

function messagesOf(
  digests: ReadonlyMap<string, string>,
  wanted: readonly Wanted[],
): SchedulingEvent['data']['messages'] {
  return [...digests].flatMap(([wireType, bodySha256]) => {
    const endpointIds = wanted.filter(({ wireTypes }) => wireTypes.has(wireType)).map(({ endpointId }) => endpointId);
    return endpointIds.length === 0 ? [] : [{ wireType, bodySha256, endpointIds }];
  });
}

/**
 * Sends a message once more, with the same id and body.
 * @throws NotFound the message does not exist, or its endpoint is deleted · DomainError 410 its body is no longer kept
 */
@Handles(RedeliverWebhook)
export class RedeliverWebhookHandler {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly rows: WebhookProgress,
    private readonly slots: WebhookSlots,
    private readonly texts: WebhookTexts,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: RedeliverWebhook): Promise<void> {
    const { webhookId } = command.data;
    const { scope } = command.context;
    await caughtUp(this.runtime, this.store, 'delivery');
    const message = await this.documents.demand(webhookProjection, webhookId, scope);
    const { endpoint_id: endpointId, organization_id: organizationId, round } = message;
    const endpoint = await this.executor.state(endpointDecider, endpointStream(endpointId), scope);
    if (endpoint.state.status !== 'active') throw new NotFound('The endpoint has been deleted');
    if (endpoint.state.missedFrom !== null) throw new WebhookEndpointIsDisabled();
    const body = await this.slots.whole(organizationId, () => this.texts.bodyOf(message));
    if ('gone' in body) throw new DomainError('ResourceUnavailable', WHY_GONE[body.gone], 410);
    const isWaiting = await this.isWaiting(message);
    const request = new RedeliverWebhook({ webhookId }, { ...command.context, organizationId });
    const facts = { webhookId, endpointId, round, isWaiting };
    await this.executor.execute(webhookDecider, webhookStream(webhookId), request.with(facts));
    await this.jobs.wake(endpointJob(endpointId));
  }

  /** Whether its current round has not been attempted. */
  private async isWaiting({ id, endpoint_id, round, status }: WebhookDocument): Promise<boolean> {
    if (status !== 'pending') return false;
    const progress = (await this.rows.of([endpoint_id])).get(endpoint_id);
    return progress === undefined || roundIn(progress, id) !== round;
  }
}
