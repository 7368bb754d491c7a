import type { Discount } from '@/api/types';
import type { Tone } from '@/ui/StatusMark';

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
