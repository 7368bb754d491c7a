import { chargeStepOf, maximumChargeOf, minimumChargeOf } from '../../../kernel/currencies.ts';
import type { Money } from '../../../kernel/money.ts';

/** Why the processor takes no such amount: the codes are Stripe's. */
export type AmountRefusal = 'amount_too_small' | 'amount_too_large' | typeof UNEVEN;

/** Stripe's, for amounts that are no multiple of what its partners count in. */
const UNEVEN = 'invalid_charge_amount_no_decimal_compatible';

/** What Stripe publishes about amounts that are charged (docs/BILLING.md#currencies). */
export function chargeRefusalOf({ amount, currency }: Money): AmountRefusal | undefined {
  if (amount < minimumChargeOf(currency)) return 'amount_too_small';
  if (amount > maximumChargeOf(currency)) return 'amount_too_large';
  return isUneven(amount, currency) ? UNEVEN : undefined;
}

/**
 * What it publishes about refunds; they may be less than the least charge. `refund_refused`: it gives no code.
 * @param left what of the charge was not refunded yet, in minor units
 */
export function refundRefusalOf({ amount, currency }: Money, left: number) {
  if (left === 0) return 'charge_already_refunded' as const;
  if (amount < 1) return 'parameter_invalid_integer' as const;
  if (amount > left) return 'refund_refused' as const;
  return isUneven(amount, currency) ? UNEVEN : undefined;
}

function isUneven(amount: number, currency: string): boolean {
  return amount % chargeStepOf(currency) !== 0;
}
