import { Inject, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { caughtUp, Documents } from '../../../app/documents.ts';
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
  MintApiKey,
  RecordApiKeyUse,
  SettleApiKeyUse,
  UpdateApiKey,
  VerifyApiKey,
} from './api-key.commands.ts';
import { apiKeyDecider } from './api-key.decider.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import { apiKeyStream, apiKeyUseStream, type ApiKeyOwner } from './api-key.events.ts';
import { ApiKeyGate } from './api-key-gate.service.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import { permits } from './api-key.rules.ts';
import { ApiKeyIds, MIN_KEY_LENGTH, newApiKey, startOf } from './api-key.secrets.ts';
import { apiKeyUseDecider } from './api-key-use.decider.ts';
import type { ApiKey, CreatedApiKey } from './api-keys.dto.ts';
import { keysOf, presentApiKey } from './api-keys.queries.ts';

const PAGE = 500;

/** The answer of `VerifyApiKey` (docs/IDENTITY.md#using-a-key). */
export type Verification =
  | { valid: true; error: null; key: ApiKey }
  | { valid: false; error: { message: string; code: string; details?: { tryAgainIn: number } }; key: null };

@CommandHandler(MintApiKey)
export class MintApiKeyHandler implements ICommandHandler<MintApiKey> {
  constructor(
    private readonly executor: Executor,
    private readonly ids: ApiKeyIds,
  ) {}

  /** @throws what api-key.rules refuses */
  async execute({ data, context }: MintApiKey): Promise<CreatedApiKey> {
    const key = newApiKey(data.prefix);
    const keyId = this.ids.of(key);
    const command = new CreateApiKey({ ...data, keyId, start: startOf(key) }, inTenant(context, data));
    const { events } = await this.executor.execute(apiKeyDecider, apiKeyStream(keyId), command);
    return { ...presentApiKey(project(apiKeyProjection, events)!, undefined), key };
  }
}

@CommandHandler(VerifyApiKey)
export class VerifyApiKeyHandler implements ICommandHandler<VerifyApiKey> {
  constructor(private readonly gate: ApiKeyGate) {}

  async execute({ data: { key, permissions } }: VerifyApiKey): Promise<Verification> {
    if (key.length < MIN_KEY_LENGTH) {
      const { message } = new ApiKeyRefused('INVALID_API_KEY');
      return { valid: false, error: { message, code: 'KEY_NOT_FOUND' }, key: null };
    }
    try {
      const document = await this.gate.find(key);
      if (permissions && !permits(document.permissions, permissions)) throw new ApiKeyRefused('KEY_NOT_FOUND');
      const use = await this.gate.use(document);
      return { valid: true, error: null, key: presentApiKey(document, use) };
    } catch (error) {
      if (!(error instanceof ApiKeyRefused)) throw error;
      const { message, code, tryAgainIn } = error;
      const details = tryAgainIn === undefined ? {} : { details: { tryAgainIn } };
      return { valid: false, error: { message, code, ...details }, key: null };
    }
  }
}

@CommandHandler(DeleteApiKeysOf)
export class DeleteApiKeysOfHandler implements ICommandHandler<DeleteApiKeysOf> {
  constructor(
    private readonly commands: CommandBus,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  async execute({ data: { owner, before }, context }: DeleteApiKeysOf): Promise<void> {
    const reason = before === undefined ? 'owner_deleted' : 'account_reclaimed';
    for (;;) {
      await caughtUp(this.runtime, this.store);
      const { items } = await this.documents.find(apiKeyProjection, keysOf(owner, PAGE, before), 'any');
      for (const { id: keyId, userId, organizationId } of items) {
        const data = { keyId, userId, organizationId, reason } as const;
        await this.commands.execute(new DeleteApiKey(data, inTenant(context, data), `DeleteApiKey:${keyId}`));
      }
      if (items.length < PAGE) return;
    }
  }
}

@CommandHandler(SettleApiKeyUse)
export class SettleApiKeyUseHandler implements ICommandHandler<SettleApiKeyUse> {
  constructor(
    private readonly executor: Executor,
    private readonly uses: ApiKeyUses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ data: { last, ...key } }: SettleApiKeyUse): Promise<void> {
    const hours = await this.uses.close(key.keyId, last);
    for (const hour of hours) {
      const stream = apiKeyUseStream(key.keyId, hour.hour);
      const command = new RecordApiKeyUse({ ...key, ...hour }, this.contextOf(key, hour));
      await this.executor.execute(apiKeyUseDecider, stream, command);
    }
    if (last || hours.length > 0) await this.uses.written(key.keyId, hours, last);
  }

  /** The same for the same hour, whoever finds first that it is over. */
  private contextOf(key: { keyId: string } & ApiKeyOwner, { hour }: HourOfUse): Context {
    const seed = seedOf(msOf(hour), `api-key-use:${key.keyId}`);
    return inTenant(startContext({ kind: 'system', id: 'api-keys' }, this.clock, seed), key);
  }
}

function inTenant(context: Context, { organizationId }: ApiKeyOwner): Context {
  return organizationId === null ? context : { ...context, organizationId };
}

export const apiKeyHandlers: Type[] = [
  MintApiKeyHandler,
  VerifyApiKeyHandler,
  DeleteApiKeysOfHandler,
  SettleApiKeyUseHandler,
  ...handlersOf(apiKeyDecider, ({ keyId }) => apiKeyStream(keyId), CreateApiKey, UpdateApiKey, DeleteApiKey),
];
