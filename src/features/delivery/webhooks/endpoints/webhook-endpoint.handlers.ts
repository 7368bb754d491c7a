import { Inject, type Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../../app/commands.ts';
import { caughtUp, Documents } from '../../../../app/reading/documents.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { CONFIG, EVENT_STORE } from '../../../../app/tokens.ts';
import { VaultRows } from '../../../../app/vault-rows.ts';
import type { Config } from '../../../../config.ts';
import type { Context, Executed } from '../../../../kernel/writing/command.ts';
import { InvalidInput, isRefusal } from '../../../../kernel/errors.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { KeyedLock } from '../../../../kernel/coordination/keyed-lock.ts';
import { newSecret } from '../messages/signature.ts';
import { endpointDecider, type EndpointState } from './webhook-endpoint.decider.ts';
import { endpointProjection } from './webhook-endpoint.projection.ts';
import {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  DeleteWebhookEndpointsOf,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
} from '../webhook.commands.ts';
import { endpointStream, secretEntry, type EndpointEvent } from '../webhook.events.ts';
import { fullOf, LIMITS } from '../../../../limits.ts';

/** Every event is sent to all of them. */
const ENDPOINTS = LIMITS.organization.webhookEndpoints;

type EndpointExecuted = Executed<EndpointState, EndpointEvent>;

/** @throws InvalidInput the URL is not allowed, or the organization has as many endpoints as it can have */
@Handles(CreateWebhookEndpoint)
export class CreateWebhookEndpointHandler {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly rows: VaultRows,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One at a time per organization, so that two requests cannot pass the limit together. */
  execute(command: CreateWebhookEndpoint): Promise<EndpointExecuted> {
    refuseUrl(command.data.url, this.config);
    return this.locks.withLock('webhook-endpoints', command.data.organizationId, () => this.create(command));
  }

  private async create(command: CreateWebhookEndpoint): Promise<EndpointExecuted> {
    const { secret, ...data } = command.data;
    await this.refuseTooMany(command);
    const secretId = await putSecret(this.rows, data.endpointId, secret ?? newSecret(), command.context);
    return this.executor.execute(endpointDecider, endpointStream(data.endpointId), command.with({ ...data, secretId }));
  }

  private async refuseTooMany({ data, context }: CreateWebhookEndpoint): Promise<void> {
    const { state } = await this.executor.state(endpointDecider, endpointStream(data.endpointId), context.scope);
    // A repeated request is answered with the endpoint that it created.
    if (state.status !== 'absent') return;
    await caughtUp(this.runtime, this.store, 'delivery');
    const scope = { organizationIds: [data.organizationId] };
    const { items } = await this.documents.find(endpointProjection, { limit: ENDPOINTS.most }, scope);
    demandRoom(items.length);
  }
}

/** @throws InvalidInput the URL is not allowed */
@Handles(UpdateWebhookEndpoint)
export class UpdateWebhookEndpointHandler {
  constructor(
    private readonly executor: Executor,
    private readonly rows: VaultRows,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(command: UpdateWebhookEndpoint): Promise<EndpointExecuted> {
    const { secret, ...data } = command.data;
    if (data.url !== undefined) refuseUrl(data.url, this.config);
    const secretId =
      secret === undefined ? undefined : await putSecret(this.rows, data.endpointId, secret, command.context);
    return this.executor.execute(endpointDecider, endpointStream(data.endpointId), command.with({ ...data, secretId }));
  }
}

@Handles(RotateWebhookSecret)
export class RotateWebhookSecretHandler {
  constructor(
    private readonly executor: Executor,
    private readonly rows: VaultRows,
  ) {}

  async execute(command: RotateWebhookSecret): Promise<EndpointExecuted> {
    const { endpointId } = command.data;
    const secretId = await putSecret(this.rows, endpointId, newSecret(), command.context);
    return this.executor.execute(endpointDecider, endpointStream(endpointId), command.with({ endpointId, secretId }));
  }
}

@Handles(DeleteWebhookEndpointsOf)
export class DeleteWebhookEndpointsOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  async execute({ data: { organizationId }, context }: DeleteWebhookEndpointsOf): Promise<void> {
    await caughtUp(this.runtime, this.store, 'delivery');
    const scope = { organizationIds: [organizationId] };
    for (const { id: endpointId } of await this.documents.all(endpointProjection, {}, scope)) {
      const step = `DeleteWebhookEndpoint:${endpointId}`;
      const command = new DeleteWebhookEndpoint({ endpointId }, { ...context, scope }, step);
      try {
        await this.executor.execute(endpointDecider, endpointStream(endpointId), command);
      } catch (error) {
        // Deleted meanwhile.
        if (!isRefusal(error)) throw error;
      }
    }
  }
}

export const endpointHandlers: Type[] = [
  CreateWebhookEndpointHandler,
  UpdateWebhookEndpointHandler,
  RotateWebhookSecretHandler,
  DeleteWebhookEndpointsOfHandler,
  ...handlersOf(endpointDecider, ({ endpointId }) => endpointStream(endpointId), DeleteWebhookEndpoint),
];

/** @throws InvalidInput the organization has as many endpoints as it can have */
export function demandRoom(endpoints: number): void {
  if (endpoints < ENDPOINTS.most) return;
  throw InvalidInput.at('body', fullOf(ENDPOINTS, 'delete one that is no longer used'), 'too_many_endpoints');
}

/** The same request has the same secret, however often it is sent. */
async function putSecret(rows: VaultRows, endpointId: string, secret: string, { requestId }: Context): Promise<string> {
  const secretId = deriveUuid(requestId, 'webhook-secret');
  const namedBy = { stream: endpointStream(endpointId), name: secretId };
  await rows.put(secretEntry(secretId), secret, namedBy, { ifAbsent: true });
  return secretId;
}

/** The addresses that the name resolves to are checked at each call, because they change. */
function refuseUrl(text: string, { webhookAllowPrivate }: Config): void {
  const schemes = webhookAllowPrivate ? ['https:', 'http:'] : ['https:'];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !schemes.includes(url.protocol))
    throw InvalidInput.at('body.url', `The URL must start with ${schemes.map((one) => `${one}//`).join(' or ')}`);
  if (url.username !== '' || url.password !== '')
    throw InvalidInput.at(
      'body.url',
      'The URL must not contain a user name or password: receivers verify the signature of a webhook instead',
    );
}
