import { type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { randomText } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { BannedUser } from '../accounts.errors.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { UnbanUser } from '../users/user.commands.ts';
import { userStream } from '../users/user.events.ts';
import { userProjection, type UserDocument } from '../users/users.queries.ts';
import { EndSession, OpenSession, StartSession } from './session.commands.ts';
import type { SessionState } from './session.decider.ts';
import type { SessionEvent } from './session.events.ts';
import { lastOrganizationProjection, sessionProjection } from './session.projection.ts';
import { isBanned, SessionIds, type AuthenticatedSession } from './sessions.queries.ts';

const TOKEN_LENGTH = 32;

@CommandHandler(OpenSession)
export class OpenSessionHandler implements ICommandHandler<OpenSession> {
  constructor(
    private readonly commands: CommandBus,
    private readonly memberships: MembershipReader,
    private readonly executor: Executor,
    private readonly ids: SessionIds,
    private readonly documents: Documents,
  ) {}

  /** @throws BannedUser, NotFound */
  async execute({ data: { lasts, ...data }, context }: OpenSession): Promise<AuthenticatedSession> {
    const { userId, impersonatedBy } = data;
    await this.admit(userId, context);
    const token = randomText(TOKEN_LENGTH);
    const sessionId = this.ids.of(token);
    const session = {
      ...data,
      sessionId,
      expiresAt: addSeconds(context.machineNow, lasts),
      activeOrganizationId: impersonatedBy === undefined ? await this.lastOrganization(userId) : null,
    };
    const { events } = await this.commands.execute<StartSession, Executed<SessionState, SessionEvent>>(
      new StartSession(session, context),
    );
    const user = await this.admit(userId, context, sessionId);
    return { token, session: project(sessionProjection, events)!, user, isFresh: true };
  }

  /**
   * The user, by his own stream; a ban that is over is lifted (docs/IDENTITY.md#sign-up-and-sign-in).
   * @param sessionId what was just started, to be ended where he was banned meanwhile
   */
  private async admit(userId: string, context: Context, sessionId?: string): Promise<UserDocument> {
    const user = project(userProjection, await this.executor.load(userStream(userId), 'any'));
    if (user && !isBanned(user, context.machineNow)) {
      if (user.banned) await this.lift(userId, context);
      return user;
    }
    if (sessionId !== undefined) await this.commands.execute(new EndSession({ sessionId, reason: 'revoked' }, context));
    throw user ? new BannedUser() : new NotFound('User not found');
  }

  private lift(userId: string, context: Context): Promise<unknown> {
    const bySystem: Context = { ...context, actor: { kind: 'system', id: 'ban-expiry' } };
    return this.commands.execute(new UnbanUser({ userId }, bySystem));
  }

  /** Where he was last, if he is still a member. */
  private async lastOrganization(userId: string): Promise<string | null> {
    const last = await this.documents.get(lastOrganizationProjection, userId, 'any');
    if (!last?.organizationId) return null;
    const role = await this.memberships.roleIn(userId, last.organizationId);
    return role === undefined ? null : last.organizationId;
  }
}

export const sessionHandlers: Type[] = [OpenSessionHandler];
