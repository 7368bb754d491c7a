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

/** How a refund changed the balance, in minor units. */
export interface RefundSettlement {
  organizationId: string;
  orderId: string;
  currency: string;
  change: number;
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
  voided: Readonly<Record<string, VoidSettlement>>;
}

/** What is left to pay of a total in minor units, once the balance is applied to it. */
export interface Due {
  /** Below 0 for a credit that is taken, above 0 for a debt that is charged. */
  applied: number;
  due: number;
  /** It is less than can be charged: the customer owes it, and the order is paid. */
  isCarried: boolean;
}

/** As `SettleOrder` decides it, also for previews. */
export function dueOf(order: Payable, balance: number): Due {
  const { total, canCharge } = order;
  const applied = total < 0 ? 0 : balance > 0 ? 0 - Math.min(balance, total) : canCharge ? 0 - balance : 0;
  return { applied, ...leftToPay(order, applied) };
}

export function leftToPay(
  { total, minimum }: Pick<Payable, 'total' | 'minimum'>,
  applied: number,
): Omit<Due, 'applied'> {
  const due = Math.max(0, total + applied);
  return { due, isCarried: isTooLittle(due, minimum) };
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
  const left = order.totals.totalAmount < 0 ? -order.totals.totalAmount : 0;
  const carried = order.status === 'paid' ? order.dueAmount : 0;
  return order.appliedBalanceAmount + left - carried;
}

/** One currency's share of what a customer has too much, above 0, or owes; no currency is converted into another. */
export function balanceIn(currency: string, balances: readonly { currency: string; amount: number }[]): number {
  return balances.find((one) => one.currency === currency)?.amount ?? 0;
}
