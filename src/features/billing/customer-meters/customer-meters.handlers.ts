import type { Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { FreezeMeter } from '../meters/meter.commands.ts';
import { RecordUsage } from '../subscriptions/subscription.commands.ts';
import { subscriptionStream, type SubscriptionEvent, type UsageEntry } from '../subscriptions/subscription.events.ts';
import {
  CarryCredits,
  CreditMeter,
  CycleCredits,
  EndCreditPeriod,
  KeepUsage,
  LinkCustomerMeter,
  MeasureSubscription,
  ReturnCredits,
  SetMeterPrice,
  TakeCreditsBack,
  type Cut,
} from './customer-meter.commands.ts';
import { customerMeterDecider } from './customer-meter.decider.ts';
import type { KeptUsage } from './customer-meter.events.ts';
import type { ClosedPeriod } from './customer-meter-state.rules.ts';
import { MeterPeriods, streamOf } from './meter-periods.service.ts';
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
  cut: Cut;
}

/**
 * Cuts the usage of a subscription's meters where its events say, waits until read models have what lies before the cuts, and records what
 * that is. Whoever comes first does it: the process that bills, or one that is about to change credits.
 */
@Handles(MeasureSubscription)
export class MeasureSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly periods: MeterPeriods,
    private readonly locks: KeyedLock,
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
    const owners = await this.periods.ownersOf(about.customerId);
    const ended: Ended[] = [];
    for (const change of cause.changes) ended.push(...(await this.cut(about, cause, change, owners, context)));
    if (ended.length > 0) await this.periods.measured();
    const usage: UsageEntry[] = [];
    for (const one of ended) {
      const kept = await this.keep(about, one, context);
      usage.push(...(await this.close(about, cause, one, kept, context)));
    }
    const { revision, orderId } = cause;
    const data = { ...about, cause: revision, orderId, usage };
    await this.commands.execute(new RecordUsage(data, context, `RecordUsage:${revision}`));
  }

  /** @returns the period that this ends, if it does */
  private async cut(
    { subscriptionId, organizationId, customerId }: Subscribed,
    { revision: cause, period }: MeteredCause,
    change: MeterChange,
    owners: string[],
    context: Context,
  ): Promise<Ended[]> {
    const { meterId, ...set } = change;
    const about = { organizationId, customerId, meterId };
    const periodId = periodIdOf(subscriptionId, cause, meterId);
    const cut = await this.periods.cut(about, periodId, owners);
    const data = { ...about, ...set, ...cut, subscriptionId, at: period.end };
    const command = new SetMeterPrice(data, context, `SetMeterPrice:${cause}:${meterId}`);
    const { state } = await this.executor.execute(customerMeterDecider, streamOf(about), command);
    const closed = state.closed.find((one) => one.periodId === periodId);
    return closed ? [{ period: closed, change, cut }] : [];
  }

  /** What was reported before the cut, but is dated from when on the subscription bills the meter: however long ago that was. */
  private async keep(
    { organizationId, customerId }: Subscribed,
    { period: { periodId }, change: { meterId }, cut }: Ended,
    context: Context,
  ): Promise<KeptUsage[]> {
    const about = { organizationId, customerId, meterId };
    const owners = await this.periods.kept(about, periodId, cut);
    const keep = new KeepUsage({ ...about, periodId, owners }, context, `KeepUsage:${periodId}`);
    if (owners.length > 0) await this.executor.execute(customerMeterDecider, streamOf(about), keep);
    return owners;
  }

  /** What the subscription is charged for a period, and what continues of its credits. */
  private async close(
    { subscriptionId, organizationId, customerId }: Subscribed,
    { period: during }: MeteredCause,
    { period, change: { meterId }, cut }: Ended,
    kept: readonly KeptUsage[],
    context: Context,
  ): Promise<UsageEntry[]> {
    const { periodId, isBilled, stretches } = period;
    const charges = await this.periods.settle({ organizationId, customerId, meterId }, period, cut, context, kept);
    const isCharged = isBilled && stretches.at(-1)?.billing?.subscriptionId === subscriptionId;
    if (!isCharged) return [];
    const productOf = new Map(
      stretches.flatMap(({ billing }) => (billing ? [[billing.price.id, billing.productId]] : [])),
    );
    const entries = usageEntriesOf(charges, { periodId, meterId, period: during }, (priceId) =>
      productOf.get(priceId)!,
    );
    if (entries.length > 0)
      await this.commands.execute(new FreezeMeter({ meterId }, context, `FreezeMeter:${periodId}`));
    return entries;
  }
}

/** Once: a period that has begun with new credits is not ended again. */
@Handles(CycleCredits)
export class CycleCreditsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly periods: MeterPeriods,
  ) {}

  async execute({ data, context }: CycleCredits): Promise<void> {
    const { organizationId, customerId, meterId, grantId, orderId, credit } = data;
    const about = { organizationId, customerId, meterId };
    const credited = credit && new CreditMeter({ ...about, grantId, ...credit }, context, `CreditMeter:${meterId}`);
    const { history } = await this.executor.state(customerMeterDecider, streamOf(about), context.scope);
    if (credited && history.includes(credited.id)) return;
    const periodId = deriveUuid(orderId, `credits:${grantId}:${meterId}`);
    const cut = await this.periods.cut(about, periodId, await this.periods.ownersOf(customerId));
    const at = credit?.during && { at: credit.during.start };
    const end = new EndCreditPeriod({ ...about, ...cut, grantId, ...at }, context, `EndCreditPeriod:${meterId}`);
    const { state } = await this.executor.execute(customerMeterDecider, streamOf(about), end);
    const ended = state.closed.find((period) => period.periodId === periodId);
    if (ended) {
      await this.periods.measured();
      await this.periods.settle(about, ended, cut, context);
    }
    if (credited) await this.executor.execute(customerMeterDecider, streamOf(about), credited);
  }
}

function aboutOf(events: readonly SubscriptionEvent[]): Subscribed | undefined {
  const [first] = events.flatMap(({ type, data }) => (type === 'ClaimForfeited' ? [] : [data]));
  if (!first) return undefined;
  const { subscriptionId, organizationId, customerId } = first;
  return { subscriptionId, organizationId, customerId };
}

export const customerMeterHandlers: Type[] = [
  MeasureSubscriptionHandler,
  CycleCreditsHandler,
  ...handlersOf(
    customerMeterDecider,
    streamOf,
    CarryCredits,
    CreditMeter,
    EndCreditPeriod,
    LinkCustomerMeter,
    ReturnCredits,
    TakeCreditsBack,
  ),
];
