import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrdersModule } from '../../billing/orders/orders.module.ts';
import { WebhooksModule } from '../../delivery/webhooks/webhooks.module.ts';
import { AttentionController } from './attention.controller.ts';
import { AttentionQueries } from './attention.queries.ts';

@Module({ imports: [OrdersModule, WebhooksModule], controllers: [AttentionController], providers: [AttentionQueries] })
export class AttentionModule {}

export const attention: Feature = { module: AttentionModule };
