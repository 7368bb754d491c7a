import { event, typesOf, type EventsOf } from '../../../kernel/writing/events.ts';

/** A customer's account is the stream `account-{customer}`: what they have paid too much, or owe, and how orders used it. */
export const accountStream = (customerId: string): string => `account-${customerId}`;

/** Amounts are in minor units, and above 0 unless an event says otherwise; an account has a balance in each currency. */
interface Booking {
  customerId: string;
  organizationId: string;
  orderId: string;
  amount: number;
  currency: string;
}

interface VoidBooking extends Booking {
  /** How many usage events that the order has billed are voided by now. */
  voids: number;
}

export const accountEvents = {
  /** An order came to less than nothing: the customer has that much credit. */
  CreditBooked: event<Booking>(),
  /** An order came to less than can be charged: the customer owes it. */
  DebtBooked: event<Booking>(),
  /** An order took this much credit. */
  CreditApplied: event<Booking>(),
  /** An order charges this much debt with it. */
  DebtApplied: event<Booking>(),
  /** The order that took the credit will not be paid. */
  CreditReturned: event<Booking>(),
  /** The order that was to charge the debt will not be paid. */
  DebtReturned: event<Booking>(),
  /** The order that came to too little was created for more than that. */
  DebtCanceled: event<Booking>(),
  /** Another order, `creditedBy`, took back a part of what this one billed: `amount` of `billed`, with their tax. The balance stays. */
  OrderCredited: event<Booking & { creditedBy: string; billed: number }>(),
  /** A refund of the order has succeeded: so much in all. The balance stays; what the refund changes of it follows. */
  RefundSettled: event<Booking & { refundId: string }>(),
  /** It has failed after all. The balance stays; what the refund had changed of it is undone before. */
  RefundUndone: event<Booking & { refundId: string }>(),
  /** A refund gave back what was a credit. */
  CreditRefunded: event<Booking & { refundId: string }>(),
  /** What a refund gave back was paid by credit before, or the refund of a credit has failed. */
  RefundCredited: event<Booking & { refundId: string }>(),
  /** Usage that the order has billed was voided: it would have cost so much less, or 0 if that changes nothing. */
  UsageCredited: event<VoidBooking>(),
  /** It would not: an event was voided that had taken units off, or the order will not be paid. */
  UsageCreditCanceled: event<VoidBooking>(),
};

export type AccountEvent = EventsOf<typeof accountEvents>;
/** Those that change a balance. */
export type BalanceEvent = Exclude<AccountEvent, { type: (typeof NEUTRAL)[number] }>;
export type UsageCreditEvent = Extract<AccountEvent, { type: 'UsageCredited' | 'UsageCreditCanceled' }>;

const NEUTRAL = ['OrderCredited', 'RefundSettled', 'RefundUndone'] as const;
export const BALANCE_EVENTS = typesOf(accountEvents).filter(
  (type): type is BalanceEvent['type'] => !NEUTRAL.some((one) => one === type),
);

/** How an event changes the balance, which is above 0 if the customer has credit. */
export function changeOf({ type, data: { amount } }: AccountEvent): number {
  switch (type) {
    case 'CreditBooked':
    case 'DebtApplied':
    case 'CreditReturned':
    case 'DebtCanceled':
    case 'RefundCredited':
    case 'UsageCredited':
      return amount;
    case 'DebtBooked':
    case 'CreditApplied':
    case 'DebtReturned':
    case 'CreditRefunded':
    case 'UsageCreditCanceled':
      return 0 - amount;
    case 'OrderCredited':
    case 'RefundSettled':
    case 'RefundUndone':
      return 0;
  }
}
