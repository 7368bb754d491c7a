import type { Discount } from '@/api/types';
import { CURRENCY } from '@/lib/billing';
import { money, plural } from '@/lib/format';
import { day } from '@/lib/time';
import type { Tone } from '@/ui/StatusMark';

/** "20%", "$5.00": what is taken off. */
export function valueLabel({ type, amount, currency, basis_points }: Discount): string {
  return type === 'fixed' ? money(amount ?? 0, currency ?? CURRENCY) : `${(basis_points ?? 0) / 100}%`;
}

/** "The first invoice", "3 months", "Every invoice". */
export function durationLabel({ duration, duration_in_months }: Discount): string {
  if (duration === 'repeating') return plural(duration_in_months ?? 0, 'month');
  return duration === 'once' ? 'First invoice' : 'Every invoice';
}

export interface Standing {
  word: 'Active' | 'Scheduled' | 'Used up' | 'Ended';
  tone: Tone;
}

/** Whether it can be redeemed at this time, in milliseconds. */
export function standingOf(discount: Discount, now: number): Standing {
  const { starts_at, ends_at, max_redemptions, redemptions_count } = discount;
  if (ends_at && Date.parse(ends_at) < now) return { word: 'Ended', tone: 'off' };
  if (starts_at && Date.parse(starts_at) > now) return { word: 'Scheduled', tone: 'wait' };
  if (max_redemptions && redemptions_count >= max_redemptions) return { word: 'Used up', tone: 'off' };
  return { word: 'Active', tone: 'good' };
}

/** "From 1 Feb 2026 to 1 May 2026"; undefined if it has no dates. */
export function datesLabel({ starts_at, ends_at }: Discount): string | undefined {
  if (starts_at && ends_at) return `${day(starts_at)} to ${day(ends_at)}`;
  if (starts_at) return `From ${day(starts_at)}`;
  return ends_at ? `Until ${day(ends_at)}` : undefined;
}
