import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, CONFIG, EVENT_STORE } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ReleaseOrganizationQuota, ReserveOrganizationQuota } from '../users/user.commands.ts';
import { userStream, type UserEvent } from '../users/user.events.ts';
import { MembershipReader } from './members/memberships.queries.ts';
import { membershipOf } from './organization.rules.ts';

/** An organization that was not made by then never will be. */
const ABANDONED_AFTER_MS = 60_000;

interface Founding {
  userId: string;
  organizationId: string;
}

/** What counts against ORG_LIMIT: a founding is reserved in the user's own stream, so that parallel ones see one another. */
@Injectable()
export class OrganizationQuota {
  constructor(
    private readonly commands: CommandBus,
    private readonly executor: Executor,
    private readonly members: MembershipReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws TooManyOrganizations he is in, or is founding, as many as he may */
  async reserve(founding: Founding, context: Context): Promise<void> {
    const { limit } = this.config.organizations;
    if (limit === undefined) return;
    await caughtUp(this.runtime, this.store);
    const memberships = (await this.members.allOfUser(founding.userId)).map(({ organizationId }) => organizationId);
    const reserve = (step: string) =>
      this.commands.execute(new ReserveOrganizationQuota({ ...founding, memberships, limit }, context, step));
    try {
      await reserve('ReserveFounding');
    } catch (error) {
      if (!isRefusal(error) || !(await this.releaseOver(founding.userId, context))) throw error;
      await reserve('ReserveFounding:again');
    }
  }

  /** Of organizations that he has left, or that were never made; true where there was one. */
  private async releaseOver(userId: string, context: Context): Promise<boolean> {
    const over: string[] = [];
    for (const organizationId of foundedIn(await this.executor.load<UserEvent>(userStream(userId), 'any')))
      if (await this.isOver(userId, organizationId)) over.push(organizationId);
    for (const organizationId of over)
      await this.commands.execute(
        new ReleaseOrganizationQuota({ userId, organizationId }, context, `ReleaseFounding:${organizationId}`),
      );
    return over.length > 0;
  }

  private async isOver(userId: string, organizationId: string): Promise<boolean> {
    const state = await this.members.state(organizationId);
    if (state.status !== 'absent') return membershipOf(state, userId) === undefined;
    return begunAt(organizationId) + ABANDONED_AFTER_MS < msOf(this.clock.machineNow());
  }
}

function foundedIn(events: readonly UserEvent[]): ReadonlySet<string> {
  const founded = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'FoundingReserved') founded.add(data.organizationId);
    if (type === 'FoundingReleased') founded.delete(data.organizationId);
  }
  return founded;
}

/** An organization's id begins with the time of the request that made it, in milliseconds. */
function begunAt(organizationId: string): number {
  return parseInt(organizationId.replace('-', '').slice(0, 12), 16);
}
