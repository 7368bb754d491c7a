import type { Feature } from '../../../app/feature.ts';
import { FEATURES } from '../../../app/tokens.ts';
import { WebhookAttempts } from './sending/webhook-attempts.service.ts';
import { WebhookMetrics } from './webhook-metrics.service.ts';
import { WebhookCalls } from './sending/webhook-calls.service.ts';
import { WebhookRuns } from './sending/webhook-run.service.ts';
import { WebhookSlots } from './sending/webhook-slots.service.ts';
import { WebhookBacklog } from './webhook-backlog.queries.ts';
import { deliveryHandlers } from './webhook-delivery.handlers.ts';
import { courseHandlers } from './sending/webhook-course.handlers.ts';
import { endpointHandlers } from './endpoints/webhook-endpoint.handlers.ts';
import { endpointProjection, type EndpointDocument } from './endpoints/webhook-endpoint.projection.ts';
import { SendTestWebhookHandler } from './webhook-test.handlers.ts';
import { WebhookReplays } from './webhook-replays.service.ts';
import { WebhookTexts } from './webhook-texts.service.ts';
import { WebhookOutcomes } from './webhook-outcomes.service.ts';
import { WebhookProgress } from './sending/webhook-progress.service.ts';
import { webhookQueueProjection } from './sending/webhook-queue.projection.ts';
import { WebhookBodiesInUse } from './webhook-bodies-in-use.service.ts';
import { WebhookBodies } from './webhook-bodies.service.ts';
import { WebhookCatalogue } from './webhook.catalogue.ts';
import { endpointEvents, outcomeEvents, replayEvents, schedulingEvents, webhookEvents } from './webhook.events.ts';
import { RedeliverWebhookHandler, ScheduleDeliveriesHandler } from './webhook.handlers.ts';
import { endpointDeletionProcess, webhookOutcomesProcess, webhookProcess } from './webhook.process.ts';
import { webhookProjection } from './webhook.projection.ts';
import { WebhookWorker } from './sending/webhook.worker.ts';
import { WebhooksController } from './webhooks.controller.ts';
import { DeliveryQueries, EndpointPresenter, EndpointQueries } from './webhooks.queries.ts';
import { endpointDecider } from './endpoints/webhook-endpoint.decider.ts';
import { webhookDecider } from './webhook.decider.ts';

/** Webhooks about everything that these features announce. */
export function webhooksOf(features: readonly Feature[]): Feature {
  return {
    controllers: [WebhooksController],
    providers: [
      {
        provide: WebhookCatalogue,
        useFactory: catalogueOf,
        inject: [FEATURES],
      },
      WebhookBacklog,
      WebhookMetrics,
      WebhookBodies,
      WebhookBodiesInUse,
      EndpointPresenter,
      EndpointQueries,
      DeliveryQueries,
      ScheduleDeliveriesHandler,
      RedeliverWebhookHandler,
      SendTestWebhookHandler,
      WebhookTexts,
      WebhookAttempts,
      WebhookOutcomes,
      WebhookProgress,
      WebhookReplays,
      WebhookCalls,
      WebhookRuns,
      WebhookSlots,
      WebhookWorker,
      ...deliveryHandlers,
      ...endpointHandlers,
      ...courseHandlers,
    ],

    deciders: [endpointDecider, webhookDecider],
    events: { ...endpointEvents, ...schedulingEvents, ...replayEvents, ...webhookEvents, ...outcomeEvents },
    projections: [endpointProjection, webhookProjection, webhookQueueProjection],
    processes: [webhookProcess(catalogueOf(features)), endpointDeletionProcess, webhookOutcomesProcess],
    ledger: {
      entities: { endpoint: { projection: endpointProjection, name: ({ url }: EndpointDocument) => url } },
    },
    states: { webhookendpoint: endpointProjection, webhook: webhookProjection },
  };
}

function catalogueOf(features: readonly Feature[]): WebhookCatalogue {
  return new WebhookCatalogue(features.flatMap(({ webhooks }) => (webhooks ? [webhooks.announcements] : [])));
}
