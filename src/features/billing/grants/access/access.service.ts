import { Inject, Injectable } from '@nestjs/common';
import { caughtUp, Documents } from '../../../../app/reading/documents.ts';
import { FailingWork } from '../../../../app/work/failing-work.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { CLOCK, EVENT_STORE } from '../../../../app/tokens.ts';
import { jobOf } from '../../../../app/work/workers.ts';
import { KeyedLock } from '../../../../kernel/coordination/keyed-lock.ts';
import { msOf, type Clock, type Instant } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import { startContext } from '../../../../kernel/writing/command.ts';
import { isSamePlace, strongest, type RemoteAccess } from '../../remote-access/remote-access.rules.ts';
import { failureOf, PlatformCalls } from '../../remote-access/platform-calls.service.ts';
import { accessIdOf, accessProjection } from './access.projection.ts';
import { RecordAccessOutcome, type AccessOutcome } from '../grant.commands.ts';
import { ACCESS_WORK, GrantStreams } from '../grant-streams.service.ts';
import { nextIn, type AccessState, type HeldAccess } from './held-access.rules.ts';

interface Grantee {
  customerId: string;
  benefitId: string;
}

/** Has platforms give and take what grants want (docs/BILLING.md#access-outside-tillbook). */
@Injectable()
export class AccessService {
  constructor(
    private readonly streams: GrantStreams,
    private readonly calls: PlatformCalls,
    private readonly locks: KeyedLock,
    private readonly failing: FailingWork,
    private readonly documents: Documents,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Calls until the platform has what was wanted last. One call at a time for a customer, whose benefits may give the same.
   * @returns when to go on, by machine time; undefined if nothing is left to do
   */
  settle(grantee: Grantee): Promise<Instant | undefined> {
    return this.locks.withLock('platform-calls', grantee.customerId, async () => {
      for (;;) {
        const { access } = await this.streams.state(grantee.customerId, grantee.benefitId);
        const due = nextIn(access);
        if (!due || due.next.nextAttemptAt! > this.clock.machineNow()) return due?.next.nextAttemptAt ?? undefined;
        const { next, tried } = due;
        const outcome = await this.call(next, tried, access, grantee);
        await this.record(grantee, next, outcome);
      }
    });
  }

  private async call(
    { access, linkId }: HeldAccess,
    tried: 'given' | 'taken',
    state: AccessState,
    grantee: Grantee,
  ): Promise<AccessOutcome> {
    const others = await this.alsoWanted({ access, linkId }, state, grantee);
    const [first, ...rest] = tried === 'given' ? [access, ...others] : others;
    try {
      if (first) await this.calls.give(strongest([first, ...rest]), linkId);
      else await this.calls.take(access, linkId);
      return { outcome: tried };
    } catch (error) {
      const { reason, message, retryAfterSeconds } = failureOf(error);
      const delay = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return { outcome: 'failed', tried, reason, message, ...delay };
    }
  }

  /** What the customer is to keep in the same place: by other benefits, or by this one with other terms. */
  private async alsoWanted(
    { access, linkId }: Pick<HeldAccess, 'access' | 'linkId'>,
    { wanted: own }: AccessState,
    { customerId, benefitId }: Grantee,
  ): Promise<RemoteAccess[]> {
    await caughtUp(this.runtime, this.store, 'billing');
    const where: Where = { eq: ['customer_id', customerId] };
    const accesses = await this.documents.all(accessProjection, { where }, 'any');
    const others = accesses.filter(({ benefit_id }) => benefit_id !== benefitId).map(({ wanted }) => wanted);
    return [own, ...others].flatMap((wanted) =>
      wanted?.linkId === linkId && isSamePlace(wanted.access, access) ? [wanted.access] : [],
    );
  }

  /** What is attempted again is shown to operators until it succeeds. */
  private async record(grantee: Grantee, { access, linkId }: HeldAccess, outcome: AccessOutcome): Promise<void> {
    const context = startContext({ kind: 'system', id: 'platform-calls' }, this.clock);
    const { appended } = await this.streams.execute(
      new RecordAccessOutcome({ ...grantee, access, linkId, ...outcome }, context),
    );
    const job = jobOf(ACCESS_WORK, accessIdOf(grantee.customerId, grantee.benefitId));
    if (outcome.outcome !== 'failed') return this.failing.remove(job);
    for (const { type, data } of appended) {
      if (type !== 'BenefitAccessFailed' || data.nextAttemptAt === null) continue;
      const retryInMs = msOf(data.nextAttemptAt) - msOf(context.machineNow);
      await this.failing.put(job, { attempt: data.attempts, error: new Error(data.message), retryInMs });
    }
  }
}
