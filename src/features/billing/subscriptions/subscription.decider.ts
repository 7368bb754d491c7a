import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid, seedOf } from '../../../kernel/ids.ts';
import { recurringAmountOf } from '../pricing/lines.ts';
import type { RecurringDiscount } from '../pricing/terms.ts';
import type { RecurringInterval } from '../products/product.events.ts';
import type {
  CancelSubscription,
  ChangeSubscriptionProduct,
  CreateSubscription,
  FailRenewal,
  RenewSubscription,
  RevokeSubscription,
  UncancelSubscription,
  UpgradeSubscription,
} from './subscription.commands.ts';
import {
  AlreadyCanceledSubscription,
  RenewalNotDue,
  SubscriptionEndedAlready,
  SubscriptionNotCanceled,
  SubscriptionNotFree,
} from './subscription.errors.ts';
import {
  isFree,
  productOf,
  type PendingChange,
  type SubscriptionEvent,
  type SubscriptionItems,
} from './subscription.events.ts';
import { anchorDayOf, lasts, periodEndOf } from './subscription.periods.ts';

type SubscriptionIntent =
  | IntentWith<FailRenewal, RenewalFailure>
  | IntentOf<
      | CreateSubscription
      | UpgradeSubscription
      | RenewSubscription
      | ChangeSubscriptionProduct
      | CancelSubscription
      | UncancelSubscription
      | RevokeSubscription
    >;

/** `paidOrderIds`: the orders of its renewals that are paid. */
export type RenewalFailure = FailRenewal['data'] & { paidOrderIds: readonly string[] };

type DataOf<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>['data'];

interface About {
  subscriptionId: string;
  organizationId: string;
  customerId: string;
}

interface Sold {
  items: SubscriptionItems;
  currency: string;
  recurringInterval: RecurringInterval;
}

interface Live {
  status: 'active' | 'past_due';
  about: About;
  sold: Sold;
  discount: RecurringDiscount | null;
  trial: { endsAt: Instant } | null;
  pendingChange: PendingChange | null;
  /** Failed charges of the renewal that it is past due for. `isRecorded`: an event records what became past due. */
  failed: { attempts: number; nextAttemptAt: Instant | null; isRecorded: boolean } | null;
  anchorDay: number;
  periodEnd: Instant;
  /** Orders of its renewals. */
  orderIds: readonly string[];
  canceled: boolean;
  activeClaim: Claim | null;
  upgradedBy: readonly string[];
}

export type SubscriptionState =
  | { status: 'absent'; forfeited: readonly string[] }
  | Live
  | { status: 'ended'; organizationId: string; upgradedBy: readonly string[] };

export const subscriptionDecider: Decider<SubscriptionIntent, SubscriptionState, SubscriptionEvent> = {
  category: 'subscription',
  initial: { status: 'absent', forfeited: [] },
  // Canceling is never refused: it takes an uncanceling to cancel again.
  edits: { types: ['SubscriptionUncanceled'], perDay: 20 },

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateSubscription':
        return create(intent, state);
      case 'UpgradeSubscription':
        return upgrade(intent, state);
      case 'RenewSubscription':
        return renew(intent, state);
      case 'FailRenewal':
        return failRenewal(intent.data, state);
      case 'ChangeSubscriptionProduct':
        return changeProduct(state);
      case 'CancelSubscription':
        return cancel(intent, state);
      case 'UncancelSubscription':
        return uncancel(state);
      case 'RevokeSubscription':
        return revoke(intent, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ClaimForfeited':
        return state.status === 'absent'
          ? { ...state, forfeited: [...state.forfeited, claimStream(event.data)] }
          : state;
      case 'SubscriptionCreated': {
        const { items, currency, recurringInterval, discount, trial, anchorDay, activeClaim } = event.data;
        const sold = { items, currency, recurringInterval };
        const period = { anchorDay, periodEnd: event.data.currentPeriodEnd, orderIds: [] };
        const changes = { pendingChange: null, failed: null, canceled: false };
        return {
          status: 'active',
          about: aboutOf(event.data),
          sold,
          discount,
          trial,
          ...period,
          ...changes,
          activeClaim,
          upgradedBy: [],
        };
      }
      case 'SubscriptionUpgraded':
        return upgraded(state, event.data);
      case 'SubscriptionRenewed':
        return renewed(state, event.data);
      case 'SubscriptionRenewalFailed':
        return pastDue(state, event.data);
      case 'SubscriptionCanceled':
        return live(state, { canceled: true });
      case 'SubscriptionUncanceled':
        return live(state, { canceled: false });
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return { status: 'ended', organizationId: event.data.organizationId, upgradedBy: upgradesOf(state) };
    }
  },
};

function create({ data, now }: IntentOf<CreateSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (state.status !== 'absent') return [];
  if (data.activeClaim) refuseForfeited(state.forfeited, data.activeClaim);
  const anchorDay = anchorDayOf(now);
  const currentPeriodEnd = periodEndOf(now, data.recurringInterval, anchorDay);
  const discount = data.discount && { ...data.discount, startedAt: now };
  return [{ type: 'SubscriptionCreated', data: { ...data, discount, anchorDay, startedAt: now, currentPeriodEnd } }];
}

/** At once, with a first period of its own; a checkout upgrades once, whatever became of the subscription since. */
function upgrade({ data, now }: IntentOf<UpgradeSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (upgradesOf(state).includes(data.checkoutId)) return [];
  const found = known(state);
  if (!isLive(found)) throw new SubscriptionEndedAlready();
  if (!isFree(found.sold.items)) throw new SubscriptionNotFree();
  const anchorDay = anchorDayOf(now);
  const period = { periodStart: now, periodEnd: periodEndOf(now, data.recurringInterval, anchorDay) };
  const discount = data.discount && { ...data.discount, startedAt: now };
  const from = subscribedTo(found.sold);
  const change = { ...data, ...found.about, from, discount, anchorDay, ...period, wasCanceled: found.canceled };
  return [{ type: 'SubscriptionUpgraded', data: change }];
}

/** Begins the next period, or ends if it was canceled; if past due, it does not renew (docs/BILLING.md#subscription-states). */
function renew({ data: { dueAt }, now }: IntentOf<RenewSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (!isLive(state) || state.periodEnd !== dueAt) return [];
  if (msOf(now) < msOf(dueAt)) throw new RenewalNotDue();
  if (state.canceled) {
    const outcome = { endedAt: dueAt, wasPastDue: wasPastDue(state), released: state.activeClaim };
    return [{ type: 'SubscriptionEnded', data: { ...state.about, ...subscribedTo(state.sold), ...outcome } }];
  }
  if (state.status === 'past_due') return [];
  const periodEnd = periodEndOf(dueAt, state.sold.recurringInterval, state.anchorDay);
  const orderId = deriveUuid(seedOf(msOf(dueAt), state.about.subscriptionId), 'order');
  const ended = endedDiscount(state, dueAt);
  return [{ type: 'SubscriptionRenewed', data: { ...state.about, periodStart: dueAt, periodEnd, orderId, ...ended } }];
}

/** The order of any renewal counts, because a payment may be pending for longer than a period, unless a later period has been paid. */
function failRenewal(
  { orderId, paymentId, paidOrderIds }: RenewalFailure,
  state: SubscriptionState,
): SubscriptionEvent[] {
  if (!isLive(state) || state.status !== 'active' || !state.orderIds.includes(orderId)) return [];
  if (ordersAfter(state, orderId).some((later) => paidOrderIds.includes(later))) return [];
  const dunning = {
    attempt: (state.failed?.attempts ?? 0) + 1,
    nextAttemptAt: null,
    pastDue: subscribedTo(state.sold),
  };
  const outcome = { endsAt: state.canceled ? state.periodEnd : null, released: state.activeClaim };
  return [{ type: 'SubscriptionRenewalFailed', data: { ...state.about, orderId, paymentId, ...dunning, ...outcome } }];
}

/** The orders of later renewals; none if the order is not one of this subscription's. */
export function ordersAfter(state: SubscriptionState, orderId: string): readonly string[] {
  return isLive(state) && state.orderIds.includes(orderId)
    ? state.orderIds.slice(state.orderIds.indexOf(orderId) + 1)
    : [];
}

function changeProduct(state: SubscriptionState): SubscriptionEvent[] {
  const found = known(state);
  if (!isLive(found) || found.canceled) throw new AlreadyCanceledSubscription();
  throw InvalidInput.at('body.product_id', 'The product cannot be changed yet.');
}

function cancel({ data, now }: IntentOf<CancelSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  const found = known(state);
  if (!isLive(found) || found.canceled) throw new AlreadyCanceledSubscription();
  const { reason, comment } = data;
  const times = { canceledAt: now, endsAt: found.periodEnd };
  return [{ type: 'SubscriptionCanceled', data: { ...found.about, ...times, reason, comment } }];
}

function uncancel(state: SubscriptionState): SubscriptionEvent[] {
  const found = known(state);
  if (!isLive(found)) throw new SubscriptionEndedAlready();
  if (!found.canceled) throw new SubscriptionNotCanceled();
  const renewsAt = found.status === 'active' ? found.periodEnd : null;
  return [{ type: 'SubscriptionUncanceled', data: { ...found.about, renewsAt } }];
}

function revoke({ data, now }: IntentOf<RevokeSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (data.evenIfEnded && !isLive(state)) return [];
  const found = known(state);
  if (!isLive(found)) throw new AlreadyCanceledSubscription();
  const { reason, comment } = data;
  const was = { wasCanceled: found.canceled, wasPastDue: wasPastDue(found) };
  const outcome = { endedAt: now, reason, comment, ...was, released: found.activeClaim };
  return [{ type: 'SubscriptionRevoked', data: { ...found.about, ...subscribedTo(found.sold), ...outcome } }];
}

function known(state: SubscriptionState): Exclude<SubscriptionState, { status: 'absent' }> {
  if (state.status === 'absent') throw new NotFound();
  return state;
}

function isLive(state: SubscriptionState): state is Live {
  return state.status === 'active' || state.status === 'past_due';
}

function pastDue(
  state: SubscriptionState,
  {
    attempt,
    nextAttemptAt,
    pastDue: what,
    released,
  }: Extract<SubscriptionEvent, { type: 'SubscriptionRenewalFailed' }>['data'],
): SubscriptionState {
  const isRecorded = what !== null || (isLive(state) && wasPastDue(state));
  const failed = { attempts: attempt, nextAttemptAt, isRecorded };
  return live(state, { status: 'past_due', failed, ...(released && { activeClaim: null }) });
}

function endedDiscount({ discount, sold }: Live, periodStart: Instant) {
  if (!discount || lasts(discount, periodStart)) return {};
  return { endedDiscount: { discountId: discount.discountId, amount: recurringAmountOf(sold.items) } };
}

function renewed(
  state: SubscriptionState,
  { periodEnd, orderId, endedDiscount: ended }: DataOf<'SubscriptionRenewed'>,
): SubscriptionState {
  if (!isLive(state)) return state;
  return { ...state, periodEnd, orderIds: [...state.orderIds, orderId], ...(ended && { discount: null }) };
}

function upgraded(state: SubscriptionState, data: DataOf<'SubscriptionUpgraded'>): SubscriptionState {
  const { items, currency, recurringInterval, discount, anchorDay, periodEnd, checkoutId } = data;
  return live(state, {
    sold: { items, currency, recurringInterval },
    discount,
    pendingChange: null,
    anchorDay,
    periodEnd,
    canceled: false,
    upgradedBy: [...upgradesOf(state), checkoutId],
  });
}

/** The checkouts that have upgraded it. */
function upgradesOf(state: SubscriptionState): readonly string[] {
  return state.status === 'absent' ? [] : state.upgradedBy;
}

function live(state: SubscriptionState, change: Partial<Live>): SubscriptionState {
  return isLive(state) ? { ...state, ...change } : state;
}

/** Whether an event records that it is past due, so that the event of its end can record it too. */
function wasPastDue({ status, failed }: Live): boolean {
  return status === 'past_due' && failed !== null && failed.isRecorded;
}

function subscribedTo({ items, currency, recurringInterval }: Sold) {
  return { productId: productOf({ items }), amount: recurringAmountOf(items), currency, recurringInterval };
}

function aboutOf({ subscriptionId, organizationId, customerId }: About): About {
  return { subscriptionId, organizationId, customerId };
}
