import { Handles } from '../../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp } from '../../../../app/reading/documents.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { EVENT_STORE } from '../../../../app/tokens.ts';
import { FairSlots } from '../../../../kernel/coordination/fair-slots.ts';
import { LongWork } from '../../../../kernel/coordination/long-work.ts';
import { DomainError, NotFound, TooManyRequests } from '../../../../kernel/errors.ts';
import type { EventStore, Position } from '../../../../kernel/ports/event-store.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { LIMITS } from '../../../../limits.ts';
import { belongingOf } from '../../customer-meters/closings.rules.ts';
import { customerMeterStream, type CustomerMeterEvent } from '../../customer-meters/customer-meter.events.ts';
import { isAdditive } from '../../customer-meters/metered-charges.rules.ts';
import { isExtreme } from '../../meters/recount.rules.ts';
import { MeterReader } from '../../meters/meters.queries.ts';
import { remeasuringDecider } from '../remeasuring/remeasuring.decider.ts';
import { remeasuringStream } from '../remeasuring/remeasuring.events.ts';
import { RecountUsage, VoidUsage } from '../usage.commands.ts';
import {
  keyOfOwner,
  usageVoidStream,
  type MeterRevision,
  type UsageRecounted,
  type UsageVoided,
  type VoidedMeasure,
} from '../usage.events.ts';
import { UsageLog, type LoggedUsage } from '../usage-log.service.ts';
import { UsageMeters } from '../usage-meters.service.ts';
import { UsageOwners } from '../usage-owners.service.ts';
import { UsageRecounts } from './usage-recounts.service.ts';

/** Voids at once, of all organizations together. */
const AT_ONCE = 4;
const AT_ONCE_OF_ONE = LIMITS.organization.usageVoidsAtOnce.most;
const MOST_WAITING = LIMITS.organization.usageVoidsWaiting.most;
/** Streams of a customer's meters that are read at once. */
const READ_AT_ONCE = 8;
/** When a request that was refused may come again. */
const AGAIN_SECONDS = 1;

/** A second time changes nothing: the stream of a void begins with it. */
@Handles(VoidUsage)
export class VoidUsageHandler {
  private readonly slots = new FairSlots({
    slots: AT_ONCE,
    perOwner: AT_ONCE_OF_ONE,
    queue: MOST_WAITING,
    refusal: tooManyVoids,
  });

  constructor(
    private readonly executor: Executor,
    private readonly log: UsageLog,
    private readonly owners: UsageOwners,
    private readonly meters: UsageMeters,
    private readonly definitions: MeterReader,
    private readonly work: LongWork,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * @throws NotFound · TooManyRequests too many of the organization's voids wait
   * @throws DomainError 409 a meter of a maximum or minimum still counts past usage
   */
  async execute(command: VoidUsage): Promise<void> {
    const found = await this.log.get(command.data.eventId, command.context.scope);
    if (!found) throw new NotFound();
    await this.slots.run(found.organizationId, () => this.void(found, command));
  }

  private async void(found: LoggedUsage, command: VoidUsage): Promise<void> {
    const { eventId, reason } = command.data;
    const { context } = command;
    const { organizationId, name, timestamp: at, owner, externalId } = found;
    const customerId = owner.customerId ?? (await this.owners.customerNow(organizationId, externalId));
    const measures = (await this.meters.measuringSince(organizationId))(found);
    for (const one of measures.filter(({ func }) => isExtreme(func))) {
      if (this.work.isLong()) await this.work.nextTurn();
      await this.demandCounted(one);
    }
    const taken: VoidedMeasure[] = [];
    for (let from = 0; from < measures.length; from += READ_AT_ONCE) {
      if (this.work.isLong()) await this.work.nextTurn();
      const some = measures.slice(from, from + READ_AT_ONCE);
      const effects = await Promise.all(some.map((one) => this.effectOn(found, customerId, one)));
      taken.push(...some.map((one, n) => ({ ...one, ...effects[n]! })));
    }
    const data = { organizationId, eventId, owner, name, at, measures: taken, reason };
    const voided: UsageVoided = { type: 'UsageVoided', data };
    const scoped = command.with(command.data, { context: { ...context, organizationId } });
    await this.executor.append(usageVoidStream(eventId), [voided], -1, scoped);
  }

  /** A page of past usage that was read before the void would bring the extreme back. */
  private async demandCounted(meter: MeterRevision): Promise<void> {
    const definition = await this.definitions.folded(meter.meterId, 'any');
    if (definition?.revision !== meter.revision && definition?.serving?.revision !== meter.revision) return;
    const { state } = await this.executor.state(remeasuringDecider, remeasuringStream(meter), 'any');
    if (state.status !== 'ended' || state.look !== 'second')
      throw new DomainError('Conflict', 'A meter of this event still counts past usage; try again in two minutes', 409);
  }

  /** It is taken off the open period, or credited by the order that bills its own; neither if that has ended without a bill. */
  private async effectOn(
    { organizationId, owner, position, timestamp }: LoggedUsage,
    customerId: string | undefined,
    { meterId, revision, func }: Pick<VoidedMeasure, 'meterId' | 'revision' | 'func'>,
  ): Promise<Pick<VoidedMeasure, 'isTakenOff' | 'billed'>> {
    if (customerId === undefined) return { isTakenOff: true };
    const cuts = await this.cutsAfter(position, customerMeterStream(customerId, meterId), organizationId);
    const own = cuts.filter(({ owners }) => owners.includes(keyOfOwner(owner)));
    const belonging = belongingOf(own, timestamp);
    if (belonging === 'open') return { isTakenOff: true };
    if (belonging === 'unbilled') return { isTakenOff: false };
    const ended = belonging.at(-1)!;
    if (ended.revision !== revision) return { isTakenOff: false };
    const price = (isAdditive(func) ? belonging[0] : ended).billing?.price;
    return { isTakenOff: false, ...(price && { billed: { periodId: ended.periodId, priceId: price.id } }) };
  }

  private async cutsAfter(position: Position, stream: string, organizationId: string) {
    await this.store.refresh?.();
    const events = await this.executor.load<CustomerMeterEvent>(stream, { organizationIds: [organizationId] });
    return events.flatMap((event) =>
      event.type === 'MeterPeriodClosed' && event.position > position ? [event.data] : [],
    );
  }
}

/** Once: the stream of a void ends with it. Read models ask for it where the event was an extreme. */
@Handles(RecountUsage)
export class RecountUsageHandler {
  constructor(
    private readonly executor: Executor,
    private readonly recounts: UsageRecounts,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws DomainError 503 read models are behind: the process tries again */
  async execute(command: RecountUsage): Promise<void> {
    const { eventId } = command.data;
    const [voided, done] = await this.executor.load<UsageVoided>(usageVoidStream(eventId), 'any');
    if (!voided || done) return;
    await caughtUp(this.runtime, this.store, 'usage');
    const measures = await this.recounts.measuresOf(voided);
    if (measures.length === 0) return;
    const { organizationId, owner, at } = voided.data;
    const data = { organizationId, eventId, owner, at, measures };
    const recounted: UsageRecounted = { type: 'UsageRecounted', data };
    const scoped = command.with(command.data, { context: { ...command.context, organizationId } });
    await this.executor.append(usageVoidStream(eventId), [recounted], voided.revision, scoped);
  }
}

export function tooManyVoids(): TooManyRequests {
  const limit = `At most ${AT_ONCE_OF_ONE} usage event is voided at once for an organization, and ${MOST_WAITING} wait`;
  return new TooManyRequests(`${limit}; try again shortly`, AGAIN_SECONDS);
}

export const usageVoidHandlers: Type[] = [VoidUsageHandler, RecountUsageHandler];
