import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../organizations/organizations.module.ts';
import { ApiKeyHeader } from './api-key-header.authenticator.ts';
import { ApiKeyOwnerByEmailHandler, ManagesApiKeysOfHandler } from './api-key-owners.queries.ts';
import { ApiKeyUseWorker } from './api-key-use.worker.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import { ApiKeyBearer, ApiKeyUsers } from './api-key-bearer.authenticator.ts';
import { apiKeyEvents } from './api-key.events.ts';
import { ApiKeyGate } from './api-key-gate.service.ts';
import { ApiKeyOperations } from './api-key.operations.ts';
import { apiKeyProcess } from './api-key.process.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import { ApiKeyIds } from './api-key.secrets.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { apiKeyHandlers } from './api-keys.handlers.ts';
import { ApiKeyPresenter, FindApiKeyHandler, ListApiKeysHandler } from './api-keys.queries.ts';

@Module({
  imports: [OrganizationsModule],
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
    FindApiKeyHandler,
    ListApiKeysHandler,
    ManagesApiKeysOfHandler,
    ApiKeyOwnerByEmailHandler,
  ],
})
export class ApiKeysModule {}

export const apiKeys: Feature = {
  module: ApiKeysModule,
  events: apiKeyEvents,
  projections: [apiKeyProjection],
  processes: [apiKeyProcess],
  states: { apikey: apiKeyProjection },
};
