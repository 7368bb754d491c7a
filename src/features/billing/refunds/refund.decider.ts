import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { chargeStepOf } from '../../../kernel/currencies.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { RecordRefundOutcome, RefundsState, RefundState, RequestRefund } from './refund.commands.ts';
import {
  RefundAmountTooHigh,
  RefundedAlready,
  RevokeSubscriptionBenefitsProhibited,
  TooManyRefunds,
} from './refund.errors.ts';
import type { Refunded, RefundEvent } from './refund.events.ts';
import { leftOf, refundedPartsOf, refundOf, type Paid, type RefundSums } from './refund.rules.ts';

/** A paid order, as its own stream says; none of it changes any more. */
export type PaidOrder = Paid &
  Omit<Refunded, 'refundId' | 'amount' | 'taxAmount' | 'paymentAmount' | 'balanceAmount' | 'revokeBenefits'>;

export type RefundIntent =
  IntentWith<RequestRefund, RequestRefund['data'] & { order: PaidOrder }> | IntentOf<RecordRefundOutcome>;

const MOST = 250;

/** The refunds of one payment never exceed it; what is requested counts until the processor refuses it (docs/BILLING.md#refund-states). */
export const refundDecider: Decider<RefundIntent, RefundsState, RefundEvent> = {
  category: 'refunds',
  initial: { refunds: {} },

  decide(intent, { refunds }) {
    switch (intent.type) {
      case 'RequestRefund':
        return intent.data.refundId in refunds ? [] : request(intent.data, Object.values(refunds));
      case 'RecordRefundOutcome': {
        const refund = refunds[intent.data.refundId];
        if (!refund) throw new NotFound();
        return record(intent.data, refund, Object.values(refunds));
      }
    }
  },

  evolve({ refunds }, event) {
    const { refundId } = event.data;
    if (event.type === 'RefundRequested')
      return { refunds: { ...refunds, [refundId]: { ...refundedOf(event.data), status: 'requested' } } };
    const refund = refunds[refundId];
    return refund ? { refunds: { ...refunds, [refundId]: { ...refund, status: statusAfter(event) } } } : { refunds };
  },
};

export function statusAfter(event: RefundEvent): RefundState['status'] {
  switch (event.type) {
    case 'RefundRequested':
      return 'requested';
    case 'RefundPending':
      return 'pending';
    case 'RefundSucceeded':
      return 'succeeded';
    case 'RefundFailed':
      return 'failed';
    case 'RefundCanceled':
      return 'canceled';
    case 'RefundReversed':
      return event.data.outcome;
  }
}

type Request = Extract<RefundIntent, { type: 'RequestRefund' }>['data'];

function request({ order, amount, ...asked }: Request, refunds: readonly RefundState[]): RefundEvent[] {
  if (asked.revokeBenefits && order.subscriptionId !== null) throw new RevokeSubscriptionBenefitsProhibited();
  const succeeded = refunds.filter(({ status }) => status === 'succeeded');
  if (leftOf(order, succeeded).amount <= 0) throw new RefundedAlready();
  const counted = refunds.filter(isCounted);
  const left = leftOf(order, counted);
  if (amount > left.amount) throw new RefundAmountTooHigh(left.amount);
  refuseUneven(amount, order, left);
  if (refunds.length >= MOST) throw new TooManyRefunds(MOST);
  const { netAmount, taxAmount, paidAmount, parts: sold, ...about } = order;
  const money = refundOf(amount, order, left);
  const parts = refundedPartsOf(money, sold, counted);
  return [{ type: 'RefundRequested', data: { ...about, ...asked, ...money, parts } }];
}

/** What a card is refunded is counted as what it is charged (docs/BILLING.md#currencies). */
function refuseUneven(amount: number, { currency }: PaidOrder, left: RefundSums): void {
  const step = chargeStepOf(currency);
  if (amount % step !== 0 && amount !== left.amount)
    throw InvalidInput.at('body.amount', `Amount is not a multiple of ${step}.`, 'multiple_of');
}

/** What was refunded, or may still be. */
function isCounted({ status }: RefundState): boolean {
  return status !== 'failed' && status !== 'canceled';
}

function record(
  report: RecordRefundOutcome['data'],
  refund: RefundState,
  refunds: readonly RefundState[],
): RefundEvent[] {
  const about = aboutOf(refund);
  const isFirstReport = refund.status === 'requested';
  const isOpen = isFirstReport || refund.status === 'pending';
  switch (report.outcome) {
    case 'pending':
      return isFirstReport ? [{ type: 'RefundPending', data: { ...about, reference: report.reference ?? '' } }] : [];
    case 'succeeded': {
      const data = { ...refundedOf(refund), reference: report.reference, isFirstReport };
      return isOpen ? [{ type: 'RefundSucceeded', data }] : [];
    }
    case 'failed':
    case 'canceled': {
      const { outcome, code = outcome, message = DEFAULT_MESSAGES[outcome] } = report;
      if (refund.status === 'succeeded') {
        const regrantBenefits = refund.revokeBenefits && !refunds.some((other) => hasRevoked(other, refund));
        return [{ type: 'RefundReversed', data: { ...refundedOf(refund), outcome, code, message, regrantBenefits } }];
      }
      if (!isOpen) return [];
      if (outcome === 'canceled') return [{ type: 'RefundCanceled', data: { ...about, isFirstReport } }];
      return [{ type: 'RefundFailed', data: { ...about, code, message, isFirstReport } }];
    }
  }
}

const DEFAULT_MESSAGES = {
  failed: 'The processor could not refund it.',
  canceled: 'The refund was canceled.',
} as const;

function hasRevoked(other: RefundState, reversed: RefundState): boolean {
  return other.refundId !== reversed.refundId && other.status === 'succeeded' && other.revokeBenefits;
}

function aboutOf({ refundId, paymentId, orderId, organizationId, customerId, subscriptionId }: Refunded) {
  return { refundId, paymentId, orderId, organizationId, customerId, subscriptionId };
}

function refundedOf(refund: Refunded): Refunded {
  const { amount, taxAmount, paymentAmount, balanceAmount, currency } = refund;
  const { productId, billingReason, paidAt, parts, revokeBenefits } = refund;
  const money = { amount, taxAmount, paymentAmount, balanceAmount, currency };
  return { ...aboutOf(refund), ...money, productId, billingReason, paidAt, parts, revokeBenefits };
}
