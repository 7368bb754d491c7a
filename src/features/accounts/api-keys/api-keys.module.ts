import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../organizations/organizations.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ApiKeyUseWorker } from './api-key-use.worker.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import { ApiKeyBearer, ApiKeyHeader, ApiKeyUsers } from './api-keys.authenticator.ts';
import { apiKeyEvents } from './api-key.events.ts';
import { ApiKeyGate, ApiKeyIds } from './api-key-gate.service.ts';
import { ApiKeyOperations } from './api-key.operations.ts';
import { apiKeyProcess } from './api-key.process.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { apiKeyHandlers } from './api-keys.handlers.ts';
import { ApiKeyPresenter, ApiKeyQueries, ApiKeyReader } from './api-keys.queries.ts';
import { apiKeyDecider, apiKeyUseDecider } from './api-key.decider.ts';

@Module({
  imports: [UsersModule, OrganizationsModule],
  controllers: [ApiKeysController],
  providers: [
    ...apiKeyHandlers,
    ApiKeyIds,
    ApiKeyUses,
    ApiKeyUseWorker,
    ApiKeyGate,
    ApiKeyUsers,
    ApiKeyBearer,
    ApiKeyHeader,
    ApiKeyPresenter,
    ApiKeyOperations,
    ApiKeyReader,
    ApiKeyQueries,
  ],
})
export class ApiKeysModule {}

export const apiKeys: Feature = {
  module: ApiKeysModule,
  events: apiKeyEvents,
  deciders: [apiKeyDecider, apiKeyUseDecider],
  projections: [apiKeyProjection],
  processes: [apiKeyProcess],
  states: { apikey: apiKeyProjection },
};
