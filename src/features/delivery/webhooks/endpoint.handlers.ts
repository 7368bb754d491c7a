import { Inject, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CONFIG, EVENT_STORE } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import type { Config } from '../../../config.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import type { Find, Where } from '../../../kernel/ports/document-store.ts';
import { InvalidInput, isRefusal } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { endpointDecider, type EndpointState } from './endpoint.decider.ts';
import { endpointProjection } from './endpoint.projection.ts';
import { newSecret } from './signature.ts';
import {
  AddWebhookEndpoint,
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  DeleteWebhookEndpointsOf,
  EditWebhookEndpoint,
  UpdateWebhookEndpoint,
} from './webhook.commands.ts';
import { endpointStream, type EndpointEvent } from './webhook.events.ts';

/** Every event is sent to all of them. */
export const MAX_ENDPOINTS = 100;

type EndpointExecuted = Executed<EndpointState, EndpointEvent>;

export function secretEntry(secretId: string): string {
  return `webhook-secret/${secretId}`;
}

/** @throws InvalidInput the URL may not be called, or the organization has as many endpoints as it can have */
@CommandHandler(AddWebhookEndpoint)
export class AddWebhookEndpointHandler implements ICommandHandler<AddWebhookEndpoint> {
  constructor(
    private readonly executor: Executor,
    private readonly turns: KeyedLock,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly rows: VaultRows,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One at a time per organization, so that two at once don't pass the limit together. */
  execute(command: AddWebhookEndpoint): Promise<EndpointExecuted> {
    refuseUrl(command.data.url, this.config);
    return this.turns.withLock('webhook-endpoints', command.data.organizationId, () => this.add(command));
  }

  private async add({ data: { secret, ...data }, context }: AddWebhookEndpoint): Promise<EndpointExecuted> {
    await this.refuseTooMany(data.organizationId, data.endpointId);
    const secretId = await putSecret(this.rows, data.endpointId, secret ?? newSecret(), context);
    const create = new CreateWebhookEndpoint({ ...data, secretId }, context);
    return this.executor.execute(endpointDecider, endpointStream(data.endpointId), create);
  }

  private async refuseTooMany(organizationId: string, endpointId: string): Promise<void> {
    const { state } = await this.executor.state(endpointDecider, endpointStream(endpointId), 'any');
    // A repeated request, which is answered with the endpoint it created.
    if (state.status !== 'absent') return;
    await caughtUp(this.runtime, this.store);
    const query: Find = { where: { eq: ['organization_id', organizationId] }, limit: MAX_ENDPOINTS };
    const { items } = await this.documents.find(endpointProjection, query, 'any');
    if (items.length < MAX_ENDPOINTS) return;
    const limit = `An organization can have at most ${MAX_ENDPOINTS} webhook endpoints`;
    throw InvalidInput.at('body', `${limit}: delete one that is no longer used`, 'too_many_endpoints');
  }
}

/** @throws InvalidInput the URL may not be called */
@CommandHandler(EditWebhookEndpoint)
export class EditWebhookEndpointHandler implements ICommandHandler<EditWebhookEndpoint> {
  constructor(
    private readonly executor: Executor,
    private readonly rows: VaultRows,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { secret, ...data }, context }: EditWebhookEndpoint): Promise<EndpointExecuted> {
    if (data.url !== undefined) refuseUrl(data.url, this.config);
    const secretId = secret === undefined ? undefined : await putSecret(this.rows, data.endpointId, secret, context);
    const update = new UpdateWebhookEndpoint({ ...data, secretId }, context);
    return this.executor.execute(endpointDecider, endpointStream(data.endpointId), update);
  }
}

@CommandHandler(DeleteWebhookEndpointsOf)
export class DeleteWebhookEndpointsOfHandler implements ICommandHandler<DeleteWebhookEndpointsOf> {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  async execute({ data: { organizationId }, context }: DeleteWebhookEndpointsOf): Promise<void> {
    await caughtUp(this.runtime, this.store);
    const where: Where = { eq: ['organization_id', organizationId] };
    for (const endpointId of await this.documents.ids(endpointProjection, where, 'any')) {
      const data = { endpointId, organizationIds: [organizationId] };
      const remove = new DeleteWebhookEndpoint(data, context, `DeleteWebhookEndpoint:${endpointId}`);
      try {
        await this.executor.execute(endpointDecider, endpointStream(endpointId), remove);
      } catch (error) {
        // Deleted meanwhile.
        if (!isRefusal(error)) throw error;
      }
    }
  }
}

export const endpointHandlers: Type[] = [
  AddWebhookEndpointHandler,
  EditWebhookEndpointHandler,
  DeleteWebhookEndpointsOfHandler,
  ...handlersOf(endpointDecider, ({ endpointId }) => endpointStream(endpointId), DeleteWebhookEndpoint),
];

/** The same request has the same secret, however often it comes. */
async function putSecret(rows: VaultRows, endpointId: string, secret: string, { requestId }: Context): Promise<string> {
  const secretId = deriveUuid(requestId, 'webhook-secret');
  const namedBy = { stream: endpointStream(endpointId), name: secretId };
  await rows.put(secretEntry(secretId), secret, namedBy, { ifAbsent: true });
  return secretId;
}

/** What addresses a name leads to is checked at each call, because it changes. */
function refuseUrl(text: string, { webhookAllowPrivate }: Config): void {
  const schemes = webhookAllowPrivate ? ['https:', 'http:'] : ['https:'];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !schemes.includes(url.protocol))
    throw InvalidInput.at('body.url', `The URL must start with ${schemes.map((one) => `${one}//`).join(' or ')}`);
  if (url.username !== '' || url.password !== '')
    throw InvalidInput.at(
      'body.url',
      'The URL must hold no user name or password: a webhook is known by its signature',
    );
}
