import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { EntityStates } from '../../../app/states.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { BenefitsModule } from '../../billing/benefits/benefits.module.ts';
import { GrantsModule } from '../../billing/grants/grants.module.ts';
import { CheckoutsModule } from '../../billing/checkouts/checkouts.module.ts';
import { CustomersModule } from '../../billing/customers/customers.module.ts';
import { OrdersModule } from '../../billing/orders/orders.module.ts';
import { ProductsModule } from '../../billing/products/products.module.ts';
import { SubscriptionsModule } from '../../billing/subscriptions/subscriptions.module.ts';
import { DeliverWebhooksHandler } from './deliver.handlers.ts';
import { endpointHandlers } from './endpoint.handlers.ts';
import { endpointProjection } from './endpoint.projection.ts';
import { webhookQueueProjection } from './queue.projection.ts';
import { WebhookBodies } from './webhook.bodies.ts';
import { endpointEvents, webhookEvents } from './webhook.events.ts';
import { RedeliverWebhookHandler, ScheduleDeliveriesHandler } from './webhook.handlers.ts';
import { endpointDeletionProcess, webhookProcess } from './webhook.process.ts';
import { deliveryProjection, webhookProjection } from './webhook.projection.ts';
import { WebhookWorker } from './webhook.worker.ts';
import { WebhooksController } from './webhooks.controller.ts';
import {
  EndpointPresenter,
  GetWebhookEndpointHandler,
  ListWebhookDeliveriesHandler,
  ListWebhookEndpointsHandler,
} from './webhooks.queries.ts';

@Module({
  imports: [
    CheckoutsModule,
    GrantsModule,
    OrganizationsModule,
    BenefitsModule,
    CustomersModule,
    OrdersModule,
    ProductsModule,
    SubscriptionsModule,
  ],
  controllers: [WebhooksController],
  providers: [
    EntityStates,
    WebhookBodies,
    EndpointPresenter,
    GetWebhookEndpointHandler,
    ListWebhookEndpointsHandler,
    ListWebhookDeliveriesHandler,
    ScheduleDeliveriesHandler,
    RedeliverWebhookHandler,
    DeliverWebhooksHandler,
    WebhookWorker,
    ...endpointHandlers,
  ],
})
export class WebhooksModule {}

export const webhooks: Feature = {
  module: WebhooksModule,
  events: { ...endpointEvents, ...webhookEvents },
  projections: [endpointProjection, webhookProjection, webhookQueueProjection, deliveryProjection],
  processes: [webhookProcess, endpointDeletionProcess],
  states: { webhookendpoint: endpointProjection, webhook: webhookProjection },
};
