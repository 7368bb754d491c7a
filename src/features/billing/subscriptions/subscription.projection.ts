import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { subjectOf, type EventsOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { wireAddress, type WireAddress } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import { metadataEntries, type Metadata } from '../metadata.ts';
import { discountedAmountOf } from '../pricing/bill.ts';
import type { RecurringDiscount } from '../pricing/terms.ts';
import type { RecurringInterval } from '../products/product.events.ts';
import {
  productOf,
  type CancellationReason,
  type subscriptionEvents,
  type SubscriptionItems,
} from './subscription.events.ts';
import { firstStatusOf, isActiveStatus, statusAfter, type SubscriptionStatus } from './subscription-status.rules.ts';

/** A subscription in its wire form, without customer, product and prices, which the presenter adds. */
export interface SubscriptionDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  /** Per period, in minor units. */
  amount: number;
  currency: string;
  recurring_interval: RecurringInterval;
  status: SubscriptionStatus;
  current_period_start: Instant;
  current_period_end: Instant;
  cancel_at_period_end: boolean;
  canceled_at: Instant | null;
  started_at: Instant;
  ends_at: Instant | null;
  ended_at: Instant | null;
  customer_id: string;
  product_id: string;
  discount_id: string | null;
  /** null if its seller has subscribed the customer. */
  checkout_id: string | null;
  customer_cancellation_reason: CancellationReason | null;
  customer_cancellation_comment: string | null;
  metadata: Metadata;
  /** What it took when it started, and how long it lasts. */
  discount_terms: RecurringDiscount | null;
  /** By the field's id. */
  custom_field_values: CustomFieldValues;
  organization_id: string;
  /** As at purchase. */
  items: SubscriptionItems;
  /** What renewals charge. */
  payment_method_id: string | null;
  /** What renewals are billed to; null for the customer's own. */
  billing_address: WireAddress | null;
  billing_name: string | null;
  /** Neither incomplete, ended nor past due. */
  active: boolean;
  /** While it is incomplete, when it expires without a payment. */
  expires_at: Instant | null;
  /** While it is trialing, when that ends. */
  trial_ends_at: Instant | null;
  /** Of the trial that it began with, also when that is over. */
  trial_start: Instant | null;
  trial_end: Instant | null;
  /** What it changes to when the next period begins. */
  pending_change: PendingChange | null;
  /** The order whose payment has failed, and what becomes of it; null unless it is past due or unpaid. */
  dunning: Dunning | null;
  metadata_entries: string[];
  subjects: string[];
}

export interface PendingChange {
  /** Of the event. */
  id: string;
  created_at: Instant;
  product_id: string;
  items: SubscriptionItems;
  takes_effect_at: Instant;
}

export interface Dunning {
  order_id: string;
  /** Charges that were due and have failed, the first of them that of the renewal. */
  attempts: number;
  next_attempt_at: Instant | null;
  /** Until then it keeps its benefits. */
  grace_ends_at: Instant | null;
}

type Handled = Exclude<
  EventsOf<typeof subscriptionEvents>,
  { type: 'SubscriptionRenewalAnnounced' | 'SubscriptionUsageMeasured' }
>;
type SubscriptionStart = Recorded<Extract<Handled, { type: 'SubscriptionCreated' }>>;
type Upgrade = Recorded<Extract<Handled, { type: 'SubscriptionUpgraded' }>>;
type Request = Recorded<Extract<Handled, { type: 'SubscriptionRequested' }>>;
type Bought = (SubscriptionStart | Upgrade)['data'] | RequestedData;
type RequestedData = Request['data'] & { checkoutId: null; discount: null };
type Standing = Pick<
  SubscriptionDocument,
  | 'amount'
  | 'currency'
  | 'recurring_interval'
  | 'product_id'
  | 'discount_id'
  | 'metadata'
  | 'current_period_start'
  | 'current_period_end'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'ends_at'
>;
export type LiveChange = Exclude<
  Handled,
  {
    type:
      | 'SubscriptionRequested'
      | 'SubscriptionCreated'
      | 'SubscriptionExpired'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded';
  }
>;

export const subscriptionProjection: Projection<SubscriptionDocument, Handled> = {
  name: 'subscriptions',
  version: 12,
  indexes: [
    ['organization_id', 'active', 'started_at'],
    ['organization_id', 'customer_id', 'started_at'],
    ['organization_id', 'customer_id', 'checkout_id'],
    ['organization_id', 'product_id', 'started_at'],
    ['organization_id', 'status', 'started_at'],
    ['organization_id', 'customer_cancellation_reason'],
    ['customer_id'],
    ['product_id'],
    ['organization_id'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['started_at', 'current_period_end', 'status', 'amount', 'discount_id'],
    filters: [
      'customer_id',
      'product_id',
      'active',
      'metadata_entries',
      'cancel_at_period_end',
      'customer_cancellation_reason',
      'ended_at',
      'recurring_interval',
      'currency',
    ],
  },
  maps: ['custom_field_values', 'metadata'],
  handles: [
    'SubscriptionRequested',
    'SubscriptionCreated',
    'SubscriptionExpired',
    'SubscriptionUpgraded',
    'SubscriptionProductChanged',
    'SubscriptionChangeScheduled',
    'SubscriptionChangeWithdrawn',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionPaymentRetried',
    'SubscriptionRecovered',
    'SubscriptionGraceEnded',
    'SubscriptionMarkedUnpaid',
    'SubscriptionPaymentMethodChanged',
    'SubscriptionCanceled',
    'SubscriptionUncanceled',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],
  targets: (event) => [event.data.subscriptionId],

  evolve(document, event) {
    if (event.type === 'SubscriptionRequested') return requested(event);
    if (event.type === 'SubscriptionCreated') return { ...created(event), ...completed(document, event) };
    if (!document) return undefined;
    const status = statusAfter(document.status, event);
    const changes = { ...changed(document, event), status, active: isActiveStatus(status) };
    return { ...document, ...changes, modified_at: event.metadata.occurredAt };
  },

  blank(document, subject) {
    if (!document.subjects.includes(subject)) return document;
    const billing = { billing_address: null, billing_name: null };
    const filled = { custom_field_values: {}, metadata: {}, metadata_entries: [] };
    return { ...document, ...billing, ...filled, customer_cancellation_comment: null };
  },
};

function created(event: SubscriptionStart): SubscriptionDocument {
  const { data } = event;
  return {
    ...standingAtStart(event),
    ended_at: null,
    customer_id: data.customerId,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    organization_id: data.organizationId,
    active: true,
    expires_at: null,
    trial_ends_at: data.trial?.endsAt ?? null,
    pending_change: null,
    dunning: null,
    ...bought(data),
    subjects: [subjectOf.customer(data.customerId)],
  };
}

/** It was incomplete before, and is not new. */
function completed(document: SubscriptionDocument | undefined, { metadata }: SubscriptionStart) {
  return document && { created_at: document.created_at, modified_at: metadata.occurredAt };
}

function requested({ data, metadata }: Request): SubscriptionDocument {
  const sold = { ...data, checkoutId: null, discount: null };
  return {
    id: data.subscriptionId,
    created_at: metadata.occurredAt,
    modified_at: null,
    ...boughtStanding(sold),
    status: 'incomplete',
    current_period_start: data.periodStart,
    current_period_end: data.periodEnd,
    started_at: data.periodStart,
    ended_at: null,
    customer_id: data.customerId,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    organization_id: data.organizationId,
    active: false,
    expires_at: data.expiresAt,
    trial_ends_at: null,
    trial_start: null,
    trial_end: null,
    pending_change: null,
    dunning: null,
    ...bought(sold),
    subjects: [subjectOf.customer(data.customerId)],
  };
}

function bought(data: Bought) {
  return {
    checkout_id: data.checkoutId,
    items: data.items,
    payment_method_id: data.paymentMethodId,
    billing_address: data.billingAddress ? wireAddress(data.billingAddress) : null,
    billing_name: data.billingName,
    discount_terms: data.discount,
    custom_field_values: data.customFieldData,
    metadata_entries: metadataEntries(data.metadata),
  };
}

function changed(
  document: SubscriptionDocument,
  event: Recorded<Exclude<Handled, { type: 'SubscriptionRequested' | 'SubscriptionCreated' }>>,
): Partial<SubscriptionDocument> {
  switch (event.type) {
    case 'SubscriptionUpgraded':
      return { ...standingAfter(event), ...bought(event.data), ...NOT_CANCELED, pending_change: null };
    case 'SubscriptionProductChanged': {
      const { items, discount: discount_terms } = event.data;
      return { ...standingAfter(event), items, discount_terms, pending_change: null };
    }
    case 'SubscriptionChangeScheduled': {
      const { change, takesEffectAt: takes_effect_at } = event.data;
      const about = { id: event.id, created_at: event.metadata.occurredAt };
      return { pending_change: { ...about, product_id: productOf(change), items: change.items, takes_effect_at } };
    }
    case 'SubscriptionChangeWithdrawn':
      return { pending_change: null };
    case 'SubscriptionRenewed': {
      const ended = event.data.endedDiscount && { discount_terms: null };
      return { ...standingAfter(event), ...ended, trial_ends_at: null };
    }
    case 'SubscriptionRenewalFailed':
      return { dunning: dunningOf(event.data) };
    case 'SubscriptionPaymentRetried': {
      const { dunning } = document;
      return event.data.attempt === null ? {} : { dunning: dunning && { ...dunning, next_attempt_at: null } };
    }
    case 'SubscriptionRecovered':
      return { ...standingAfter(event), dunning: null };
    case 'SubscriptionGraceEnded':
      return { dunning: document.dunning && { ...document.dunning, grace_ends_at: null } };
    case 'SubscriptionMarkedUnpaid':
      return {};
    case 'SubscriptionPaymentMethodChanged':
      return { payment_method_id: event.data.paymentMethodId };
    case 'SubscriptionCanceled': {
      const { reason, comment } = event.data;
      const words = { customer_cancellation_reason: reason, customer_cancellation_comment: comment };
      return { ...standingAfter(event), ...words };
    }
    case 'SubscriptionUncanceled':
      return { ...standingAfter(event), ...NOT_CANCELED };
    case 'SubscriptionExpired':
      return { ended_at: event.data.endedAt, expires_at: null };
    case 'SubscriptionRevoked': {
      const { endedAt, reason, comment } = event.data;
      return {
        ...ended(endedAt),
        canceled_at: endedAt,
        ends_at: endedAt,
        customer_cancellation_reason: reason ?? document.customer_cancellation_reason,
        customer_cancellation_comment: comment ?? document.customer_cancellation_comment,
      };
    }
    case 'SubscriptionEnded':
      return ended(event.data.endedAt);
  }
}

function dunningOf(data: Extract<Handled, { type: 'SubscriptionRenewalFailed' }>['data']): Dunning {
  const { orderId: order_id, attempt: attempts, nextAttemptAt: next_attempt_at, graceEndsAt } = data;
  return { order_id, attempts, next_attempt_at, grace_ends_at: graceEndsAt ?? null };
}

const NOT_CANCELED = { customer_cancellation_reason: null, customer_cancellation_comment: null };

/** The fields of a new subscription that the state of its customer shows, too. */
export function standingAtStart({ data, metadata }: SubscriptionStart) {
  return {
    id: data.subscriptionId,
    created_at: metadata.occurredAt,
    modified_at: null,
    ...boughtStanding(data),
    status: firstStatusOf(data),
    current_period_start: data.startedAt,
    current_period_end: data.currentPeriodEnd,
    started_at: data.startedAt,
    trial_start: data.trial ? data.startedAt : null,
    trial_end: data.trial?.endsAt ?? null,
  };
}

function boughtStanding(data: Bought) {
  return { ...soldStanding(data), metadata: data.metadata, ...GOES_ON };
}

type Sold = Pick<Bought, 'items' | 'currency' | 'discount' | 'recurringInterval'>;

function soldStanding(data: Sold) {
  return {
    amount: discountedAmountOf(data.items, data.currency, data.discount),
    currency: data.currency,
    recurring_interval: data.recurringInterval,
    product_id: productOf(data),
    discount_id: data.discount?.discountId ?? null,
  };
}

const GOES_ON = { cancel_at_period_end: false, canceled_at: null, ends_at: null };

/** How an event changes what is subscribed to, and the period and end of a subscription that goes on. */
export function standingAfter(event: LiveChange): Partial<Standing> {
  switch (event.type) {
    case 'SubscriptionUpgraded': {
      const { periodStart, periodEnd } = event.data;
      return { ...boughtStanding(event.data), current_period_start: periodStart, current_period_end: periodEnd };
    }
    case 'SubscriptionProductChanged': {
      const { periodStart, periodEnd } = event.data;
      return { ...soldStanding(event.data), current_period_start: periodStart, current_period_end: periodEnd };
    }
    case 'SubscriptionRenewed': {
      const { periodStart, periodEnd, endedDiscount: ended } = event.data;
      const period = { current_period_start: periodStart, current_period_end: periodEnd };
      return { ...period, ...(ended && { discount_id: null, amount: ended.amount }) };
    }
    case 'SubscriptionRecovered':
      return { current_period_end: event.data.periodEnd };
    case 'SubscriptionCanceled':
      return { cancel_at_period_end: true, canceled_at: event.data.canceledAt, ends_at: event.data.endsAt };
    case 'SubscriptionUncanceled':
      return GOES_ON;
    default:
      return {};
  }
}

function ended(endedAt: Instant): Partial<SubscriptionDocument> {
  return {
    ended_at: endedAt,
    trial_ends_at: null,
    pending_change: null,
    dunning: null,
  };
}
