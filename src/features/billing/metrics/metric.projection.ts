import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { CheckoutEvent } from '../checkouts/checkout.events.ts';
import type { BillingReason, OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { startOf as intervalStart } from '../intervals.ts';
import { subscribedTo, type SubscribedTo, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';

/** Revenue is net (after discount, without tax), and refunds are taken off on their own day; in minor units. */
export interface Counts {
  orders: number;
  revenue: number;
  new_revenue: number;
  renewed: number;
  renewed_revenue: number;
  updated_revenue: number;
  /** What refunds have taken off the revenue, less what was reversed. */
  refunded: number;
  started: number;
  ended: number;
  /** Change of the number of past-due subscriptions, which have started and not ended, but are not active. */
  past_due: number;
  /**
   * Change of the recurring revenue of active subscriptions without trials, after discount and before tax, in twelfths of a minor unit per month, so that it stays whole: monthly amounts
   * × 12, yearly ones × 1.
   */
  recurring_twelfths: number;
  /** The same for past-due ones. */
  past_due_twelfths: number;
  checkouts: number;
  succeeded: number;
}

export type Grain = 'quarter_hour' | 'hour' | 'day' | 'month' | 'year';

/** The counts of one period and currency for an organization, one of its products, or one customer and product. Its size is bounded. */
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
  currency: string;
}

export type MetricEvent = Extract<
  CheckoutEvent | OrderEvent | RefundEvent | SubscriptionEvent,
  {
    type:
      | 'CheckoutCreated'
      | 'OrderCreated'
      | 'OrderPaid'
      | 'RefundSucceeded'
      | 'RefundReversed'
      | 'SubscriptionCreated'
      | 'SubscriptionUpgraded'
      | 'SubscriptionProductChanged'
      | 'SubscriptionRenewed'
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionRecovered'
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
  currency: string;
  checkoutId: string | null;
  counts: Partial<Counts>;
  /** It went on with another product: of all products together, none has started or ended. */
  isMove?: boolean;
}

export const NO_COUNTS: Counts = {
  orders: 0,
  revenue: 0,
  new_revenue: 0,
  renewed: 0,
  renewed_revenue: 0,
  updated_revenue: 0,
  refunded: 0,
  started: 0,
  ended: 0,
  past_due: 0,
  recurring_twelfths: 0,
  past_due_twelfths: 0,
  checkouts: 0,
  succeeded: 0,
};
const NO_TALLY: Tally = {
  id: '',
  organization_id: '',
  scope: '',
  grain: 'hour',
  start: '',
  product_id: null,
  is_recurring: false,
  currency: '',
  ...NO_COUNTS,
};
const COUNTED = Object.keys(NO_COUNTS) as (keyof Counts)[];
const GRAINS: readonly Grain[] = ['hour', 'day', 'month', 'year'];
/** Days begin at a quarter of an hour in UTC, whatever the time zone, so these add up to the days of every zone. */
const FINE_GRAINS: readonly Grain[] = ['quarter_hour', ...GRAINS];

/** Sums per hour, day, month and year (UTC). Running totals add up whole years, then months, then days, so that they read few documents. */
export const metricProjection: Projection<Tally, MetricEvent> = {
  name: 'metric_buckets',
  version: 8,
  group: 'ledger',
  indexes: [['organization_id', 'scope', 'grain', 'start']],
  fields: ['orders'],
  handles: [
    'CheckoutCreated',
    'OrderCreated',
    'OrderPaid',
    'RefundSucceeded',
    'RefundReversed',
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionProductChanged',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],
  targets: (event) => [...addedBy(event).keys()],

  evolve(document, event, id) {
    const tally = addedBy(event).get(id)!;
    if (!document) return tally;
    // A checkout that was opened for a customer and then led to their order has one document: it counts once.
    if (document.grain === 'checkout') return document;
    return sumOf(document, tally);
  },
};

const addedByEvent = new WeakMap<Recorded<MetricEvent>, ReadonlyMap<string, Tally>>();

/** Computed once per event, although every document that it changes needs it. */
function addedBy(event: Recorded<MetricEvent>): ReadonlyMap<string, Tally> {
  let tallies = addedByEvent.get(event);
  if (!tallies) {
    tallies = merged(factsOf(event).flatMap(talliesOf));
    addedByEvent.set(event, tallies);
  }
  return tallies;
}

/** One per document, because two facts of an event may add to the same. */
function merged(tallies: readonly Tally[]): ReadonlyMap<string, Tally> {
  const byId = new Map<string, Tally>();
  for (const tally of tallies) {
    const known = byId.get(tally.id);
    byId.set(tally.id, known ? sumOf(known, tally) : tally);
  }
  return byId;
}

function sumOf(tally: Tally, added: Tally): Tally {
  const sum = { ...tally };
  for (const name of COUNTED) sum[name] += added[name];
  return sum;
}

function factsOf(event: Recorded<MetricEvent>): Fact[] {
  const at = event.metadata.occurredAt;
  const { organizationId, customerId } = event.data;
  const about = { at, organizationId, customerId, checkoutId: null };
  switch (event.type) {
    case 'CheckoutCreated': {
      const { productId, currency, checkoutId, recurringInterval } = event.data;
      const isRecurring = recurringInterval !== null;
      return [{ ...about, productId, currency, checkoutId, isRecurring, counts: { checkouts: 1 } }];
    }
    case 'OrderCreated': {
      const { productId, currency, checkoutId, subscriptionId, status, billingReason } = event.data;
      const { netAmount: net } = event.data.totals;
      const succeeded = checkoutId === null ? 0 : 1;
      const counts = { ...(status === 'paid' && paid(billingReason, net)), succeeded };
      return [{ ...about, productId, currency, checkoutId, isRecurring: subscriptionId !== null, counts }];
    }
    case 'OrderPaid': {
      const { productId, currency, subscriptionId, billingReason, netAmount } = event.data;
      const counts = paid(billingReason, netAmount);
      return [{ ...about, productId, currency, isRecurring: subscriptionId !== null, counts }];
    }
    case 'RefundSucceeded':
    case 'RefundReversed': {
      const { productId, currency, subscriptionId, billingReason, amount } = event.data;
      const refunded = event.type === 'RefundSucceeded' ? amount : -amount;
      const { orders, renewed, ...counts } = paid(billingReason, -refunded);
      const isRecurring = subscriptionId !== null;
      return [{ ...about, productId, currency, isRecurring, counts: { ...counts, refunded } }];
    }
    case 'SubscriptionCreated': {
      const { startedAt, trial } = event.data;
      const what = subscribedTo(event.data);
      const counts = { started: 1, recurring_twelfths: trial ? 0 : twelfths(what) };
      return [{ ...about, ...factAbout(what), at: startedAt, counts }];
    }
    case 'SubscriptionUpgraded':
    case 'SubscriptionProductChanged': {
      const { from } = event.data;
      const to = subscribedTo(event.data);
      const move = { ...about, isMove: from.currency === to.currency };
      const isPaid = event.type === 'SubscriptionUpgraded' || !event.data.isTrial;
      const recurring = (what: SubscribedTo) => (isPaid ? twelfths(what) : 0);
      return [
        { ...move, ...factAbout(from), counts: { ended: 1, recurring_twelfths: 0 - recurring(from) } },
        { ...move, ...factAbout(to), counts: { started: 1, recurring_twelfths: recurring(to) } },
      ];
    }
    case 'SubscriptionRenewed': {
      const { endsTrial, endedDiscount, periodStart } = event.data;
      const { amount, from } = endedDiscount ?? {};
      // A trial has counted for nothing.
      const to = endsTrial ?? (from && { ...from, amount: amount! - from.amount });
      return to ? [{ ...about, ...factAbout(to), at: periodStart, counts: { recurring_twelfths: twelfths(to) } }] : [];
    }
    case 'SubscriptionRenewalFailed': {
      const { pastDue } = event.data;
      if (pastDue === null) return [];
      const amount = twelfths(pastDue);
      const counts = { past_due: 1, past_due_twelfths: amount, recurring_twelfths: -amount };
      return [{ ...about, ...factAbout(pastDue), counts }];
    }
    case 'SubscriptionRecovered': {
      if (!event.data.wasPastDue) return [];
      const amount = twelfths(event.data);
      const counts = { past_due: -1, past_due_twelfths: -amount, recurring_twelfths: amount };
      return [{ ...about, ...factAbout(event.data), counts }];
    }
    case 'SubscriptionRevoked':
    case 'SubscriptionEnded': {
      const amount = twelfths(event.data);
      const lost = event.data.wasPastDue
        ? { past_due: -1, past_due_twelfths: -amount }
        : { recurring_twelfths: event.data.wasTrial ? 0 : -amount };
      return [{ ...about, ...factAbout(event.data), at: event.data.endedAt, counts: { ended: 1, ...lost } }];
    }
  }
}

function factAbout({ productId, currency }: SubscribedTo) {
  return { productId, currency, isRecurring: true };
}

function paid(reason: BillingReason, net: number): Partial<Counts> {
  return {
    orders: 1,
    revenue: net,
    ...(reason === 'subscription_create' && { new_revenue: net }),
    ...(reason === 'subscription_cycle' && { renewed: 1, renewed_revenue: net }),
    ...(reason === 'subscription_update' && { updated_revenue: net }),
  };
}

function twelfths({ amount, recurringInterval }: SubscribedTo): number {
  return recurringInterval === 'month' ? amount * 12 : amount;
}

/** The tallies that a fact adds to. */
function talliesOf(fact: Fact): Tally[] {
  const { at, organizationId, customerId, productId, isRecurring, currency, checkoutId, counts } = fact;
  const tally = (scope: string, product: string | null, grain: Tally['grain'], added: Partial<Counts>): Tally => {
    const start = startOf(at, grain);
    const period = [grain, start, product ?? '', isRecurring ? 'recurring' : 'once', currency];
    const id = [organizationId, scope, ...(grain === 'checkout' ? [grain, checkoutId] : period)].join(':');
    // A clone with few assignments, because an event adds to a dozen tallies and a rebuild makes millions.
    const made: Tally = { ...NO_TALLY };
    made.id = id;
    made.organization_id = organizationId;
    made.scope = scope;
    made.grain = grain;
    made.start = start;
    made.product_id = product;
    made.is_recurring = isRecurring;
    made.currency = currency;
    return Object.assign(made, added);
  };
  const sums = (scope: string, product: string | null, added: Partial<Counts>, grains = GRAINS): Tally[] =>
    isNothing(added) ? [] : grains.map((grain) => tally(scope, product, grain, added));
  const customer = `customer:${customerId}`;
  return [
    ...sums('all', null, fact.isMove ? { ...counts, started: 0, ended: 0 } : counts, FINE_GRAINS),
    ...sums(`product:${productId}`, productId, counts),
    ...(customerId === null ? [] : sums(customer, productId, { ...counts, checkouts: 0 })),
    ...(customerId === null || checkoutId === null ? [] : [tally(customer, productId, 'checkout', { checkouts: 1 })]),
  ];
}

function isNothing(counts: Partial<Counts>): boolean {
  return Object.values(counts).every((count) => count === 0);
}

const QUARTERS = ['00', '15', '30', '45'];

/** The start of the period that contains an instant. */
export function startOf(at: Instant, grain: Tally['grain']): Instant {
  switch (grain) {
    case 'quarter_hour':
      return `${at.slice(0, 14)}${QUARTERS[Math.floor(Number(at.slice(14, 16)) / 15)]}:00.000Z`;
    case 'checkout':
      return intervalStart(at, 'hour');
    default:
      return intervalStart(at, grain);
  }
}
