import { DEFAULT_CURRENCY } from './currencies';
import { money, plural } from './format';

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
