import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { EventStore, Position } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { customerMeterStream, type CustomerMeterEvent } from '../customer-meters/customer-meter.events.ts';
import { isAdditive } from '../customer-meters/metered-charges.rules.ts';
import { VoidUsage } from './usage.commands.ts';
import { usageVoidStream, type UsageVoided, type VoidedMeasure } from './usage.events.ts';
import { UsageLog, type LoggedUsage } from './usage-log.service.ts';
import { UsageMeters } from './usage-meters.service.ts';
import { UsageOwners } from './usage-owners.service.ts';

/** A second time changes nothing: the stream of a void has one event. */
@CommandHandler(VoidUsage)
export class VoidUsageHandler {
  constructor(
    private readonly executor: Executor,
    private readonly log: UsageLog,
    private readonly owners: UsageOwners,
    private readonly meters: UsageMeters,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws NotFound · InvalidInput a meter's maximum or minimum cannot be corrected */
  async execute(command: VoidUsage): Promise<void> {
    const { eventId, reason } = command.data;
    const { context } = command;
    const found = await this.log.get(eventId, context.scope);
    if (!found) throw new NotFound();
    const { organizationId, name, timestamp: at, owner } = found;
    const measures = await this.meters.measuresOf(found);
    if (measures.some(({ func }) => func === 'max' || func === 'min'))
      throw InvalidInput.at('path.id', 'A maximum or minimum that counts this event cannot be corrected.');
    const taken = await Promise.all(
      measures.map(async (one): Promise<VoidedMeasure> => ({ ...one, isTakenOff: await this.isTakenOff(found, one) })),
    );
    const data = { organizationId, eventId, owner, name, at, measures: taken, reason };
    const voided: UsageVoided = { type: 'UsageVoided', data };
    const scoped = command.with(command.data, { context: { ...context, organizationId } });
    await this.executor.append(usageVoidStream(eventId), [voided], -1, scoped);
  }

  /** Whether its period is open; or it was billed, and the meter adds up, so that the next period is charged for less. */
  private async isTakenOff(
    { organizationId, externalId, owner, position }: LoggedUsage,
    { meterId, func }: Pick<VoidedMeasure, 'meterId' | 'func'>,
  ): Promise<boolean> {
    const customerId = owner.customerId ?? (await this.owners.customerNow(organizationId, externalId));
    if (customerId === undefined) return true;
    const ended = await this.periodAfter(position, customerMeterStream(customerId, meterId), organizationId);
    return ended === undefined || (ended.data.billing !== null && isAdditive(func ?? 'sum'));
  }

  /** The end of the period that an event was in. */
  private async periodAfter(position: Position, stream: string, organizationId: string) {
    await this.store.refresh?.();
    const events = await this.executor.load<CustomerMeterEvent>(stream, { organizationIds: [organizationId] });
    return events.flatMap((event) =>
      event.type === 'MeterPeriodClosed' && event.data.ends === 'period' && event.position > position ? [event] : [],
    )[0];
  }
}
