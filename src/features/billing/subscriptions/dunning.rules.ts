import { addDays, msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { ChangePaymentMethod, FailRenewal, RecoverSubscription } from './subscription.commands.ts';
import { PaymentNotDue, SubscriptionEndedAlready } from './subscription.errors.ts';
import { subscribedTo, type SubscriptionEvent } from './subscription.events.ts';
import {
  announcing,
  isLive,
  known,
  revoked,
  wasPastDue,
  type Failed,
  type Live,
  type SubscriptionState,
} from './subscription-state.rules.ts';

/** Days from each failed attempt to the next: on days 2, 7, 14 and 21 (docs/BILLING.md#dunning). */
const RETRY_AFTER_DAYS = [2, 5, 7, 7] as const;

/** What an organization does about subscriptions that are not paid. */
export interface DunningSettings {
  /** How many days their benefits stay; 0: none. */
  graceDays: number;
  /** What becomes of them after the last attempt. */
  finalAction: 'cancel' | 'unpaid';
}

export const DEFAULT_DUNNING: DunningSettings = { graceDays: 0, finalAction: 'cancel' };

/** `paidOrderIds`: later orders of it that are paid. */
export type RenewalFailure = FailRenewal['data'] & { paidOrderIds: readonly string[]; dunning: DunningSettings };

/** The order of any renewal counts, because a payment may be pending for longer than a period, unless a later period has been paid. */
export function failRenewal(failure: RenewalFailure, now: Instant, state: SubscriptionState): SubscriptionEvent[] {
  if (!isLive(state)) return [];
  const { failed } = state;
  if (failed) return failed.retry?.paymentId === failure.paymentId ? failAgain(failure, now, state, failed) : [];
  const { orderId, paymentId, paidOrderIds, dunning } = failure;
  if (!state.orderIds.includes(orderId)) return [];
  if (ordersAfter(state, orderId).some((later) => paidOrderIds.includes(later))) return [];
  const plan = {
    attempt: 1,
    nextAttemptAt: addDays(now, RETRY_AFTER_DAYS[0]),
    pastDue: subscribedTo(state.sold),
    ...(dunning.graceDays > 0 && { graceEndsAt: addDays(now, dunning.graceDays) }),
  };
  const outcome = { endsAt: state.canceled ? state.periodEnd : null, released: state.activeClaim };
  return [{ type: 'SubscriptionRenewalFailed', data: { ...state.about, orderId, paymentId, ...plan, ...outcome } }];
}

/**
 * An attempt in between does not count. After the last one, the organization's settings say what becomes of the subscription. A payment method
 * that was chosen while another was charged has its turn now.
 */
function failAgain(
  { orderId, paymentId, dunning }: RenewalFailure,
  now: Instant,
  state: Live,
  failed: Failed,
): SubscriptionEvent[] {
  const { isScheduled, paymentMethodId } = failed.retry!;
  const attempt = failed.attempts + (isScheduled ? 1 : 0);
  const days = RETRY_AFTER_DAYS[attempt - 1];
  const after = days === undefined ? null : addDays(now, days);
  const nextAttemptAt = isScheduled ? after : failed.nextAttemptAt;
  const plan = { attempt, nextAttemptAt, pastDue: null, graceEndsAt: failed.graceEndsAt, isRepeated: true as const };
  const outcome = { endsAt: state.canceled ? state.periodEnd : null, released: null };
  const again: SubscriptionEvent = {
    type: 'SubscriptionRenewalFailed',
    data: { ...state.about, orderId, paymentId, ...plan, ...outcome },
  };
  const isLast = isScheduled && nextAttemptAt === null;
  if (isLast && dunning.finalAction === 'cancel')
    return [again, revoked(state, now, { reason: null, comment: null, cause: 'payment_failed' })];
  const isOther = state.paymentMethodId !== paymentMethodId;
  return [
    again,
    ...(isLast ? [unpaid(state, orderId)] : []),
    ...(isOther ? retry(state, failed, state.paymentMethodId, false) : []),
  ];
}

function unpaid({ about }: Live, orderId: string): SubscriptionEvent {
  return { type: 'SubscriptionMarkedUnpaid', data: { ...about, orderId } };
}

/** Charges the order again when that is due. */
export function retryPayment(dueAt: Instant, now: Instant, state: SubscriptionState): SubscriptionEvent[] {
  if (!isLive(state) || !state.failed || state.failed.nextAttemptAt !== dueAt || state.failed.retry) return [];
  if (msOf(now) < msOf(dueAt)) throw new PaymentNotDue();
  return retry(state, state.failed, state.paymentMethodId, true);
}

/** What renewals charge from now on; an order that is past due is charged at once. */
export function changePaymentMethod(
  { paymentMethodId }: ChangePaymentMethod['data'],
  state: SubscriptionState,
): SubscriptionEvent[] {
  const found = known(state);
  if (!isLive(found)) throw new SubscriptionEndedAlready();
  if (found.paymentMethodId === paymentMethodId) return [];
  const change: SubscriptionEvent = {
    type: 'SubscriptionPaymentMethodChanged',
    data: { ...found.about, paymentMethodId },
  };
  if (!found.failed || found.failed.retry) return [change];
  return [change, ...retry(found, found.failed, paymentMethodId, false)];
}

function retry(
  { about }: Live,
  { orderId, attempts, retries }: Failed,
  paymentMethodId: string | null,
  isScheduled: boolean,
): SubscriptionEvent[] {
  if (paymentMethodId === null) return [];
  const attempt = isScheduled ? attempts + 1 : null;
  const paymentId = deriveUuid(orderId, `payment:${retries + 1}`);
  return [{ type: 'SubscriptionPaymentRetried', data: { ...about, orderId, paymentId, paymentMethodId, attempt } }];
}

/** Active again, if that is what it was past due for. What was unpaid for longer than its period begins another one now. */
export function recover(
  { orderId }: Pick<RecoverSubscription['data'], 'orderId'>,
  now: Instant,
  state: SubscriptionState,
): SubscriptionEvent[] {
  if (!isLive(state) || state.failed?.orderId !== orderId) return [];
  const periodEnd = msOf(state.periodEnd) < msOf(now) ? now : state.periodEnd;
  // A period that is over renews at once.
  const reminder = periodEnd === state.periodEnd && announcing({ ...state, status: 'active', failed: null });
  const outcome = { orderId, periodEnd, wasPastDue: wasPastDue(state), ...reminder };
  return [{ type: 'SubscriptionRecovered', data: { ...state.about, ...subscribedTo(state.sold), ...outcome } }];
}

export function endGrace(dueAt: Instant, now: Instant, state: SubscriptionState): SubscriptionEvent[] {
  if (!isLive(state) || state.failed?.graceEndsAt !== dueAt) return [];
  if (msOf(now) < msOf(dueAt)) throw new PaymentNotDue();
  return [{ type: 'SubscriptionGraceEnded', data: state.about }];
}

/** The orders of later renewals; none if the order is not one of this subscription's. */
export function ordersAfter(state: SubscriptionState, orderId: string): readonly string[] {
  return isLive(state) && state.orderIds.includes(orderId)
    ? state.orderIds.slice(state.orderIds.indexOf(orderId) + 1)
    : [];
}
