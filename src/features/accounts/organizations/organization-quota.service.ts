import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
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

/** An organization that does not exist by then will never be created. */
const ABANDONED_AFTER_MS = 60_000;

interface Reservation {
  userId: string;
  organizationId: string;
}

/** What counts against ORG_LIMIT: each creation is reserved in the user's own stream, so that parallel ones see each other. */
@Injectable()
export class OrganizationQuota {
  constructor(
    private readonly commands: Commands,
    private readonly executor: Executor,
    private readonly memberships: MembershipReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws TooManyOrganizations the user is in, or is creating, as many as they may */
  async reserve(reservation: Reservation, context: Context): Promise<void> {
    const { limit } = this.config.organizations;
    if (limit === undefined) return;
    await caughtUp(this.runtime, this.store, 'access');
    const memberships = (await this.memberships.allOfUser(reservation.userId)).map(
      ({ organizationId }) => organizationId,
    );
    const reserve = (step: string) =>
      this.commands.execute(new ReserveOrganizationQuota({ ...reservation, memberships, limit }, context, step));
    try {
      await reserve('ReserveOrganizationQuota');
    } catch (error) {
      if (!isRefusal(error) || !(await this.releaseUnused(reservation.userId, context))) throw error;
      await reserve('ReserveOrganizationQuota:again');
    }
  }

  /** Releases reservations of organizations that the user has left, or that were never created; true if there was one. */
  private async releaseUnused(userId: string, context: Context): Promise<boolean> {
    const unused: string[] = [];
    for (const organizationId of reservedIn(await this.executor.load<UserEvent>(userStream(userId), 'any')))
      if (await this.isUnused(userId, organizationId)) unused.push(organizationId);
    for (const organizationId of unused)
      await this.commands.execute(
        new ReleaseOrganizationQuota({ userId, organizationId }, context, `ReleaseOrganizationQuota:${organizationId}`),
      );
    return unused.length > 0;
  }

  private async isUnused(userId: string, organizationId: string): Promise<boolean> {
    const state = await this.memberships.state(organizationId);
    if (state.status !== 'absent') return membershipOf(state, userId) === undefined;
    return requestedAt(organizationId) + ABANDONED_AFTER_MS < msOf(this.clock.machineNow());
  }
}

function reservedIn(events: readonly UserEvent[]): ReadonlySet<string> {
  const reserved = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'FoundingReserved') reserved.add(data.organizationId);
    if (type === 'FoundingReleased') reserved.delete(data.organizationId);
  }
  return reserved;
}

/** An organization's id begins with the time of the request that created it, in milliseconds. */
function requestedAt(organizationId: string): number {
  return parseInt(organizationId.replace('-', '').slice(0, 12), 16);
}
