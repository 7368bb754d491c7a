import { Handles } from '../../../app/commands.ts';
import { Inject } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { RevokeOAuthAccess, RevokeOAuthAccessOf } from './oauth-grant.commands.ts';
import { oauthGrantDecider } from './oauth-grant.decider.ts';
import { oauthGrantStream } from './oauth-grant.events.ts';
import { oauthGrantProjection } from './oauth-grant.projection.ts';

@Handles(RevokeOAuthAccess)
export class RevokeOAuthAccessHandler {
  constructor(private readonly executor: Executor) {}

  /** What is allowed for a user is in no organization; whoever sends this has seen that the caller may. */
  async execute(command: RevokeOAuthAccess): Promise<void> {
    const revoke = command.with(command.data, { context: { ...command.context, scope: 'any' } });
    await this.executor.execute(oauthGrantDecider, oauthGrantStream(command.data.grantId), revoke);
  }
}

@Handles(RevokeOAuthAccessOf)
export class RevokeOAuthAccessOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly documents: Documents,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { field, id, before }, context }: RevokeOAuthAccessOf): Promise<void> {
    const reason = before === undefined ? 'removed' : 'reclaimed';
    const isIts: Where = { eq: [field, id] };
    const where = before === undefined ? isIts : { and: [isIts, { lt: ['created_at', before] as [string, string] }] };
    await caughtUp(this.runtime, this.store, 'access');
    for (const grantId of await this.documents.ids(oauthGrantProjection, where, 'any')) {
      const step = `RevokeOAuthAccess:${grantId}`;
      const revoke = new RevokeOAuthAccess({ grantId, reason }, context, step);
      await this.executor.execute(oauthGrantDecider, oauthGrantStream(grantId), revoke);
    }
  }
}
