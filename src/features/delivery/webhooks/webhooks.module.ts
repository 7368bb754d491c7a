import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { FEATURES } from '../../../app/tokens.ts';
import { DeliverWebhooksHandler } from './webhook-delivery.handlers.ts';
import { endpointHandlers } from './webhook-endpoint.handlers.ts';
import { endpointProjection, type EndpointDocument } from './webhook-endpoint.projection.ts';
import { webhookQueueProjection } from './webhook-queue.projection.ts';
import { WebhookBodies } from './webhook-bodies.service.ts';
import { WebhookCatalogue } from './webhook.catalogue.ts';
import { endpointEvents, webhookEvents } from './webhook.events.ts';
import { RedeliverWebhookHandler, ScheduleDeliveriesHandler } from './webhook.handlers.ts';
import { endpointDeletionProcess, webhookProcess } from './webhook.process.ts';
import { deliveryProjection, webhookProjection } from './webhook.projection.ts';
import { WebhookWorker } from './webhook.worker.ts';
import { WebhooksController } from './webhooks.controller.ts';
import { DeliveryQueries, EndpointPresenter, EndpointQueries } from './webhooks.queries.ts';

@Module({
  controllers: [WebhooksController],
  providers: [
    {
      provide: WebhookCatalogue,
      useFactory: catalogueOf,
      inject: [FEATURES],
    },
    WebhookBodies,
    EndpointPresenter,
    EndpointQueries,
    DeliveryQueries,
    ScheduleDeliveriesHandler,
    RedeliverWebhookHandler,
    DeliverWebhooksHandler,
    WebhookWorker,
    ...endpointHandlers,
  ],
})
export class WebhooksModule {}

/** Webhooks about everything that these features announce. */
export function webhooksOf(features: readonly Feature[]): Feature {
  return {
    module: WebhooksModule,
    events: { ...endpointEvents, ...webhookEvents },
    projections: [endpointProjection, webhookProjection, webhookQueueProjection, deliveryProjection],
    processes: [webhookProcess(catalogueOf(features)), endpointDeletionProcess],
    ledger: {
      entities: { endpoint: { projection: endpointProjection, name: ({ url }: EndpointDocument) => url } },
    },
    states: { webhookendpoint: endpointProjection, webhook: webhookProjection },
  };
}

function catalogueOf(features: readonly Feature[]): WebhookCatalogue {
  return new WebhookCatalogue(features.flatMap(({ webhooks }) => (webhooks ? [webhooks.announcements] : [])));
}
