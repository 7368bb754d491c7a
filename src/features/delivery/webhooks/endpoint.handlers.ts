import { Inject, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { caughtUp, idsOf } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CONFIG, DOCUMENTS, EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../kernel/command.ts';
import type { DocumentStore, Where } from '../../../kernel/document-store.ts';
import { InvalidInput, isRefusal } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/event-store.ts';
import { Executor, type Executed } from '../../../kernel/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Vault } from '../../../kernel/vault.ts';
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

type EndpointExecuted = Executed<EndpointState, EndpointEvent>;

export function secretEntry(secretId: string): string {
  return `webhook-secret/${secretId}`;
}

/** @throws InvalidInput the URL may not be called */
@CommandHandler(AddWebhookEndpoint)
export class AddWebhookEndpointHandler implements ICommandHandler<AddWebhookEndpoint> {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { secret, ...data }, context }: AddWebhookEndpoint): Promise<EndpointExecuted> {
    refuseUrl(data.url, this.config);
    const secretId = await putSecret(this.vault, secret ?? newSecret(), context);
    const create = new CreateWebhookEndpoint({ ...data, secretId }, context);
    return this.executor.execute(endpointDecider, endpointStream(data.endpointId), create);
  }
}

/** @throws InvalidInput the URL may not be called */
@CommandHandler(EditWebhookEndpoint)
export class EditWebhookEndpointHandler implements ICommandHandler<EditWebhookEndpoint> {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { secret, ...data }, context }: EditWebhookEndpoint): Promise<EndpointExecuted> {
    if (data.url !== undefined) refuseUrl(data.url, this.config);
    const secretId = secret === undefined ? undefined : await putSecret(this.vault, secret, context);
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
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
  ) {}

  async execute({ data: { organizationId }, context }: DeleteWebhookEndpointsOf): Promise<void> {
    await caughtUp(this.runtime, this.store);
    const where: Where = { eq: ['organization_id', organizationId] };
    for (const endpointId of await idsOf(this.documents, endpointProjection, where)) {
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
async function putSecret(vault: Vault, secret: string, { requestId }: Context): Promise<string> {
  const secretId = deriveUuid(requestId, 'webhook-secret');
  await vault.put(secretEntry(secretId), secret, { ifAbsent: true });
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
