import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { Commands, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { servingRevisionOf } from '../meters/meter.projection.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { RecordUsage } from '../subscriptions/subscription.commands.ts';
import { subscriptionStream, type SubscriptionEvent, type UsageEntry } from '../subscriptions/subscription.events.ts';
import {
  CarryCredits,
  CreditMeter,
  EndCreditPeriod,
  LinkCustomerMeter,
  MeasureSubscription,
  SetMeterPrice,
  TakeCreditsBack,
} from './customer-meter.commands.ts';
import { customerMeterDecider } from './customer-meter.decider.ts';
import type { ClosedPeriod } from './customer-meter-state.rules.ts';
import { customerMeterStream, type AboutCustomerMeter } from './customer-meter.events.ts';
import { CustomerMeterReader } from './customer-meters.queries.ts';
import { closedUsageOf } from './open-usage.rules.ts';
import { periodIdOf, usageEntriesOf } from './usage-entries.rules.ts';
import { unmeasuredCauses, type MeterChange, type MeteredCause } from './subscription-meters.rules.ts';

interface Subscribed {
  subscriptionId: string;
  organizationId: string;
  customerId: string;
}

/** A period that a cause has ended. */
interface Ended {
  period: ClosedPeriod;
  change: MeterChange;
  func: Func;
}

type Func = SetMeterPrice['data']['func'];

/**
 * Cuts the usage of a subscription's meters where its events say, waits until read models have what lies before the cuts, and records what
 * that is. Whoever comes first does it: the process that bills, or one that is about to change credits.
 */
@CommandHandler(MeasureSubscription)
export class MeasureSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly meters: MeterReader,
    private readonly customerMeters: CustomerMeterReader,
    private readonly runtime: Runtime,
    private readonly locks: KeyedLock,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  execute({ data: { subscriptionId }, context }: MeasureSubscription): Promise<void> {
    return this.locks.withLock('metered-subscription', subscriptionId, async () => {
      const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), 'any');
      const about = aboutOf(events);
      if (!about) throw new NotFound();
      const { organizationId } = about;
      for (const cause of unmeasuredCauses(events)) await this.measure(about, cause, { ...context, organizationId });
    });
  }

  private async measure(about: Subscribed, cause: MeteredCause, context: Context): Promise<void> {
    const owners = (await this.customerMeters.ownersOf([about.customerId])).get(about.customerId) ?? [about.customerId];
    const ended: Ended[] = [];
    for (const change of cause.changes) ended.push(...(await this.cut(about, cause, change, owners, context)));
    if (ended.length > 0) await caughtUp(this.runtime, this.store, 'usage');
    const usage: UsageEntry[] = [];
    for (const one of ended) usage.push(...(await this.close(about, cause, one, owners, context)));
    const { revision, orderId } = cause;
    const data = { ...about, cause: revision, orderId, usage };
    await this.commands.execute(new RecordUsage(data, context, `RecordUsage:${revision}`));
  }

  /** @returns the period that this ends, if it does */
  private async cut(
    { subscriptionId, organizationId, customerId }: Subscribed,
    { revision: cause }: MeteredCause,
    change: MeterChange,
    owners: string[],
    context: Context,
  ): Promise<Ended[]> {
    const { meterId, ...set } = change;
    const meter = await this.meters.folded(meterId, { organizationIds: [organizationId] });
    if (!meter) throw new NotFound();
    const { revision, func } = servingRevisionOf(meter);
    const periodId = periodIdOf(subscriptionId, cause, meterId);
    const about = { organizationId, customerId, meterId };
    const data = { ...about, ...set, subscriptionId, periodId, owners, revision, func };
    const command = new SetMeterPrice(data, context, `SetMeterPrice:${cause}:${meterId}`);
    const { state } = await this.executor.execute(customerMeterDecider, streamOf(about), command);
    const period = state.closed.find((one) => one.periodId === periodId);
    return period ? [{ period, change, func }] : [];
  }

  /** What the subscription is charged for a period, and what continues of its credits. */
  private async close(
    { subscriptionId, organizationId, customerId }: Subscribed,
    { period: during }: MeteredCause,
    { period, change: { meterId }, func }: Ended,
    owners: string[],
    context: Context,
  ): Promise<UsageEntry[]> {
    const { periodId, credits, isBilled, stretches } = period;
    const documents = await this.customerMeters.under(owners, meterId);
    const { consumed, charges } = closedUsageOf(documents, periodId, { func, credits });
    const about = { organizationId, customerId, meterId };
    const carry = new CarryCredits({ ...about, periodId, consumed }, context, `CarryCredits:${periodId}`);
    await this.executor.execute(customerMeterDecider, streamOf(about), carry);
    const isCharged = isBilled && stretches.at(-1)?.billing?.subscriptionId === subscriptionId;
    if (!isCharged) return [];
    const productOf = new Map(
      stretches.flatMap(({ billing }) => (billing ? [[billing.price.id, billing.productId]] : [])),
    );
    return usageEntriesOf(charges, { periodId, meterId, period: during }, (priceId) => productOf.get(priceId)!);
  }
}

function aboutOf(events: readonly SubscriptionEvent[]): Subscribed | undefined {
  const [first] = events.flatMap(({ type, data }) => (type === 'ClaimForfeited' ? [] : [data]));
  if (!first) return undefined;
  const { subscriptionId, organizationId, customerId } = first;
  return { subscriptionId, organizationId, customerId };
}

function streamOf({ customerId, meterId }: AboutCustomerMeter): string {
  return customerMeterStream(customerId, meterId);
}

export const customerMeterHandlers: Type[] = [
  MeasureSubscriptionHandler,
  ...handlersOf(
    customerMeterDecider,
    streamOf,
    CarryCredits,
    CreditMeter,
    EndCreditPeriod,
    LinkCustomerMeter,
    TakeCreditsBack,
  ),
];
