import { fold } from '../../../kernel/writing/decider.ts';
import type { Period } from '../pricing/proration.ts';
import type { RecurringDiscount } from '../pricing/terms.ts';
import { subscriptionDecider } from './subscription.decider.ts';
import {
  meteredIn,
  type BillingEntry,
  type SubscriptionEvent,
  type SubscriptionItem,
  type UsageEntry,
} from './subscription.events.ts';
import { isLive } from './subscription-state.rules.ts';

/** What an order of a subscription bills. */
export interface SubscriptionBill {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** Billed for the whole period; none if only entries are billed. */
  items: readonly SubscriptionItem[];
  /** Nothing is charged for the items yet. */
  isTrial?: true;
  /** Lines that have waited for the order. */
  entries: readonly BillingEntry[];
  /** What meters measured, and no order has billed. */
  usage: readonly UsageEntry[];
  /** Whether the usage is complete: its meters have been measured until then, or there are none. */
  isMeasured: boolean;
  currency: string;
  /** What is taken off the items; the entries are without theirs already. */
  discount: RecurringDiscount | null;
  period: Period;
  paymentMethodId: string | null;
}

/** The event that an order was created for: its start, a renewal, a change of product, or the end. */
export function causeOf(events: readonly SubscriptionEvent[], orderId: string): number {
  return events.findIndex(({ data }) => 'orderId' in data && data.orderId === orderId);
}

/**
 * What an order bills, from the events of its subscription up to the one that caused it: the same for the order and for its preview, which
 * adds the events that would happen (docs/BILLING.md#previews).
 */
export function billedBy(events: readonly SubscriptionEvent[], orderId: string): SubscriptionBill | undefined {
  const at = causeOf(events, orderId);
  const cause = events[at];
  const before = fold(subscriptionDecider, events.slice(0, at));
  if (!cause) return undefined;
  if (!isLive(before)) return firstBill(cause);
  const after = subscriptionDecider.evolve(before, cause);
  const { sold, entries, discount, paymentMethodId, periodStart, periodEnd } = isLive(after) ? after : before;
  const usage = [...before.usage, ...measuredFor(events, orderId)];
  const isMetered = meteredIn(before.sold.items).length > 0;
  const isMeasured =
    !isMetered || events.some(({ type, data }) => type === 'SubscriptionUsageMeasured' && data.cause >= at);
  const bill = { currency: sold.currency, discount, usage, isMeasured, paymentMethodId };
  switch (cause.type) {
    case 'SubscriptionRenewed': {
      const period = { start: periodStart, end: periodEnd };
      return { ...bill, reason: 'subscription_cycle', items: sold.items, entries: before.entries, period };
    }
    case 'SubscriptionProductChanged': {
      const { beginsPeriod, entries: added } = cause.data;
      const waiting = [...before.entries, ...added];
      const period = beginsPeriod
        ? { start: periodStart, end: periodEnd }
        : { start: added[0]?.period.start ?? periodStart, end: periodEnd };
      const items = beginsPeriod ? sold.items : [];
      const reason = beginsPeriod ? 'subscription_cycle' : 'subscription_update';
      return { ...bill, reason, items, entries: waiting, period };
    }
    case 'SubscriptionEnded':
      return {
        ...bill,
        reason: 'subscription_cycle',
        items: [],
        entries,
        period: { start: periodStart, end: periodEnd },
      };
    case 'SubscriptionRevoked':
      return {
        ...bill,
        reason: 'subscription_cycle',
        items: [],
        entries: [],
        period: { start: periodStart, end: cause.data.endedAt },
      };
    default:
      return undefined;
  }
}

function measuredFor(events: readonly SubscriptionEvent[], orderId: string): readonly UsageEntry[] {
  return events.flatMap(({ type, data }) =>
    type === 'SubscriptionUsageMeasured' && data.orderId === orderId ? data.usage : [],
  );
}

/** Of a subscription that its seller has created. */
function firstBill({ type, data }: SubscriptionEvent): SubscriptionBill | undefined {
  if (type !== 'SubscriptionRequested' && type !== 'SubscriptionCreated') return undefined;
  const { items, currency, paymentMethodId } = data;
  const bill = {
    reason: 'subscription_create' as const,
    items,
    entries: [],
    usage: [],
    isMeasured: true,
    currency,
    discount: null,
    paymentMethodId,
  };
  return type === 'SubscriptionRequested'
    ? { ...bill, period: { start: data.periodStart, end: data.periodEnd } }
    : {
        ...bill,
        ...(data.trial && { isTrial: true as const }),
        period: { start: data.startedAt, end: data.currentPeriodEnd },
      };
}
