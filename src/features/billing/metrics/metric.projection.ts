import type { Instant } from '../../../kernel/clock.ts';
import type { Document } from '../../../kernel/document-store.ts';
import type { Recorded } from '../../../kernel/events.ts';
import { sum } from '../../../kernel/money.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { CheckoutEvent } from '../checkouts/checkout.events.ts';
import type { BillingReason, OrderEvent } from '../orders/order.events.ts';
import type { SubscriptionEvent } from '../subscriptions/subscription.events.ts';

/** What is counted, per bucket and product. Revenue is net (after discount, without tax), in cents. */
export interface Counts {
  orders: number;
  revenue: number;
  new_revenue: number;
  renewed: number;
  renewed_revenue: number;
  started: number;
  ended: number;
  /** Change of what recurs, in twelfths of a cent per month: a monthly amount × 12, a yearly one × 1. */
  recurring_twelfths: number;
  checkouts: number;
  succeeded: number;
}

/** The counts of one product in one hour or day. */
export interface Tally extends Counts {
  start: Instant;
  product_id: string;
  is_recurring: boolean;
}

/** An hour or a day of an organization, or everything of one customer by the hour. */
export interface MetricBucket extends Document {
  organization_id: string;
  grain: 'hour' | 'day' | 'customer';
  /** Of its hour or day; null for a customer. */
  start: Instant | null;
  tallies: Tally[];
  /** Of a customer: those counted already. */
  checkout_ids: string[];
}

export type MetricEvent = Extract<
  CheckoutEvent | OrderEvent | SubscriptionEvent,
  {
    type:
      | 'CheckoutCreated'
      | 'OrderCreated'
      | 'OrderPaid'
      | 'SubscriptionCreated'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded';
  }
>;

interface Fact {
  at: Instant;
  organizationId: string;
  customerId: string | null;
  productId: string;
  isRecurring: boolean;
  checkoutId: string | null;
  counts: Partial<Counts>;
}

const NOTHING: Counts = {
  orders: 0,
  revenue: 0,
  new_revenue: 0,
  renewed: 0,
  renewed_revenue: 0,
  started: 0,
  ended: 0,
  recurring_twelfths: 0,
  checkouts: 0,
  succeeded: 0,
};
const COUNTED = Object.keys(NOTHING) as (keyof Counts)[];

/** Sums by the hour, by the day and by the customer, so that the metrics of any period add up few documents. Times are UTC. */
export const metricProjection: Projection<MetricBucket, MetricEvent> = {
  name: 'metric_buckets',
  version: 1,
  indexes: [['organization_id', 'grain', 'start']],
  handles: [
    'CheckoutCreated',
    'OrderCreated',
    'OrderPaid',
    'SubscriptionCreated',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],
  targets: (event) => bucketsOf(factOf(event)).map(({ id }) => id),

  evolve(document, event, id) {
    const fact = factOf(event);
    const bucket = document ?? bucketsOf(fact).find((candidate) => candidate.id === id)!;
    return withFact(bucket, fact);
  },
};

/** The bucket of a customer. */
export function customerBucketId(organizationId: string, customerId: string): string {
  return `${organizationId}:customer:${customerId}`;
}

function factOf(event: Recorded<MetricEvent>): Fact {
  const at = event.metadata.occurredAt;
  const { organizationId, customerId, productId } = event.data;
  const about = { at, organizationId, customerId, productId, checkoutId: null };
  switch (event.type) {
    case 'CheckoutCreated': {
      const { checkoutId, recurringInterval } = event.data;
      return { ...about, checkoutId, isRecurring: recurringInterval !== null, counts: { checkouts: 1 } };
    }
    case 'OrderCreated': {
      const { checkoutId, subscriptionId, status, items, discountAmount, billingReason } = event.data;
      const net = sum(items.map(({ amount }) => amount)) - discountAmount;
      const succeeded = checkoutId === null ? 0 : 1;
      const counts = { ...(status === 'paid' && paid(billingReason, net)), succeeded };
      return { ...about, checkoutId, isRecurring: subscriptionId !== null, counts };
    }
    case 'OrderPaid': {
      const { subscriptionId, billingReason, netAmount } = event.data;
      return { ...about, isRecurring: subscriptionId !== null, counts: paid(billingReason, netAmount) };
    }
    case 'SubscriptionCreated': {
      const counts = { started: 1, recurring_twelfths: twelfths(event.data) };
      return { ...about, at: event.data.startedAt, isRecurring: true, counts };
    }
    case 'SubscriptionRevoked':
    case 'SubscriptionEnded': {
      const counts = { ended: 1, recurring_twelfths: -twelfths(event.data) };
      return { ...about, at: event.data.endedAt, isRecurring: true, counts };
    }
  }
}

function paid(reason: BillingReason, net: number): Partial<Counts> {
  return {
    orders: 1,
    revenue: net,
    ...(reason === 'subscription_create' && { new_revenue: net }),
    ...(reason === 'subscription_cycle' && { renewed: 1, renewed_revenue: net }),
  };
}

function twelfths({ amount, recurringInterval }: { amount: number; recurringInterval: 'month' | 'year' }): number {
  return recurringInterval === 'month' ? amount * 12 : amount;
}

function bucketsOf({ at, organizationId: organization_id, customerId, counts }: Fact): MetricBucket[] {
  if (Object.values(counts).every((count) => count === 0)) return [];
  const empty = { organization_id, tallies: [], checkout_ids: [] };
  const [hour, day] = [hourOf(at), dayStartOf(at)];
  return [
    { ...empty, id: `${organization_id}:hour:${hour}`, grain: 'hour', start: hour },
    { ...empty, id: `${organization_id}:day:${day}`, grain: 'day', start: day },
    ...(customerId === null
      ? []
      : [{ ...empty, id: customerBucketId(organization_id, customerId), grain: 'customer' as const, start: null }]),
  ];
}

function withFact(bucket: MetricBucket, { at, checkoutId, productId, isRecurring, counts }: Fact): MetricBucket {
  const start = bucket.grain === 'day' ? dayStartOf(at) : hourOf(at);
  const isFirst = bucket.grain === 'customer' && checkoutId !== null && !bucket.checkout_ids.includes(checkoutId);
  const known = bucket.tallies.findIndex(
    (tally) => tally.start === start && tally.product_id === productId && tally.is_recurring === isRecurring,
  );
  const before = bucket.tallies[known] ?? { ...NOTHING, start, product_id: productId, is_recurring: isRecurring };
  const after = { ...before };
  for (const name of COUNTED) after[name] += counts[name] ?? 0;
  // A customer's checkouts are those opened for them, and those they came out of.
  if (isFirst) after.checkouts = before.checkouts + 1;
  return {
    ...bucket,
    tallies: known < 0 ? [...bucket.tallies, after] : bucket.tallies.with(known, after),
    checkout_ids: isFirst ? [...bucket.checkout_ids, checkoutId] : bucket.checkout_ids,
  };
}

function hourOf(at: Instant): Instant {
  return `${at.slice(0, 13)}:00:00.000Z`;
}

function dayStartOf(at: Instant): Instant {
  return `${at.slice(0, 10)}T00:00:00.000Z`;
}
