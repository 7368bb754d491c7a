import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { OrganizationHolds } from '../../../app/organization-holds.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { deriveText } from '../../../kernel/ids.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RevokeAccessTokensOf } from '../access-tokens/access-token.commands.ts';
import { DeleteApiKeysOf } from '../api-keys/api-key.commands.ts';
import { OrganizationExecutor, type ExecutedOrganization } from './organization-executor.service.ts';
import { CompleteDeletion, StartDeletion } from './organization.commands.ts';
import { NotAllowedToDelete } from './organization.errors.ts';
import type { DeletionCause } from './organization.events.ts';

interface Deletion {
  organizationId: string;
  userId: string;
  cause: DeletionCause;
}

/**
 * The start of a deletion is recorded in the organization's stream before holds are checked. A confirm does it the other way round: it
 * is recorded in the checkout's stream before the organization is checked. So one of the two always sees the other.
 */
@Injectable()
export class OrganizationDeletion {
  constructor(
    private readonly organizations: OrganizationExecutor,
    private readonly commands: Commands,
    private readonly holds: OrganizationHolds,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws NotAMember · NotAllowedToDelete also if the organization is held · OnlyOwner somebody else has joined */
  async delete({ organizationId, userId, cause }: Deletion, context: Context): Promise<ExecutedOrganization> {
    const deletionId = deriveText(context.requestId, 'deletion');
    const asked = { organizationId, userId, cause, deletionId };
    const { state } = await this.organizations.execute(
      new StartDeletion(asked, context, `StartDeletion:${organizationId}`),
    );
    const started = state.status === 'active' ? state.deletion : null;
    const data = { organizationId, deletionId: started?.deletionId ?? deletionId };
    const completed = await this.complete(new CompleteDeletion(data, context, `CompleteDeletion:${organizationId}`));
    if (completed.state.status !== 'deleted') throw new NotAllowedToDelete();
    // Its tokens and keys must not work from the next request on; processes clean up the rest.
    await this.commands.execute(
      new RevokeAccessTokensOf({ organizationId }, context, `RevokeAccessTokensOf:${organizationId}`),
    );
    await this.commands.execute(
      new DeleteApiKeysOf({ owner: organizationId }, context, `DeleteApiKeysOf:${organizationId}`),
    );
    return completed;
  }

  async complete(command: CompleteDeletion): Promise<ExecutedOrganization> {
    const isHeld = await this.isHeld(command.data.organizationId);
    return this.organizations.execute(command.with({ ...command.data, isHeld }));
  }

  /** Whether a feature holds the organization, for example by an active subscription. */
  async isHeld(organizationId: string): Promise<boolean> {
    await caughtUp(this.runtime, this.store, 'access', 'billing');
    return this.holds.any(organizationId);
  }
}
