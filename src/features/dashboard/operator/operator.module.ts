import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { SealsModule } from '../../audit/seals/seals.module.ts';
import { WebhooksModule } from '../../delivery/webhooks/webhooks.module.ts';
import { OperatorController } from './operator.controller.ts';
import { OperatorBacklogQueries } from './operator-backlog.queries.ts';
import { OperatorRunQueries } from './operator-runs.queries.ts';
import { OperatorStateQueries } from './operator-state.queries.ts';

@Module({
  imports: [SealsModule, WebhooksModule],
  controllers: [OperatorController],
  providers: [OperatorStateQueries, OperatorBacklogQueries, OperatorRunQueries],
})
export class OperatorPageModule {}

export const operator: Feature = { module: OperatorPageModule };
