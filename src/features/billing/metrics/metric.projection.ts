import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { CheckoutEvent } from '../checkouts/checkout.events.ts';
import type { BillingReason, OrderEvent } from '../orders/order.events.ts';
import { recurringAmountOf } from '../pricing/lines.ts';
import { productOf, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';

/** Revenue is net (after discount, without tax), in cents. */
export interface Counts {
  orders: number;
  revenue: number;
  new_revenue: number;
  renewed: number;
  renewed_revenue: number;
  started: number;
  ended: number;
  /** Change of recurring revenue in twelfths of a cent per month, so that it stays whole: monthly amounts × 12, yearly ones × 1. */
  recurring_twelfths: number;
  checkouts: number;
  succeeded: number;
}

export type Grain = 'hour' | 'day' | 'month' | 'year';

/** The counts of one period for an organization, one of its products, or one customer and product. Its size is bounded. */
export interface Tally extends Counts, Document {
  organization_id: string;
  /** `all`, `product:{id}` or `customer:{id}`. */
  scope: string;
  /** `checkout`: a single checkout of a customer, so that it is counted once. */
  grain: Grain | 'checkout';
  /** Start of the period; for a checkout, of its hour. */
  start: Instant;
  /** null for all products. */
  product_id: string | null;
  is_recurring: boolean;
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

export const NO_COUNTS: Counts = {
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
const COUNTED = Object.keys(NO_COUNTS) as (keyof Counts)[];
const GRAINS: readonly Grain[] = ['hour', 'day', 'month', 'year'];

/** Sums per hour, day, month and year (UTC). Running totals add up whole years, then months, then days, so that they read few documents. */
export const metricProjection: Projection<Tally, MetricEvent> = {
  name: 'metric_buckets',
  version: 2,
  indexes: [['organization_id', 'scope', 'grain', 'start']],
  handles: [
    'CheckoutCreated',
    'OrderCreated',
    'OrderPaid',
    'SubscriptionCreated',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],
  targets: (event) => [...addedBy(event).keys()],

  evolve(document, event, id) {
    const tally = addedBy(event).get(id)!;
    if (!document) return tally;
    // A checkout that was opened for a customer and then led to their order has one document: it counts once.
    if (document.grain === 'checkout') return document;
    const sums = COUNTED.map((name) => [name, document[name] + tally[name]]);
    return { ...document, ...Object.fromEntries(sums) };
  },
};

const addedByEvent = new WeakMap<Recorded<MetricEvent>, ReadonlyMap<string, Tally>>();

/** Computed once per event, although every document that it changes needs it. */
function addedBy(event: Recorded<MetricEvent>): ReadonlyMap<string, Tally> {
  let tallies = addedByEvent.get(event);
  if (!tallies)
    addedByEvent.set(event, (tallies = new Map(talliesOf(factOf(event)).map((tally) => [tally.id, tally]))));
  return tallies;
}

function factOf(event: Recorded<MetricEvent>): Fact {
  const at = event.metadata.occurredAt;
  const { organizationId, customerId } = event.data;
  const productId = event.type === 'SubscriptionCreated' ? productOf(event.data) : event.data.productId;
  const about = { at, organizationId, customerId, productId, checkoutId: null };
  switch (event.type) {
    case 'CheckoutCreated': {
      const { checkoutId, recurringInterval } = event.data;
      return { ...about, checkoutId, isRecurring: recurringInterval !== null, counts: { checkouts: 1 } };
    }
    case 'OrderCreated': {
      const { checkoutId, subscriptionId, status, billingReason } = event.data;
      const { netAmount: net } = event.data.totals;
      const succeeded = checkoutId === null ? 0 : 1;
      const counts = { ...(status === 'paid' && paid(billingReason, net)), succeeded };
      return { ...about, checkoutId, isRecurring: subscriptionId !== null, counts };
    }
    case 'OrderPaid': {
      const { subscriptionId, billingReason, netAmount } = event.data;
      return { ...about, isRecurring: subscriptionId !== null, counts: paid(billingReason, netAmount) };
    }
    case 'SubscriptionCreated': {
      const { items, recurringInterval } = event.data;
      const counts = {
        started: 1,
        recurring_twelfths: twelfths({ amount: recurringAmountOf(items), recurringInterval }),
      };
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

/** The tallies that a fact adds to. */
function talliesOf({ at, organizationId, customerId, productId, isRecurring, checkoutId, counts }: Fact): Tally[] {
  const tally = (scope: string, product: string | null, grain: Tally['grain'], added: Partial<Counts>): Tally => {
    const start = startOf(at, grain);
    const period = [grain, start, product ?? '', isRecurring ? 'recurring' : 'once'];
    const id = [organizationId, scope, ...(grain === 'checkout' ? [grain, checkoutId] : period)].join(':');
    const about = { id, organization_id: organizationId, scope, grain, start, product_id: product };
    return { ...about, is_recurring: isRecurring, ...NO_COUNTS, ...added };
  };
  const sums = (scope: string, product: string | null, added: Partial<Counts>): Tally[] =>
    isNothing(added) ? [] : GRAINS.map((grain) => tally(scope, product, grain, added));
  const customer = `customer:${customerId}`;
  return [
    ...sums('all', null, counts),
    ...sums(`product:${productId}`, productId, counts),
    ...(customerId === null ? [] : sums(customer, productId, { ...counts, checkouts: 0 })),
    ...(customerId === null || checkoutId === null ? [] : [tally(customer, productId, 'checkout', { checkouts: 1 })]),
  ];
}

function isNothing(counts: Partial<Counts>): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** The start of the period that contains an instant. */
export function startOf(at: Instant, grain: Tally['grain']): Instant {
  switch (grain) {
    case 'checkout':
    case 'hour':
      return `${at.slice(0, 13)}:00:00.000Z`;
    case 'day':
      return `${at.slice(0, 10)}T00:00:00.000Z`;
    case 'month':
      return `${at.slice(0, 7)}-01T00:00:00.000Z`;
    case 'year':
      return `${at.slice(0, 4)}-01-01T00:00:00.000Z`;
  }
}
