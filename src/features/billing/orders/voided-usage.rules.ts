import { chargesByPrice } from '../customer-meters/metered-charges.rules.ts';
import { billOf } from '../pricing/bill.ts';
import { minus, plus, type Decimal } from '../pricing/decimal.ts';
import { rolloverOf, type Credits } from '../pricing/meter-credits.ts';
import type { UsageVoided } from '../usage/usage.events.ts';
import type { OrderCreated, OrderItem } from './order.events.ts';

type Order = OrderCreated['data'];
type MeteredItem = OrderItem & Required<Pick<OrderItem, 'metered'>>;

/** Units that were voided of a period, by the price that had billed them. */
export interface VoidedUnits {
  price_id: string;
  units: Decimal;
}

/** Of the periods that an order has billed, by their ids. */
export type VoidedPeriods = ReadonlyMap<string, readonly VoidedUnits[]>;

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
export function reductionOf(order: Order, periods: VoidedPeriods): number {
  const charged = new Map([...periods].flatMap(([periodId, voided]) => amountsWithout(order, periodId, voided)));
  const lines = order.items.map((item) => ({ ...item, amount: charged.get(item.id) ?? item.amount }));
  const { totals } = billOf(lines, order.currency, { discount: order.discount, tax: order.tax });
  return order.totals.totalAmount - totals.totalAmount;
}

/** The most that refunds have left to credit of a reduction: an order never costs less than nothing, or than it would without what is voided. */
export function mostCredited({ totals: { totalAmount } }: Order, reduction: number, refunded: number): number {
  return totalAmount - refunded + Math.max(0, reduction - totalAmount);
}

/** The lines of a period, by their ids; only counts and sums have any that are voided. */
function amountsWithout(
  order: Order,
  periodId: string,
  voided: readonly VoidedUnits[],
): [id: string, amount: number][] {
  const items = itemsOf(order, periodId);
  if (items.length === 0 || voided.length === 0) return [];
  const { currency } = order;
  const parts = items.map(({ id, priceId, metered: { consumed, unitAmount, capAmount } }) => {
    const units = voided.find(({ price_id }) => price_id === priceId)?.units ?? '0';
    return { price: { id, unitAmount, capAmount, currency }, consumed: minus(consumed, units) };
  });
  // The first line has all credits to use.
  const charges = chargesByPrice(parts, items[0]!.metered.credited);
  return items.map(({ id }) => [id, charges.find(({ price }) => price.id === id)?.amount ?? 0]);
}

/** Whole units that would have continued in the next period, too, if what is voided had not used them. */
export function creditsUnused(
  order: Order,
  periodId: string,
  voided: readonly VoidedUnits[],
  credits: Credits,
): number {
  const consumed = itemsOf(order, periodId)
    .map(({ metered }) => metered.consumed)
    .reduce(plus, '0');
  const without = voided.map(({ units }) => units).reduce(minus, consumed);
  return rolloverOf(credits, without) - rolloverOf(credits, consumed);
}

function itemsOf({ items }: Order, periodId: string): MeteredItem[] {
  return items.filter((item): item is MeteredItem => item.metered?.periodId === periodId);
}
