import { refuseForfeited } from '../../../kernel/writing/claim.ts';
import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { deriveUuid, seedOf } from '../../../kernel/ids.ts';
import { changedAtRenewal, changeProduct, withdrawChange, type ProductChange } from './product-change.rules.ts';
import type {
  AbandonSubscription,
  AnnounceRenewal,
  CancelSubscription,
  ChangePaymentMethod,
  ChangeSubscriptionProduct,
  CreateSubscription,
  EndGrace,
  FailRenewal,
  RecordUsage,
  RecoverSubscription,
  RenewSubscription,
  Requested,
  RequestSubscription,
  RetryPayment,
  RevokeSubscription,
  UncancelSubscription,
  UpgradeSubscription,
  WithdrawSubscriptionChange,
} from './subscription.commands.ts';
import { afterPayment } from './paid-order.rules.ts';
import { abandon, request } from './subscription-request.rules.ts';
import { changePaymentMethod, endGrace, failRenewal, retryPayment, type RenewalFailure } from './dunning.rules.ts';
import {
  AlreadyCanceledSubscription,
  RenewalNotDue,
  SubscriptionEndedAlready,
  SubscriptionNotCanceled,
  SubscriptionNotFree,
} from './subscription.errors.ts';
import { isFree, subscribedTo, type SubscriptionEvent } from './subscription.events.ts';
import { anchorDayOf } from '../months.ts';
import { firstPeriodOf, lasts, periodEndOf } from './subscription.periods.ts';
import {
  announcing,
  discounted,
  evolveSubscription,
  inTrial,
  isLive,
  isUsageBilled,
  known,
  measuredThroughOf,
  NO_SUBSCRIPTION,
  revoked,
  undiscounted,
  upgradesOf,
  wasPastDue,
  type Live,
  type SubscriptionState,
} from './subscription-state.rules.ts';

type SubscriptionIntent =
  | IntentWith<RequestSubscription, Requested>
  | IntentWith<FailRenewal, RenewalFailure>
  | IntentWith<ChangeSubscriptionProduct, ProductChange>
  | IntentOf<
      | CreateSubscription
      | AbandonSubscription
      | UpgradeSubscription
      | RenewSubscription
      | AnnounceRenewal
      | WithdrawSubscriptionChange
      | RetryPayment
      | RecoverSubscription
      | EndGrace
      | ChangePaymentMethod
      | CancelSubscription
      | UncancelSubscription
      | RecordUsage
      | RevokeSubscription
    >;

export const subscriptionDecider: Decider<SubscriptionIntent, SubscriptionState, SubscriptionEvent> = {
  category: 'subscription',
  initial: NO_SUBSCRIPTION,
  evolve: evolveSubscription,
  // Canceling is never refused: it takes an uncanceling to cancel again.
  edits: {
    types: [
      'SubscriptionUncanceled',
      'SubscriptionProductChanged',
      'SubscriptionChangeScheduled',
      'SubscriptionPaymentMethodChanged',
    ],
    perDay: 20,
  },

  decide(intent, state) {
    switch (intent.type) {
      case 'AnnounceRenewal':
        return announceRenewal(intent, state);
      case 'RequestSubscription':
        return request(intent.data, intent.now, state);
      case 'AbandonSubscription':
        return abandon(intent.now, state);
      case 'CreateSubscription':
        return create(intent, state);
      case 'UpgradeSubscription':
        return upgrade(intent, state);
      case 'RenewSubscription':
        return renew(intent, state);
      case 'ChangeSubscriptionProduct':
        return changeProduct(intent.data, intent.now, state);
      case 'WithdrawSubscriptionChange':
        return withdrawChange(state);
      case 'FailRenewal':
        return failRenewal(intent.data, intent.now, state);
      case 'RetryPayment':
        return retryPayment(intent.data.dueAt, intent.now, state);
      case 'RecoverSubscription':
        return afterPayment(intent.data, intent.now, state);
      case 'EndGrace':
        return endGrace(intent.data.dueAt, intent.now, state);
      case 'ChangePaymentMethod':
        return changePaymentMethod(intent.data, state);
      case 'CancelSubscription':
        return cancel(intent, state);
      case 'UncancelSubscription':
        return uncancel(state);
      case 'RevokeSubscription':
        return revoke(intent, state);
      case 'RecordUsage':
        return recordUsage(intent.data, state);
    }
  },
};

function create({ data, now }: IntentOf<CreateSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (state.status !== 'absent') return [];
  if (data.activeClaim) refuseForfeited(state.forfeited, data.activeClaim);
  const first = firstPeriodOf(data, now);
  const discount = data.discount && { ...data.discount, startedAt: first.paidFrom };
  const { trial, anchorDay, startedAt, currentPeriodEnd } = first;
  const period = { trial, anchorDay, startedAt, currentPeriodEnd };
  return [{ type: 'SubscriptionCreated', data: { ...data, ...discounted(data, discount), discount, ...period } }];
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
  const sold = discounted(data, discount);
  const change = {
    ...data,
    ...found.about,
    from,
    ...sold,
    discount,
    anchorDay,
    ...period,
    wasCanceled: found.canceled,
  };
  return [{ type: 'SubscriptionUpgraded', data: change }];
}

/** Begins the next period, or ends if it was canceled; if past due, it does not renew (docs/BILLING.md#subscription-states). */
function renew({ data: { dueAt }, now }: IntentOf<RenewSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (!isLive(state) || state.periodEnd !== dueAt) return [];
  if (msOf(now) < msOf(dueAt)) throw new RenewalNotDue();
  if (state.canceled) return [end(state, dueAt)];
  if (state.failed) return [];
  if (!state.pendingChange) return [nextPeriod(state, dueAt)];
  const change = changedAtRenewal(state, state.pendingChange);
  return [change, nextPeriod(evolveSubscription(state, change) as Live, dueAt)];
}

function nextPeriod(state: Live, periodStart: Instant): SubscriptionEvent {
  const { about, sold, anchorDay, discount, status } = state;
  const periodEnd = periodEndOf(periodStart, sold.recurringInterval, anchorDay);
  const period = { periodStart, periodEnd, orderId: orderIdAt(state, periodStart) };
  const isOver = discount !== null && !lasts(discount, periodStart);
  const to = subscribedTo(isOver ? undiscounted(sold) : sold);
  const ended = isOver && {
    endedDiscount: { discountId: discount.discountId, amount: to.amount, from: subscribedTo(sold) },
  };
  const trial = status === 'trialing' && { endsTrial: to };
  const reminder = announcing({ ...state, status: 'active', isAnnounced: false, periodEnd });
  return { type: 'SubscriptionRenewed', data: { ...about, ...period, ...reminder, ...ended, ...trial } };
}

/** Its last order bills what still waits. */
function end(state: Live, endedAt: Instant): SubscriptionEvent {
  const outcome = { endedAt, wasPastDue: wasPastDue(state), released: state.activeClaim };
  const waits = state.entries.length > 0 || state.usage.length > 0 || isUsageBilled(state);
  const last = waits && !state.failed && { orderId: orderIdAt(state, endedAt) };
  const data = { ...state.about, ...subscribedTo(state.sold), ...outcome, ...inTrial(state), ...last };
  return { type: 'SubscriptionEnded', data };
}

/** Once for each event that has ended periods of meters. */
function recordUsage(data: RecordUsage['data'], state: SubscriptionState): SubscriptionEvent[] {
  known(state);
  return data.cause <= measuredThroughOf(state) ? [] : [{ type: 'SubscriptionUsageMeasured', data }];
}

function orderIdAt({ about }: Live, at: Instant): string {
  return deriveUuid(seedOf(msOf(at), about.subscriptionId), 'order');
}

/** Tells the customer of the charge that ends their trial or their year, unless they have canceled it. */
function announceRenewal(
  { data: { dueAt }, now }: IntentOf<AnnounceRenewal>,
  state: SubscriptionState,
): SubscriptionEvent[] {
  if (!isLive(state) || state.canceled || state.isAnnounced) return [];
  const endsTrial = state.status === 'trialing';
  // One that comes late may be of the period before.
  if (!endsTrial && announcing(state).announcedAt !== dueAt) return [];
  if (msOf(now) < msOf(dueAt)) throw new RenewalNotDue();
  return [{ type: 'SubscriptionRenewalAnnounced', data: { ...state.about, renewsAt: state.periodEnd, endsTrial } }];
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
  const renewsAt = found.failed ? null : found.periodEnd;
  const trial = found.status === 'trialing' && !found.isAnnounced && { trialEndsAt: found.periodEnd };
  const reminder = announcing({ ...found, canceled: false });
  return [{ type: 'SubscriptionUncanceled', data: { ...found.about, renewsAt, ...trial, ...reminder } }];
}

function revoke({ data, now }: IntentOf<RevokeSubscription>, state: SubscriptionState): SubscriptionEvent[] {
  if (data.evenIfEnded && !isLive(state)) return [];
  const found = known(state);
  if (!isLive(found)) throw new AlreadyCanceledSubscription();
  const { reason, comment } = data;
  // Who is deleted is charged no more.
  const isCharged = !data.evenIfEnded && (found.usage.length > 0 || isUsageBilled(found)) && !found.failed;
  const last = isCharged && { orderId: orderIdAt(found, now) };
  return [revoked(found, now, { reason, comment, ...last })];
}
