import { count } from './format';

interface Line {
  meter_id: string;
  amount: number;
}
type Price =
  | { amount_type: 'metered_unit'; meter_id: string; cap_amount: number | null }
  | { amount_type: 'free' | 'fixed' | 'custom' };
interface Metered {
  ended_at: string | null;
  meters: readonly Line[];
  prices: readonly Price[];
}

/** Whether its next bill depends on what is used. */
export function isMetered({ ended_at, meters }: Pick<Metered, 'ended_at' | 'meters'>): boolean {
  return ended_at === null && meters.length > 0;
}

/** Whether a price charges no more for what is still used in the period. */
export function isCapped({ prices }: Pick<Metered, 'prices'>, { meter_id, amount }: Line): boolean {
  return prices.some(
    (price) => price.amount_type === 'metered_unit' && price.meter_id === meter_id && price.cap_amount === amount,
  );
}

/** "40 of 100 used", "40 used". */
export function usageWords({
  consumed_units,
  credited_units,
}: {
  consumed_units: number;
  credited_units: number;
}): string {
  return credited_units > 0
    ? `${count(consumed_units)} of ${count(credited_units)} used`
    : `${count(consumed_units)} used`;
}
