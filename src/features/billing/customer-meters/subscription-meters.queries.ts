import { Injectable } from '@nestjs/common';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { sum } from '../../../kernel/money.ts';
import type { MeterDocument } from '../meters/meter.projection.ts';
import { MeterPresenter, MeterReader } from '../meters/meters.queries.ts';
import type { SubscriptionMeter } from './customer-meters.dto.ts';
import { CustomerMeterReader, unitsOf } from './customer-meters.queries.ts';
import type { OpenUsage } from './open-usage.rules.ts';

/** A subscription with the meters that it has a price for. */
export interface MeteredSubscription {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  customer_id: string;
  meterIds: readonly string[];
}

/** A line without its meter. */
export type SubscriptionMeterBase = Omit<SubscriptionMeter, 'meter'>;

/** What subscriptions are charged for their meters so far: nothing where another subscription of the customer bills the meter. */
@Injectable()
export class SubscriptionMeters {
  constructor(
    private readonly customerMeters: CustomerMeterReader,
    private readonly meters: MeterReader,
    private readonly meterPresenter: MeterPresenter,
  ) {}

  /** By subscription. */
  async linesOf(subscriptions: readonly MeteredSubscription[]): Promise<Map<string, SubscriptionMeter[]>> {
    const meters = await this.meters.named(subscriptions.flatMap(({ meterIds }) => meterIds));
    const lines = await this.baseLinesOf(subscriptions, meters);
    return new Map(
      [...lines].map(([id, some]) => [
        id,
        some.map((line) => ({ ...line, meter: this.meterPresenter.present(meters.get(line.meter_id)!) })),
      ]),
    );
  }

  /** Without the meters themselves. */
  async baseLinesOf(
    subscriptions: readonly MeteredSubscription[],
    known?: ReadonlyMap<string, MeterDocument>,
  ): Promise<Map<string, SubscriptionMeterBase[]>> {
    const meters = known ?? (await this.meters.named(subscriptions.flatMap(({ meterIds }) => meterIds)));
    const wanted = subscriptions.flatMap((subscription) =>
      subscription.meterIds.flatMap((meterId) => (meters.has(meterId) ? [{ subscription, meterId }] : [])),
    );
    const keys = wanted.map(({ subscription, meterId }) => ({ customerId: subscription.customer_id, meterId }));
    const open = await this.customerMeters.open(keys, meters);
    const lines = new Map<string, SubscriptionMeterBase[]>(subscriptions.map(({ id }) => [id, []]));
    wanted.forEach(({ subscription, meterId }, at) =>
      lines.get(subscription.id)!.push(lineOf(subscription, meterId, open[at])),
    );
    return lines;
  }
}

function lineOf(
  { id: subscriptionId, created_at, modified_at }: MeteredSubscription,
  meterId: string,
  open: OpenUsage | undefined,
): SubscriptionMeterBase {
  const isOwn = open?.billing?.subscriptionId === subscriptionId;
  const { consumed_units, credited_units } = unitsOf(isOwn ? open : undefined);
  return {
    id: deriveUuid(subscriptionId, `meter:${meterId}`),
    created_at,
    modified_at,
    consumed_units,
    credited_units,
    amount: isOwn ? sum(open.charges.map(({ amount }) => amount)) : 0,
    meter_id: meterId,
  };
}
