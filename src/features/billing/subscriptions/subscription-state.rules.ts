import { claimStream, type Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { discountedAmountOf } from '../pricing/bill.ts';
import { itemLineId } from '../pricing/lines.ts';
import type { Discount, RecurringDiscount } from '../pricing/terms.ts';
import { anchorDayOf } from '../months.ts';
import {
  meteredIn,
  subscribedTo,
  type BilledItem,
  type BillingEntry,
  type PendingChange,
  type Sold,
  type SubscriptionItems,
  type SubscriptionEvent,
  type UsageEntry,
} from './subscription.events.ts';
import { announcedAt } from './subscription.periods.ts';
import { firstStatusOf, isLiveStatus, liveStatusAfter, type LiveStatus } from './subscription-status.rules.ts';

export interface About {
  subscriptionId: string;
  organizationId: string;
  customerId: string;
}

/** The order that it is past due for. */
export interface Failed {
  orderId: string;
  /** Charges that were due and have failed; the first is the one of the renewal. */
  attempts: number;
  nextAttemptAt: Instant | null;
  graceEndsAt: Instant | null;
  /** How often it has been charged again, in between or when that was due. */
  retries: number;
  /** The charge whose outcome is awaited. */
  retry: { paymentId: string; paymentMethodId: string; isScheduled: boolean } | null;
  /** An event records what became past due. */
  isRecorded: boolean;
}

export interface Live {
  status: LiveStatus;
  about: About;
  sold: Sold;
  discount: RecurringDiscount | null;
  /** Lines that wait for the next order. */
  entries: readonly BillingEntry[];
  usage: readonly UsageEntry[];
  /** What has billed its items for the period, by price. */
  billed: Readonly<Record<string, BilledItem>>;
  /** The last event whose usage has been measured, by its revision; −1 before. */
  measuredThrough: number;
  pendingChange: PendingChange | null;
  /** null unless it is past due or unpaid. */
  failed: Failed | null;
  paymentMethodId: string | null;
  anchorDay: number;
  periodStart: Instant;
  periodEnd: Instant;
  /** Of its periods and changes, without the order of its checkout. */
  orderIds: readonly string[];
  /** How often its product has been changed, so that two changes at once cannot both count. */
  changes: number;
  canceled: boolean;
  /** The customer has been told of the charge at the end of the period. */
  isAnnounced: boolean;
  activeClaim: Claim | null;
  upgradedBy: readonly string[];
}

/** Its first order is not paid yet. */
export interface Incomplete {
  status: 'incomplete';
  about: About;
  requested: DataOf<'SubscriptionRequested'>;
}

export interface Ended {
  status: 'incomplete_expired' | 'canceled';
  organizationId: string;
  upgradedBy: readonly string[];
  measuredThrough: number;
}

export type SubscriptionState = { status: 'absent'; forfeited: readonly string[] } | Incomplete | Live | Ended;

export const NO_SUBSCRIPTION: SubscriptionState = { status: 'absent', forfeited: [] };

type DataOf<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>['data'];
/** What neither begins nor ends it. */
type LiveEvent = Exclude<
  SubscriptionEvent,
  {
    type:
      | 'ClaimForfeited'
      | 'SubscriptionRequested'
      | 'SubscriptionCreated'
      | 'SubscriptionExpired'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded';
  }
>;

export function evolveSubscription(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  switch (event.type) {
    case 'ClaimForfeited':
      return state.status === 'absent' ? { ...state, forfeited: [...state.forfeited, claimStream(event.data)] } : state;
    case 'SubscriptionRequested':
      return { status: 'incomplete', about: aboutOf(event.data), requested: event.data };
    case 'SubscriptionCreated':
      return created(event.data);
    case 'SubscriptionExpired':
      return ended(state, 'incomplete_expired', event.data);
    case 'SubscriptionRevoked':
    case 'SubscriptionEnded':
      return ended(state, 'canceled', event.data);
    default:
      if (isLive(state)) return { ...state, ...changed(state, event), status: liveStatusAfter(state.status, event) };
      return event.type === 'SubscriptionUsageMeasured' && isEnded(state)
        ? { ...state, measuredThrough: event.data.cause }
        : state;
  }
}

/** Without its status. */
function changed(state: Live, event: LiveEvent): Partial<Live> {
  switch (event.type) {
    case 'SubscriptionUpgraded':
      return upgraded(state, event.data);
    case 'SubscriptionProductChanged':
      return productChanged(state, event.data);
    case 'SubscriptionChangeScheduled':
      return { pendingChange: event.data.change };
    case 'SubscriptionChangeWithdrawn':
      return { pendingChange: null };
    case 'SubscriptionRenewed':
      return renewed(state, event.data);
    case 'SubscriptionRenewalFailed':
      return pastDue(state, event.data);
    case 'SubscriptionPaymentRetried':
      return retried(state, event.data);
    case 'SubscriptionRecovered':
      return recovered(state, event.data.periodEnd);
    case 'SubscriptionGraceEnded':
      return { failed: state.failed && { ...state.failed, graceEndsAt: null } };
    case 'SubscriptionPaymentMethodChanged':
      return { paymentMethodId: event.data.paymentMethodId };
    case 'SubscriptionRenewalAnnounced':
      return { isAnnounced: true };
    case 'SubscriptionCanceled':
      return { canceled: true };
    case 'SubscriptionUncanceled':
      return { canceled: false };
    case 'SubscriptionUsageMeasured':
      return measured(state, event.data);
    case 'SubscriptionMarkedUnpaid':
      return {};
  }
}

function created(data: DataOf<'SubscriptionCreated'>): Live {
  const { discount, anchorDay, activeClaim, paymentMethodId } = data;
  return {
    status: firstStatusOf(data),
    about: aboutOf(data),
    sold: soldIn(data),
    discount,
    entries: [],
    usage: [],
    billed: billedBy(data.billedBy, data.items),
    measuredThrough: -1,
    pendingChange: null,
    failed: null,
    paymentMethodId,
    anchorDay,
    periodStart: data.startedAt,
    periodEnd: data.currentPeriodEnd,
    orderIds: [],
    changes: 0,
    canceled: false,
    isAnnounced: false,
    activeClaim,
    upgradedBy: [],
  };
}

function upgraded(state: Live, data: DataOf<'SubscriptionUpgraded'>): Partial<Live> {
  const { discount, anchorDay, periodStart, periodEnd } = data;
  return {
    sold: soldIn(data),
    discount,
    billed: billedBy(data.billedBy, data.items),
    pendingChange: null,
    paymentMethodId: data.paymentMethodId,
    anchorDay,
    periodStart,
    periodEnd,
    canceled: false,
    isAnnounced: false,
    upgradedBy: [...state.upgradedBy, data.checkoutId],
  };
}

function productChanged(state: Live, data: DataOf<'SubscriptionProductChanged'>): Partial<Live> {
  const { discount, anchorDay, periodStart, periodEnd, orderId, entries, beginsPeriod } = data;
  const charged = entries.filter(({ takesBack }) => !takesBack);
  return {
    sold: soldIn(data),
    discount,
    billed: beginsPeriod
      ? billedBy(orderId, data.items)
      : Object.fromEntries(charged.map(({ id: lineId, priceId }) => [priceId, { orderId, lineId }])),
    anchorDay,
    periodStart,
    periodEnd,
    isAnnounced: state.isAnnounced && !beginsPeriod,
    pendingChange: null,
    changes: state.changes + 1,
    entries: orderId === null ? [...state.entries, ...entries] : [],
    usage: orderId === null ? state.usage : [],
    orderIds: orderId === null ? state.orderIds : [...state.orderIds, orderId],
  };
}

function renewed(state: Live, data: DataOf<'SubscriptionRenewed'>): Partial<Live> {
  const { periodStart, periodEnd, orderId, endedDiscount } = data;
  return {
    periodStart,
    periodEnd,
    entries: [],
    usage: [],
    billed: billedBy(orderId, state.sold.items),
    isAnnounced: false,
    orderIds: [...state.orderIds, orderId],
    ...(endedDiscount && { discount: null, sold: undiscounted(state.sold) }),
  };
}

function pastDue(state: Live, data: DataOf<'SubscriptionRenewalFailed'>): Partial<Live> {
  const { orderId, attempt: attempts, nextAttemptAt, graceEndsAt = null, pastDue: what, released } = data;
  const isRecorded = what !== null || wasPastDue(state);
  const retries = state.failed?.retries ?? 0;
  const failed = { orderId, attempts, nextAttemptAt, graceEndsAt, retries, retry: null, isRecorded };
  return { failed, ...(released && { activeClaim: null }) };
}

/** What no order bills waits for the next one. */
function measured(state: Live, { cause, orderId, usage }: DataOf<'SubscriptionUsageMeasured'>): Partial<Live> {
  return { measuredThrough: cause, usage: orderId === null ? [...state.usage, ...usage] : state.usage };
}

/** A period that ends later than it was going to is followed by one that counts from that day. */
function recovered(state: Live, periodEnd: Instant): Partial<Live> {
  const anchorDay = periodEnd === state.periodEnd ? state.anchorDay : anchorDayOf(periodEnd);
  return { failed: null, periodEnd, anchorDay };
}

function retried({ failed }: Live, data: DataOf<'SubscriptionPaymentRetried'>): Partial<Live> {
  const { paymentId, paymentMethodId, attempt } = data;
  const retry = { paymentId, paymentMethodId, isScheduled: attempt !== null };
  return { failed: failed && { ...failed, retries: failed.retries + 1, retry } };
}

function ended(
  state: SubscriptionState,
  status: Ended['status'],
  { organizationId }: { organizationId: string },
): Ended {
  return { status, organizationId, upgradedBy: upgradesOf(state), measuredThrough: measuredThroughOf(state) };
}

/** The lines of an order that has billed items for a period. */
function billedBy(orderId: string | null | undefined, items: SubscriptionItems): Live['billed'] {
  if (!orderId) return {};
  return Object.fromEntries(items.map(({ price: { id } }) => [id, { orderId, lineId: itemLineId(orderId, id) }]));
}

export function known(state: SubscriptionState): Exclude<SubscriptionState, { status: 'absent' }> {
  if (state.status === 'absent') throw new NotFound();
  return state;
}

export function isLive(state: SubscriptionState): state is Live {
  return isLiveStatus(state.status);
}

function isEnded(state: SubscriptionState): state is Ended {
  return state.status === 'canceled' || state.status === 'incomplete_expired';
}

/** When its customer is to be told that its year renews: nothing if they have been, or it does not. */
export function announcing({ status, canceled, failed, isAnnounced, sold, periodEnd }: Live): {
  announcedAt?: Instant;
} {
  if (status !== 'active' || canceled || failed || isAnnounced) return {};
  const at = announcedAt(sold.recurringInterval, periodEnd);
  return at === undefined ? {} : { announcedAt: at };
}

/** Whether an event records that it is past due, so that the event of its end can record it too. */
export function wasPastDue({ failed }: Live): boolean {
  return failed?.isRecorded ?? false;
}

/** What is sold with a discount, and counts for less while that lasts. */
export function discounted(sold: Sold, discount: Discount | null): Sold {
  const undone = undiscounted(sold);
  if (!discount) return undone;
  return { ...undone, discountedAmount: discountedAmountOf(sold.items, sold.currency, discount) };
}

export function undiscounted({ items, currency, recurringInterval }: Sold): Sold {
  return { items, currency, recurringInterval };
}

function soldIn(data: Sold): Sold {
  const { discountedAmount } = data;
  return { ...undiscounted(data), ...(discountedAmount !== undefined && { discountedAmount }) };
}

/** It ends at once: because somebody asks for it, or for a cause. */
export function revoked(
  state: Live,
  endedAt: Instant,
  why: Pick<DataOf<'SubscriptionRevoked'>, 'reason' | 'comment' | 'cause' | 'orderId'>,
): SubscriptionEvent {
  const was = { wasCanceled: state.canceled, wasPastDue: wasPastDue(state) };
  const outcome = { endedAt, ...why, ...was, ...inTrial(state), released: state.activeClaim };
  return { type: 'SubscriptionRevoked', data: { ...state.about, ...subscribedTo(state.sold), ...outcome } };
}

/** Whether it ended before it was charged for. */
export function inTrial({ status }: Live): { wasTrial?: true } {
  return status === 'trialing' ? { wasTrial: true } : {};
}

/** The last event whose usage has been measured, by its revision; −1 before. */
export function measuredThroughOf(state: SubscriptionState): number {
  return 'measuredThrough' in state ? state.measuredThrough : -1;
}

/** Whether what its meters measure is charged when it ends. */
export function isUsageBilled({ status, failed, sold }: Live): boolean {
  return status === 'active' && failed === null && meteredIn(sold.items).length > 0;
}

/** Whether its end bills something: what was used, or a change of product. */
export function hasLastBill(state: SubscriptionState): boolean {
  return isLive(state) && (isUsageBilled(state) || state.entries.length > 0);
}

/** Whether the charge of an order has failed, and is tried again. */
export function isOwing(state: SubscriptionState): boolean {
  return isLive(state) && state.failed !== null;
}

/** The checkouts that have upgraded it. */
export function upgradesOf(state: SubscriptionState): readonly string[] {
  return 'upgradedBy' in state ? state.upgradedBy : [];
}

function aboutOf({ subscriptionId, organizationId, customerId }: About): About {
  return { subscriptionId, organizationId, customerId };
}
