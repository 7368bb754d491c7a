import { deriveUuid } from '../../../kernel/ids.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { isNegative } from '../pricing/decimal.ts';
import type { Period } from '../pricing/proration.ts';
import type { SubscriptionEvent, UsageEntry } from '../subscriptions/subscription.events.ts';
import type { MeteredCharge } from './metered-charges.rules.ts';

/** Of the period that a subscription's event ends. */
export function periodIdOf(subscriptionId: string, cause: number, meterId: string): string {
  return deriveUuid(subscriptionId, `period:${cause}:${meterId}`);
}

/** The lines that a period charges; none of a price that nothing was used at, and nothing is owed for. */
export function usageEntriesOf(
  charges: readonly MeteredCharge[],
  { periodId, meterId, period }: { periodId: string; meterId: string; period: Period },
  productOf: (priceId: string) => string,
): UsageEntry[] {
  return charges.flatMap(({ price, ...charge }): UsageEntry[] => {
    if (charge.consumed === '0' && !isNegative(charge.credited)) return [];
    const { id: priceId, unitAmount, capAmount } = price;
    const id = deriveUuid(periodId, `usage:${priceId}`);
    const productId = productOf(priceId);
    return [{ id, productId, priceId, meterId, periodId, ...charge, unitAmount, capAmount, period }];
  });
}

/** A subscription's events, with what its meters would have measured once they had happened. */
export function withMeasured(
  events: readonly Recorded<SubscriptionEvent>[],
  measured: { cause: number; orderId: string; usage: UsageEntry[] },
): Recorded<SubscriptionEvent>[] {
  const last = events.at(-1)!;
  const { subscriptionId, organizationId, customerId } = last.data as Extract<
    SubscriptionEvent,
    { type: 'SubscriptionUsageMeasured' }
  >['data'];
  const data = { subscriptionId, organizationId, customerId, ...measured };
  return [...events, { ...last, type: 'SubscriptionUsageMeasured', data, revision: last.revision + 1 }];
}
