import { Handles } from '../../../app/commands.ts';
import { Inject } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Command, Executed } from '../../../kernel/writing/command.ts';
import {
  RegisterOAuthClient,
  RemoveOAuthClient,
  RemoveOAuthClientsOf,
  UpdateOAuthClient,
} from './oauth-client.commands.ts';
import { oauthClientDecider } from './oauth-client.decider.ts';
import { oauthClientStream, type OAuthClientEvent } from './oauth-client.events.ts';
import { oauthClientProjection } from './oauth-client.projection.ts';
import { OAuthClients } from './oauth-clients.service.ts';

@Handles(RegisterOAuthClient)
export class RegisterOAuthClientHandler {
  constructor(
    private readonly executor: Executor,
    private readonly clients: OAuthClients,
  ) {}

  /** The secret comes first: an app that is in the log has one. */
  async execute(command: RegisterOAuthClient): Promise<Executed<unknown, OAuthClientEvent>> {
    const { clientId } = command.data;
    await this.clients.createSecret(clientId);
    return this.executor.execute(oauthClientDecider, oauthClientStream(clientId), command);
  }
}

@Handles(UpdateOAuthClient)
export class UpdateOAuthClientHandler {
  constructor(private readonly executor: Executor) {}

  execute(command: UpdateOAuthClient): Promise<Executed<unknown, OAuthClientEvent>> {
    return this.executor.execute(oauthClientDecider, oauthClientStream(command.data.clientId), unscoped(command));
  }
}

@Handles(RemoveOAuthClient)
export class RemoveOAuthClientHandler {
  constructor(
    private readonly executor: Executor,
    private readonly clients: OAuthClients,
  ) {}

  async execute(command: RemoveOAuthClient): Promise<void> {
    const { clientId } = command.data;
    await this.executor.execute(oauthClientDecider, oauthClientStream(clientId), unscoped(command));
    await this.clients.forgetSecret(clientId);
  }
}

@Handles(RemoveOAuthClientsOf)
export class RemoveOAuthClientsOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly clients: OAuthClients,
    private readonly documents: Documents,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { userId }, context }: RemoveOAuthClientsOf): Promise<void> {
    await caughtUp(this.runtime, this.store, 'access');
    for (const clientId of await this.documents.ids(oauthClientProjection, { eq: ['user_id', userId] }, 'any')) {
      const remove = new RemoveOAuthClient({ clientId, userId }, context, `RemoveOAuthClient:${clientId}`);
      try {
        await this.executor.execute(oauthClientDecider, oauthClientStream(clientId), remove);
      } catch (error) {
        // Removed in the meantime.
        if (!isRefusal(error)) throw error;
      }
      await this.clients.forgetSecret(clientId);
    }
  }
}

/** Clients are in no organization: their decider knows whose they are. */
function unscoped(command: UpdateOAuthClient | RemoveOAuthClient): Command {
  return command.with(command.data, { context: { ...command.context, scope: 'any' } });
}
