import { chargesByPrice, isAdditive } from '../../customer-meters/metered-charges.rules.ts';
import type { MeterAggregation } from '../../meters/meter.events.ts';
import { isExtreme, isReached } from '../../meters/recount.rules.ts';
import { quantityOf, type Tally } from '../../meters/tally.rules.ts';
import { billOf } from '../../pricing/bill.ts';
import { minus, numberOf, plus, type Decimal } from '../../pricing/decimal.ts';
import { rolloverOf, type Credits } from '../../pricing/meter-credits.ts';
import type { UsageVoided } from '../../usage/usage.events.ts';
import { itemsOf, type MeteredItem } from '../metered-lines.rules.ts';
import type { OrderCreated } from '../order.events.ts';

type Order = OrderCreated['data'];

/** What was voided of a period, at the price that had billed it. */
export interface VoidedUsage {
  price_id: string;
  tally: Tally;
}

/** What lines of an order would have consumed without usage that was voided since, by their ids; those that are missing lose nothing. */
export type Remaining = ReadonlyMap<string, Decimal>;

/** The closed periods that an order bills, or of which an event was voided after they had been billed. */
export function periodsOf({ type, data }: OrderCreated | UsageVoided): string[] {
  const billed =
    type === 'OrderCreated' ? data.items.map(({ metered }) => metered) : data.measures.map((measure) => measure.billed);
  return [...new Set(billed.flatMap((one) => one?.periodId ?? []))];
}

/**
 * What an order would have cost less without usage that was voided since, in minor units: the same bill, with the caps, credits, discount and tax that it
 * had (docs/BILLING.md#voided-usage). Below 0 if more was voided that had taken units off.
 */
export function reductionOf(order: Order, remaining: Remaining): number {
  const periods = order.items.flatMap(({ id, metered }) => (metered && remaining.has(id) ? [metered.periodId] : []));
  const charged = new Map([...new Set(periods)].flatMap((periodId) => amountsWithout(order, periodId, remaining)));
  const lines = order.items.map((item) => ({ ...item, amount: charged.get(item.id) ?? item.amount }));
  const { totals } = billOf(lines, order.currency, { discount: order.discount, tax: order.tax });
  return order.totals.totalAmount - totals.totalAmount;
}

/** The most that refunds have left to credit of a reduction: an order never costs less than nothing, or than it would without what is voided. */
export function mostCredited({ totals: { totalAmount } }: Order, reduction: number, refunded: number): number {
  return totalAmount - refunded + Math.max(0, reduction - totalAmount);
}

/**
 * Of the lines of a period, from what was voided of it alone; undefined if that does not tell, and the other events have to be read again: for an
 * average, and for a maximum or minimum that one of those was.
 */
export function remainingOf(
  order: Order,
  periodId: string,
  func: MeterAggregation['func'],
  voided: readonly VoidedUsage[],
): [lineId: string, consumed: Decimal][] | undefined {
  const items = itemsOf(order, periodId);
  if (!isAdditive(func)) return voided.some(({ tally }) => isDecided(items, func, tally)) ? undefined : [];
  return items.flatMap(({ id, priceId, metered }) => {
    const lost = voided.find(({ price_id }) => price_id === priceId);
    return lost ? [[id, minus(metered.consumed, quantityOf(lost.tally, func))]] : [];
  });
}

/** Whether lines come from what was voided of them. */
function isDecided(items: readonly MeteredItem[], func: MeterAggregation['func'], { min, max }: Tally): boolean {
  if (!isExtreme(func)) return items.length > 0;
  const value = func === 'max' ? max : min;
  const billed = items.map(({ metered }) => numberOf(metered.consumed));
  return billed.some((extreme) => isReached({ min: extreme, max: extreme }, { func, value }));
}

/** The lines of a period, by their ids. */
function amountsWithout(order: Order, periodId: string, remaining: Remaining): [id: string, amount: number][] {
  const items = itemsOf(order, periodId);
  const { currency } = order;
  const parts = items.map(({ id, metered: { consumed, unitAmount, capAmount } }) => ({
    price: { id, unitAmount, capAmount, currency },
    consumed: remaining.get(id) ?? consumed,
  }));
  // The first line has all credits to use.
  const charges = chargesByPrice(parts, items[0]!.metered.credited);
  return items.map(({ id }) => [id, charges.find(({ price }) => price.id === id)?.amount ?? 0]);
}

/** Whole units that would have continued in the next period, too, if what is voided had not used them. */
export function creditsUnused(order: Order, periodId: string, remaining: Remaining, credits: Credits): number {
  const items = itemsOf(order, periodId);
  const consumed = items.map(({ metered }) => metered.consumed).reduce(plus, '0');
  const without = items.map(({ id, metered }) => remaining.get(id) ?? metered.consumed).reduce(plus, '0');
  return rolloverOf(credits, without) - rolloverOf(credits, consumed);
}
