import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE } from '../../../app/tokens.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { startContext, type Context } from '../../../kernel/writing/command.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { seedOf } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import type { HourOfUse } from './api-key-use.rules.ts';
import {
  CreateApiKey,
  DeleteApiKey,
  DeleteApiKeysOf,
  RecordApiKeyUse,
  UpdateApiKey,
  VerifyApiKey,
  type Verification,
} from './api-key.commands.ts';
import { apiKeyDecider, apiKeyUseDecider } from './api-key.decider.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import { apiKeyStream, apiKeyUseStream, type ApiKeyOwner } from './api-key.events.ts';
import { ApiKeyGate, ApiKeyIds, MIN_KEY_LENGTH, newApiKey, startOf } from './api-key-gate.service.ts';
import { apiKeyProjection, type ApiKeyDocument } from './api-key.projection.ts';
import { permits } from './api-key.rules.ts';
import { keysOf } from './api-keys.queries.ts';

const PAGE = 500;

@Handles(CreateApiKey)
export class CreateApiKeyHandler {
  constructor(
    private readonly executor: Executor,
    private readonly ids: ApiKeyIds,
  ) {}

  /** @throws the refusals of api-key.rules */
  async execute(command: CreateApiKey): Promise<{ key: string; document: ApiKeyDocument }> {
    const { data } = command;
    const key = newApiKey(data.prefix);
    const keyId = this.ids.of(key);
    const facts = { ...data, keyId, start: startOf(key) };
    const create = command.with(facts, { context: inTenant(command.context, data) });
    const { history } = await this.executor.execute(apiKeyDecider, apiKeyStream(keyId), create);
    return { key, document: project(apiKeyProjection, history)! };
  }
}

@Handles(VerifyApiKey)
export class VerifyApiKeyHandler {
  constructor(private readonly gate: ApiKeyGate) {}

  async execute({ data: { key, permissions } }: VerifyApiKey): Promise<Verification> {
    if (key.length < MIN_KEY_LENGTH) {
      const { message } = new ApiKeyRefused('INVALID_API_KEY');
      return { valid: false, error: { message, code: 'KEY_NOT_FOUND' }, key: null };
    }
    try {
      const document = await this.gate.find(key);
      if (permissions && !permits(document.permissions, permissions)) throw new ApiKeyRefused('KEY_NOT_FOUND');
      const { remaining, lastRefillAt, requestCount, lastRequest } = await this.gate.use(document);
      return { valid: true, error: null, key: { ...document, remaining, lastRefillAt, requestCount, lastRequest } };
    } catch (error) {
      if (!(error instanceof ApiKeyRefused)) throw error;
      const { message, code, tryAgainIn } = error;
      const details = tryAgainIn === undefined ? {} : { details: { tryAgainIn } };
      return { valid: false, error: { message, code, ...details }, key: null };
    }
  }
}

@Handles(DeleteApiKeysOf)
export class DeleteApiKeysOfHandler {
  constructor(
    private readonly commands: Commands,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  async execute({ data: { owner, before }, context }: DeleteApiKeysOf): Promise<void> {
    const reason = before === undefined ? 'owner_deleted' : 'account_reclaimed';
    for (;;) {
      await caughtUp(this.runtime, this.store, 'access');
      const { items } = await this.documents.find(apiKeyProjection, keysOf(owner, PAGE, before), 'any');
      for (const { id: keyId, userId, organizationId } of items) {
        const data = { keyId, userId, organizationId, reason } as const;
        await this.commands.execute(new DeleteApiKey(data, inTenant(context, data), `DeleteApiKey:${keyId}`));
      }
      if (items.length < PAGE) return;
    }
  }
}

@Handles(RecordApiKeyUse)
export class RecordApiKeyUseHandler {
  constructor(
    private readonly executor: Executor,
    private readonly uses: ApiKeyUses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ data }: RecordApiKeyUse): Promise<void> {
    const { last, ...key } = data;
    const hours = await this.uses.close(key.keyId, last);
    for (const hour of hours) {
      const stream = apiKeyUseStream(key.keyId, hour.hour);
      const record = new RecordApiKeyUse(data, this.contextOf(key, hour)).with({ ...key, ...hour });
      await this.executor.execute(apiKeyUseDecider, stream, record);
    }
    if (last || hours.length > 0) await this.uses.recorded(key.keyId, hours, last);
  }

  /** The same for the same hour, so that it is recorded once, whichever process notices first that it is over. */
  private contextOf(key: { keyId: string } & ApiKeyOwner, { hour }: HourOfUse): Context {
    const seed = seedOf(msOf(hour), `api-key-use:${key.keyId}`);
    return inTenant(startContext({ kind: 'system', id: 'api-keys' }, this.clock, seed), key);
  }
}

function inTenant(context: Context, { organizationId }: ApiKeyOwner): Context {
  return organizationId === null ? context : { ...context, organizationId };
}

export const apiKeyHandlers: Type[] = [
  CreateApiKeyHandler,
  VerifyApiKeyHandler,
  DeleteApiKeysOfHandler,
  RecordApiKeyUseHandler,
  ...handlersOf(apiKeyDecider, ({ keyId }) => apiKeyStream(keyId), UpdateApiKey, DeleteApiKey),
];
