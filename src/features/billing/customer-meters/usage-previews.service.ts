import { Injectable } from '@nestjs/common';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import type { SubscriptionEvent, UsageEntry } from '../subscriptions/subscription.events.ts';
import { CustomerMeterReader } from './customer-meters.queries.ts';
import { isAdditive } from './metered-charges.rules.ts';
import { unmeasuredCauses } from './subscription-meters.rules.ts';
import { periodIdOf, usageEntriesOf, withMeasured } from './usage-entries.rules.ts';

/** What an order would bill of the usage so far. */
@Injectable()
export class UsagePreviews {
  constructor(
    private readonly customerMeters: CustomerMeterReader,
    private readonly meters: MeterReader,
  ) {}

  /** @param events of a subscription, some of which would happen, the last of them with the order */
  async measured(
    events: readonly Recorded<SubscriptionEvent>[],
    orderId: string,
  ): Promise<readonly Recorded<SubscriptionEvent>[]> {
    const causes = unmeasuredCauses(events);
    if (causes.length === 0) return events;
    const { subscriptionId, customerId } = events.at(-1)!.data as { subscriptionId: string; customerId: string };
    const meterIds = [...new Set(causes.flatMap(({ changes }) => changes.map(({ meterId }) => meterId)))];
    const open = await this.customerMeters.open(
      meterIds.map((meterId) => ({ customerId, meterId })),
      await this.meters.named(meterIds),
    );
    // What one of them ends, the next finds empty.
    const left = new Map(meterIds.map((meterId, at) => [meterId, open[at]]));
    const usage: UsageEntry[] = [];
    for (const { revision, orderId: billedBy, changes, period } of causes)
      for (const { meterId, price, endsPeriod, billsSoFar, isBilled } of changes) {
        const used = left.get(meterId);
        if (used?.billing?.subscriptionId !== subscriptionId) continue;
        if (!(endsPeriod || price === null || (billsSoFar && isAdditive(used.func)))) continue;
        left.delete(meterId);
        const { productId } = used.billing;
        const about = { periodId: periodIdOf(subscriptionId, revision, meterId), meterId, period };
        if (isBilled && (billedBy ?? orderId) === orderId)
          usage.push(...usageEntriesOf(used.charges, about, () => productId));
      }
    return withMeasured(events, { cause: causes.at(-1)!.revision, orderId, usage });
  }
}
