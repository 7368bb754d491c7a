import type { Feature } from '../../../app/feature.ts';
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

export const apiKeys: Feature = {
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
  events: apiKeyEvents,
  deciders: [apiKeyDecider, apiKeyUseDecider],
  projections: [apiKeyProjection],
  processes: [apiKeyProcess],
  states: { apikey: apiKeyProjection },
};
