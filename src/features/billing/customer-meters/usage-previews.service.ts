import { Injectable } from '@nestjs/common';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import type { Credits } from '../pricing/meter-credits.ts';
import type { SubscriptionEvent, UsageEntry } from '../subscriptions/subscription.events.ts';
import { customerMeterAfter } from './customer-meter-state.rules.ts';
import { customerMeterDecider, unearned } from './customer-meter.decider.ts';
import type { AboutCustomerMeter } from './customer-meter.events.ts';
import { CustomerMeterReader } from './customer-meters.queries.ts';
import { chargesOf, isAdditive } from './metered-charges.rules.ts';
import { streamOf } from './meter-periods.service.ts';
import { unmeasuredCauses } from './subscription-meters.rules.ts';
import { periodIdOf, usageEntriesOf, withMeasured } from './usage-entries.rules.ts';

interface Subscribed {
  subscriptionId: string;
  organizationId: string;
  customerId: string;
}

/** What an order would bill of the usage so far. */
@Injectable()
export class UsagePreviews {
  constructor(
    private readonly customerMeters: CustomerMeterReader,
    private readonly meters: MeterReader,
    private readonly executor: Executor,
  ) {}

  /** @param events of a subscription, some of which would happen, the last of them with the order */
  async measured(
    events: readonly Recorded<SubscriptionEvent>[],
    orderId: string,
  ): Promise<readonly Recorded<SubscriptionEvent>[]> {
    const causes = unmeasuredCauses(events);
    if (causes.length === 0) return events;
    const { subscriptionId, organizationId, customerId } = events.at(-1)!.data as Subscribed;
    const meterIds = [...new Set(causes.flatMap(({ changes }) => changes.map(({ meterId }) => meterId)))];
    const open = await this.customerMeters.open(
      meterIds.map((meterId) => ({ customerId, meterId })),
      await this.meters.named(meterIds),
    );
    // What one of them ends, the next finds empty.
    const left = new Map(meterIds.map((meterId, at) => [meterId, open[at]]));
    const usage: UsageEntry[] = [];
    for (const { revision, orderId: billedBy, changes, period } of causes)
      for (const { meterId, price, endsPeriod, billsSoFar, isBilled, goesOn } of changes) {
        const used = left.get(meterId);
        if (used?.billing?.subscriptionId !== subscriptionId) continue;
        if (!(endsPeriod || price === null || (billsSoFar && isAdditive(used.func)))) continue;
        left.delete(meterId);
        const { productId } = used.billing;
        const about = { periodId: periodIdOf(subscriptionId, revision, meterId), meterId, period };
        if (!isBilled || (billedBy ?? orderId) !== orderId) continue;
        const earned = goesOn
          ? await this.earned({ subscriptionId, organizationId, customerId, meterId, at: period.end })
          : used.credits;
        usage.push(...usageEntriesOf(chargesOf(used.priced, used.func, earned), about, () => productId));
      }
    return withMeasured(events, { cause: causes.at(-1)!.revision, orderId, usage });
  }

  /** The credits of a period that a change cuts short. */
  private async earned(change: AboutCustomerMeter & { subscriptionId: string; at: Instant }): Promise<Credits> {
    const { state } = await this.executor.state(customerMeterDecider, streamOf(change), 'any');
    return unearned(change, state).reduce(customerMeterAfter, state).credits;
  }
}
