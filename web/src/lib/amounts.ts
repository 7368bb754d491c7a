import { chargeStep, leastCharge, mostCharge } from './charges';
import { minorDigits } from './currencies';
import { figure, money } from './format';

/** Why typed text is no amount: "Enter an amount with at most two decimals, such as 19.00." */
export function notAnAmount(currency: string, units = 19): string {
  const digits = minorDigits(currency);
  const example = figure(units * 10 ** digits, currency);
  if (digits === 0) return `Enter a whole amount, such as ${example}.`;
  return `Enter an amount with at most ${digits === 2 ? 'two' : 'three'} decimals, such as ${example}.`;
}

/** Why an amount can't be charged: some currencies leave out their last decimals; undefined if it can. */
export function stepError(amount: number, currency: string): string | undefined {
  const step = chargeStep(currency);
  if (amount % step === 0) return undefined;
  return step === 100 ? 'Enter a whole amount: this currency has no smaller unit.' : 'The last decimal has to be 0.';
}

/** Why a price can't be charged; undefined if it can. @param amount in minor units */
export function chargeError(amount: number | null, currency: string): string | undefined {
  if (amount === null || Number.isNaN(amount)) return notAnAmount(currency);
  const [least, most] = [leastCharge(currency), mostCharge(currency)];
  if (amount < least) return `Charge at least ${money(least, currency)}, or make it free.`;
  if (amount > most) return `Charge at most ${money(most, currency)}.`;
  return stepError(amount, currency);
}
