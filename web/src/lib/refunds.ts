import { chargeStep } from './charges';
import { word } from './format';

export const refundReasons = [
  { value: 'customer_request', label: 'The customer asked for it' },
  { value: 'duplicate', label: 'They bought it twice' },
  { value: 'fraudulent', label: 'The purchase was fraudulent' },
  { value: 'service_disruption', label: 'The service was disrupted' },
  { value: 'satisfaction_guarantee', label: 'Satisfaction guarantee' },
  { value: 'other', label: 'Another reason' },
] as const;

export function refundReason(reason: string): string {
  return refundReasons.find(({ value }) => value === reason)?.label ?? word(reason);
}

interface Refundable {
  net_amount: number;
  tax_amount: number;
  currency: string;
}

interface Part {
  status: string;
  amount: number;
  tax_amount: number;
  /** Credited to the customer's account. */
  balance_amount?: number;
}

/** What is left to refund, with its tax; refunds that are pending count. Amounts in minor units. */
export function refundable(order: Omit<Refundable, 'currency'>, refunds: readonly Part[]) {
  const counted = refunds.filter(isCounted);
  const sum = (of: (part: Part) => number) => counted.reduce((total, part) => total + of(part), 0);
  return {
    amount: order.net_amount - sum(({ amount }) => amount),
    tax: order.tax_amount - sum(({ tax_amount }) => tax_amount),
  };
}

function isCounted({ status }: Part): boolean {
  return status === 'succeeded' || status === 'pending';
}

/**
 * How much of a refund goes to the card, which is refunded first, up to what it paid; the rest becomes credit of the customer's account.
 * @param total with its tax
 */
export function refundSplit(total: number, { due_amount }: { due_amount: number }, refunds: readonly Part[]) {
  const returned = refunds
    .filter(isCounted)
    .reduce((sum, { amount, tax_amount, balance_amount = 0 }) => sum + amount + tax_amount - balance_amount, 0);
  const card = Math.min(total, due_amount - returned);
  return { card, credit: total - card };
}

/**
 * The share of the tax that goes back with a net amount, as the server computes it: half to even, in what the currency is charged in, and the rest
 * with the rest.
 */
export function taxShare(amount: number, order: Refundable, left: { amount: number; tax: number }): number {
  if (amount === left.amount) return left.tax;
  const step = chargeStep(order.currency);
  const sign = Math.sign(order.tax_amount);
  const product = BigInt(amount) * BigInt(sign * order.tax_amount);
  const whole = BigInt(order.net_amount) * BigInt(step);
  const floor = product / whole;
  const twice = (product % whole) * 2n;
  const isUp = twice > whole || (twice === whole && floor % 2n === 1n);
  return sign * Math.min(Number(isUp ? floor + 1n : floor) * step, sign * left.tax);
}
