import { DEFAULT_CURRENCY } from './currencies';
import { money, plural } from './format';
import { day } from './time';

/** A discount as orders, links and its own page show it. */
export interface DiscountShape {
  type: 'fixed' | 'percentage';
  amount?: number;
  currency?: string;
  basis_points?: number;
  duration: 'once' | 'repeating' | 'forever';
  duration_in_months?: number;
}

/** "20%", "$5.00": what is taken off. */
export function valueLabel({ type, amount, currency, basis_points }: DiscountShape): string {
  return type === 'fixed' ? money(amount ?? 0, currency ?? DEFAULT_CURRENCY) : `${(basis_points ?? 0) / 100}%`;
}

/** "First invoice", "3 months", "Every invoice". */
export function durationLabel({ duration, duration_in_months }: DiscountShape): string {
  if (duration === 'repeating') return plural(duration_in_months ?? 0, 'month');
  return duration === 'once' ? 'First invoice' : 'Every invoice';
}

export interface AfterDiscount {
  at: string;
  amount: number;
  charges_left: number;
}

/** "2 more charges, then $30.00 from 12 Mar 2027"; of the last one only what comes then. */
export function afterDiscountWords({ at, amount, charges_left }: AfterDiscount, currency: string): string {
  const then = `then ${money(amount, currency)} from ${day(at)}`;
  return charges_left > 0 ? `${plural(charges_left, 'more charge')}, ${then}` : then;
}
