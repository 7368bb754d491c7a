import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { add, merge, NOTHING, withoutExtremes } from '../meters/tally.rules.ts';
import { servingRevisionOf } from '../meters/meter.projection.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { UsageWindows } from '../usage/usage-windows.service.ts';
import { isSameRevision, type MeterRevision } from '../usage/usage.events.ts';
import { RecountUsage } from '../usage/usage.commands.ts';
import { CarryCredits, type Cut } from './customer-meter.commands.ts';
import { customerMeterDecider } from './customer-meter.decider.ts';
import {
  customerMeterStream,
  type AboutCustomerMeter,
  type KeptUsage,
  type LinkedMeasure,
} from './customer-meter.events.ts';
import type { ClosedPeriod } from './customer-meter-state.rules.ts';
import type { CustomerMeterDocument } from './customer-meter.projection.ts';
import { CustomerMeterReader } from './customer-meters.queries.ts';
import { withoutKept, type MeteredCharge } from './metered-charges.rules.ts';
import { beginOf } from './open-measures.rules.ts';
import { closedUsageOf, recountsOf } from './open-usage.rules.ts';

/** Where customers' periods are cut, and what they come to once read models have what lies before the cut. */
@Injectable()
export class MeterPeriods {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly meters: MeterReader,
    private readonly customerMeters: CustomerMeterReader,
    private readonly windows: UsageWindows,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** The keys under which a customer's usage is found. */
  async ownersOf(customerId: string): Promise<string[]> {
    return (await this.customerMeters.ownersOf([customerId])).get(customerId) ?? [customerId];
  }

  /** @throws NotFound the meter does not exist */
  async cut({ organizationId, meterId }: AboutCustomerMeter, periodId: string, owners: string[]): Promise<Cut> {
    const meter = await this.meters.folded(meterId, { organizationIds: [organizationId] });
    if (!meter) throw new NotFound();
    return { periodId, owners, ...servingRevisionOf(meter) };
  }

  /** Waits for what lies before the cuts that were made. */
  measured(): Promise<void> {
    return caughtUp(this.runtime, this.store, 'usage');
  }

  /** What belongs to the period that begins with a cut, though it lies before it; after `measured`. */
  async kept(
    { organizationId, meterId }: AboutCustomerMeter,
    periodId: string,
    { owners, revision: serving }: Omit<Cut, 'periodId'>,
  ): Promise<KeptUsage[]> {
    const documents = await this.customerMeters.under(owners, meterId);
    const begin = documents.map(({ cuts }) => beginOf(cuts)).find((one) => one?.period_id === periodId);
    if (!begin?.kept || !documents.some(hasClosed)) return [];
    const meters = measuredBy(documents).filter(({ revision }) => revision >= serving);
    const kept = new Map<string, Map<number, LinkedMeasure>>();
    const window = { organizationId, owners, begin, until: begin.position };
    for await (const page of this.windows.since(window, meters))
      for (const { event, measures, voided } of page)
        for (const measure of measures) {
          // What a newer definition has yet to count of the past, it counts in this period.
          if (measure.revision !== serving && !event.measures.some((one) => isSameRevision(one, measure))) continue;
          const of = kept.get(event.ownerKey) ?? new Map<number, LinkedMeasure>();
          const { revision, func } = meters.find((one) => one.revision === measure.revision)!;
          const before = of.get(revision)?.tally ?? NOTHING;
          const one = add(NOTHING, measure.value);
          const tally = merge(before, voided === null ? one : withoutExtremes(one));
          kept.set(event.ownerKey, of.set(revision, { revision, func, tally }));
        }
    return [...kept].map(([owner, measured]) => ({ owner, measured: [...measured.values()] }));
  }

  /** What a closed period charges, after `measured`; what is left of its credits continues. */
  async settle(
    about: AboutCustomerMeter,
    { periodId, credits }: ClosedPeriod,
    { owners, func, revision }: Omit<Cut, 'periodId'>,
    context: Context,
    kept: readonly KeptUsage[] = [],
  ): Promise<MeteredCharge[]> {
    const documents = await this.counted(about, periodId, owners, context);
    const { consumed: measured, charges, carried } = closedUsageOf(documents, periodId, { func, credits });
    const consumed = withoutKept(measured, kept, { func, revision });
    const { organizationId, customerId, meterId } = about;
    const data = { organizationId, customerId, meterId, periodId, consumed, carried, revision, func };
    const carry = new CarryCredits(data, context, `CarryCredits:${periodId}`);
    await this.executor.execute(customerMeterDecider, streamOf(about), carry);
    return charges;
  }

  /** After maxima and minima without the events that were voided just before the cut. */
  private async counted(
    { organizationId, meterId }: AboutCustomerMeter,
    periodId: string,
    owners: readonly string[],
    context: Context,
  ): Promise<CustomerMeterDocument[]> {
    const documents = await this.customerMeters.under(owners, meterId);
    const voided = recountsOf(documents, periodId);
    if (voided.length === 0) return documents;
    for (const eventId of voided) {
      const scoped = { ...context, organizationId };
      await this.commands.execute(new RecountUsage({ eventId }, scoped, `RecountUsage:${eventId}`));
    }
    await this.measured();
    return this.customerMeters.under(owners, meterId);
  }
}

/** Whether usage of a period that has ended was measured. */
function hasClosed({ closed }: CustomerMeterDocument): boolean {
  return closed.some(({ stretches }) => stretches.some(({ tally }) => tally.count !== 0));
}

/** By what definitions of the meter. */
function measuredBy(documents: readonly CustomerMeterDocument[]): (MeterRevision & Pick<LinkedMeasure, 'func'>)[] {
  const revisions = documents.flatMap(({ meter_id: meterId, measured }) =>
    measured.map(({ revision, func }) => [revision, { meterId, revision, func }] as const),
  );
  return [...new Map(revisions).values()];
}

export function streamOf({ customerId, meterId }: AboutCustomerMeter): string {
  return customerMeterStream(customerId, meterId);
}
