import { Handles } from '../../../app/commands.ts';
import { Inject } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { RevokeAccessToken, RevokeAccessTokensOf } from './access-token.commands.ts';
import { accessTokenDecider } from './access-token.decider.ts';
import { accessTokenStream } from './access-token.events.ts';
import { accessTokenProjection } from './access-token.projection.ts';

@Handles(RevokeAccessTokensOf)
export class RevokeAccessTokensOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  async execute({ data: { organizationId }, context }: RevokeAccessTokensOf): Promise<void> {
    await caughtUp(this.runtime, this.store, 'access');
    const scope = { organizationIds: [organizationId] };
    for (const tokenId of await this.documents.ids(accessTokenProjection, { and: [] }, scope)) {
      const revoke = new RevokeAccessToken({ tokenId }, context, `RevokeAccessToken:${tokenId}`);
      try {
        await this.executor.execute(accessTokenDecider, accessTokenStream(tokenId), revoke);
      } catch (error) {
        // Revoked in the meantime.
        if (!isRefusal(error)) throw error;
      }
    }
  }
}
