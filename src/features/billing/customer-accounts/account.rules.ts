import { sum } from '../../../kernel/money.ts';

/** An order as far as its customer's account is concerned. Amounts in minor units. */
export interface Payable {
  /** Below 0 if the customer gets money back. */
  total: number;
  /** The least that can be charged. */
  minimum: number;
  /** Whether there is anything to charge: without, a debt has to wait. */
  canCharge: boolean;
}

/** What an order took from the account or left on it. Amounts in minor units. */
export interface Settled {
  organizationId: string;
  currency: string;
  /** As orders say it: below 0 for a credit that was taken, above 0 for a debt that is charged. */
  applied: number;
  /** What it left as a debt. */
  carried: number;
}

/** A part of what an order billed that a later one takes back. In minor units, with tax. */
export interface TakenBack {
  orderId: string;
  /** By what the order sold in all. */
  billed: number;
  amount: number;
}

/** What a refund gave back, in minor units. */
export interface RefundSettlement {
  organizationId: string;
  orderId: string;
  currency: string;
  /** In all; 0 once it is undone. */
  amount: number;
  /** What of it had been a credit. */
  settled: number;
  /** How it changed the balance. */
  change: number;
}

/** What later orders took back of an order. */
export interface OrderCredit {
  organizationId: string;
  currency: string;
  billed: number;
  amount: number;
}

/** What an order is credited for voided usage, in minor units. */
export interface VoidSettlement {
  organizationId: string;
  currency: string;
  voids: number;
  amount: number;
}

export interface AccountState {
  /** By currency; above 0 if the customer has credit. */
  balances: Readonly<Record<string, number>>;
  /** By order. */
  settled: Readonly<Record<string, Settled>>;
  /** By refund. */
  refunded: Readonly<Record<string, RefundSettlement>>;
  /** By order. */
  credited: Readonly<Record<string, OrderCredit>>;
  /** By order. */
  voided: Readonly<Record<string, VoidSettlement>>;
}

/** What is left to pay of a total in minor units, once the balance is applied to it. */
export interface Due {
  /** Below 0 for a credit that is taken, above 0 for a debt that is charged. */
  applied: number;
  due: number;
  /** What the customer has too much from now on. */
  credit: number;
  /** It is less than can be charged: the customer owes it, and the order is paid. */
  isCarried: boolean;
}

/** As `SettleOrder` decides it, also for previews. */
export function dueOf(order: Payable, balance: number): Due {
  const applied = balance > 0 ? 0 - Math.min(balance, Math.max(0, order.total)) : Math.min(0 - balance, payable(order));
  return { applied, ...leftToPay(order, applied) };
}

/** How much of a debt an order can pay: what it gives back, or whatever can be charged. */
function payable({ total, canCharge }: Payable): number {
  return total < 0 ? -total : canCharge ? Infinity : 0;
}

export function leftToPay(
  { total, minimum }: Pick<Payable, 'total' | 'minimum'>,
  applied: number,
): Omit<Due, 'applied'> {
  const due = Math.max(0, total + applied);
  return { due, credit: due - total - applied, isCarried: isTooLittle(due, minimum) };
}

/** Something is due, but less than can be charged. In minor units. */
export function isTooLittle(due: number, minimum: number): boolean {
  return due > 0 && due < minimum;
}

/** How an order changes its customer's balance, in minor units: what it applies, and what it leaves. */
export function balanceAfter(order: {
  totals: { totalAmount: number };
  status: 'pending' | 'paid';
  appliedBalanceAmount: number;
  dueAmount: number;
}): number {
  const { totals, status, appliedBalanceAmount: applied, dueAmount: due } = order;
  const credit = due - totals.totalAmount - applied;
  return applied + credit - (status === 'paid' ? due : 0);
}

/** What refunds have given back of an order that had not been a credit before, in minor units with tax. */
export function refundedOf({ refunded }: Pick<AccountState, 'refunded'>, orderId: string): number {
  return sum(Object.values(refunded).flatMap((one) => (one.orderId === orderId ? [one.amount - one.settled] : [])));
}

/** What was both refunded and taken back by later orders, in a currency: by refund, in minor units. It settles what is credited next. */
export function overdrawnIn(state: AccountState, currency: string): { refundId: string; amount: number }[] {
  const { refunded, credited } = state;
  return Object.entries(credited).flatMap(([orderId, { currency: own, billed, amount }]) => {
    let over = own === currency ? amount + refundedOf(state, orderId) - billed : 0;
    return Object.entries(refunded).flatMap(([refundId, refund]) => {
      const part = refund.orderId === orderId ? Math.min(over, refund.amount - refund.settled) : 0;
      if (part <= 0) return [];
      over -= part;
      return [{ refundId, amount: part }];
    });
  });
}

/** One currency's share of what a customer has too much, above 0, or owes; no currency is converted into another. */
export function balanceIn(currency: string, balances: readonly { currency: string; amount: number }[]): number {
  return balances.find((one) => one.currency === currency)?.amount ?? 0;
}
