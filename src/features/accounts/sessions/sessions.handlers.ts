import { type Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { randomText } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { BannedUser } from '../accounts.errors.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { UnbanUser } from '../users/user.commands.ts';
import { isBanned, type UserDocument } from '../users/user.projection.ts';
import { UserReader } from '../users/users.queries.ts';
import {
  ChangeActiveOrganization,
  ChangeActiveTeam,
  EndSession,
  RefreshSession,
  StartSession,
  type AuthenticatedSession,
} from './session.commands.ts';
import { sessionDecider } from './session.decider.ts';
import { sessionStream } from './session.events.ts';
import { lastOrganizationProjection, sessionProjection } from './session.projection.ts';
import { SessionIds } from './sessions.queries.ts';

const TOKEN_LENGTH = 32;

@Handles(StartSession)
export class StartSessionHandler {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly memberships: MembershipReader,
    private readonly executor: Executor,
    private readonly ids: SessionIds,
    private readonly documents: Documents,
  ) {}

  /** @throws BannedUser, NotFound */
  async execute(command: StartSession): Promise<AuthenticatedSession> {
    const { context } = command;
    const { ttl, ...data } = command.data;
    const { userId, impersonatedBy } = data;
    await this.admit(userId, context);
    const token = randomText(TOKEN_LENGTH);
    const sessionId = this.ids.of(token);
    const session = {
      ...data,
      sessionId,
      expiresAt: addSeconds(context.machineNow, ttl),
      activeOrganizationId: impersonatedBy === undefined ? await this.lastOrganization(userId) : null,
    };
    const { history } = await this.executor.execute(sessionDecider, sessionStream(sessionId), command.with(session));
    const user = await this.admit(userId, context, sessionId);
    return { token, session: project(sessionProjection, history)!, user, isFresh: true };
  }

  /**
   * The user, by their stream; an expired ban is lifted (docs/IDENTITY.md#sign-up-and-sign-in).
   * @param sessionId the session just started, which ends if the user was banned meanwhile
   */
  private async admit(userId: string, context: Context, sessionId?: string): Promise<UserDocument> {
    const user = (await this.users.byId(userId))?.user;
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

  /** The organization that was active last, if the user is still a member. */
  private async lastOrganization(userId: string): Promise<string | null> {
    const last = await this.documents.get(lastOrganizationProjection, userId, 'any');
    if (!last?.organizationId) return null;
    const role = await this.memberships.roleIn(userId, last.organizationId);
    return role === undefined ? null : last.organizationId;
  }
}

export const sessionHandlers: Type[] = [
  StartSessionHandler,
  ...handlersOf(
    sessionDecider,
    ({ sessionId }) => sessionStream(sessionId),
    RefreshSession,
    ChangeActiveOrganization,
    ChangeActiveTeam,
    EndSession,
  ),
];
