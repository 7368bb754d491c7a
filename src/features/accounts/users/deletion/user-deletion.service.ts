import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../../app/commands.ts';
import { CLOCK, VAULT } from '../../../../app/tokens.ts';
import { Claims } from '../../../../kernel/writing/claim.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { SubjectEraser } from '../../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import type { Vault } from '../../../../kernel/ports/vault.ts';
import { EraseEmails } from '../../../delivery/emails/email.commands.ts';
import { EraseInvitationsOf } from '../../organizations/invitations/invitation.commands.ts';
import { LeaveAllOrganizations } from '../../organizations/organization.commands.ts';
import { PasswordHashes } from '../passwords/password-hashes.service.ts';
import { DeleteUser } from '../user.commands.ts';
import { userDecider } from '../user.decider.ts';
import { userStream } from '../user.events.ts';
import { Documents } from '../../../../app/reading/documents.ts';

/** Deletes users with everything that identity features hold about them; other features follow the event. */
@Injectable()
export class UserDeletion {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly eraser: SubjectEraser,
    private readonly passwords: PasswordHashes,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(VAULT) private readonly vault: Vault,
    private readonly documents: Documents,
  ) {}

  delete(userId: string, context: Context): Promise<void> {
    return this.run(userId, context, false);
  }

  /**
   * Also erases a user who was deleted before.
   * @param allow runs last, when nothing else refuses; may refuse
   */
  async erase(userId: string, context: Context, allow?: () => Promise<void>): Promise<void> {
    await this.run(userId, context, true, allow);
    const subject = subjectOf.user(userId);
    await this.eraser.erase(subject, context);
    await this.commands.execute(new EraseEmails({ subject }, context));
    await this.commands.execute(new EraseInvitationsOf({ userId }, context));
    await Promise.all([this.documents.scrub(), this.vault.scrub?.()]);
  }

  private async run(userId: string, context: Context, erase: boolean, allow?: () => Promise<void>): Promise<void> {
    await this.commands.execute(new LeaveAllOrganizations({ userId }, context));
    await allow?.();
    const stream = userStream(userId);
    // As of now, so that sessions started meanwhile end too.
    const now = { ...context, machineNow: this.clock.machineNow() };
    const { history } = await this.executor.execute(
      userDecider,
      stream,
      new DeleteUser({ userId }, now).with({ userId, erase }),
    );
    for (const event of history.events)
      if (event.type === 'UserDeleted')
        for (const claim of event.data.released) await this.claims.release(claim, stream, context);
    for (const event of history.events)
      if (event.type === 'PasswordSet') await this.passwords.forget(event.data.credential);
  }
}
