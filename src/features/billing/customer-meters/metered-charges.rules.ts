import type { MeterAggregation } from '../meters/meter.events.ts';
import { merge, NOTHING, quantityOf, type Tally } from '../meters/tally.rules.ts';
import { decimalOf, isNegative, minus, numberOf, type Decimal } from '../pricing/decimal.ts';
import { creditedUnits, type Credits } from '../pricing/meter-credits.ts';
import { meteredAmountOf, type MeteredTerms } from '../pricing/metered-amount.ts';
import type { KeptUsage } from './customer-meter.events.ts';
import type { MeteredPrice } from '../products/product.events.ts';

/** What was measured while one price applied. */
export interface PricedUsage {
  price: MeteredPrice;
  tally: Tally;
}

/** What a price charges for a period. */
export interface MeteredCharge<P = MeteredPrice> {
  price: P;
  consumed: Decimal;
  /** Units that are paid for already. */
  credited: Decimal;
  /** In minor units of the price's currency. */
  amount: number;
}

/** Whether what is measured in parts adds up. */
export function isAdditive(func: MeterAggregation['func']): boolean {
  return func === 'count' || func === 'sum';
}

/** What all parts of a period come to. */
export function consumedIn(tallies: readonly Tally[], func: MeterAggregation['func']): Decimal {
  return quantityOf(tallies.reduce(merge, NOTHING), func);
}

/**
 * What a period of a meter charges: counts and sums for each price that applied, in their order, where each uses the credits that those before it have
 * left; a maximum, minimum or average once, at the price that applied last (docs/BILLING.md#metered-usage).
 * @param usage in the order of time
 */
export function chargesOf(
  usage: readonly PricedUsage[],
  func: MeterAggregation['func'],
  credits: Credits,
): MeteredCharge[] {
  const last = usage.at(-1);
  if (!last) return [];
  const credited = decimalOf(creditedUnits(credits));
  if (!isAdditive(func))
    return [
      charge(
        last.price,
        consumedIn(
          usage.map(({ tally }) => tally),
          func,
        ),
        credited,
      ),
    ];
  const parts = byPrice(usage).map(({ price, tally }) => ({ price, consumed: quantityOf(tally, func) }));
  return chargesByPrice(parts, credited);
}

/** Those of a count or a sum. */
export function chargesByPrice<P extends MeteredTerms>(
  parts: readonly { price: P; consumed: Decimal }[],
  credited: Decimal,
): MeteredCharge<P>[] {
  const isBelow = ({ consumed }: { consumed: Decimal }) => isNegative(consumed);
  // What was taken back more than consumed at one price is taken off the others.
  let left = parts.filter(isBelow).reduce((units, { consumed }) => minus(units, consumed), credited);
  return parts
    .filter((part) => !isBelow(part))
    .map(({ price, consumed }) => {
      const charged = charge(price, consumed, left);
      left = positive(minus(left, consumed));
      return charged;
    });
}

function charge<P extends MeteredTerms>(price: P, consumed: Decimal, credited: Decimal): MeteredCharge<P> {
  return { price, consumed, credited, amount: meteredAmountOf(price, { consumed, credited }) };
}

/** A price that applied several times charges once, so that its cap applies to all. */
function byPrice(usage: readonly PricedUsage[]): PricedUsage[] {
  const prices = new Map<string, PricedUsage>();
  for (const { price, tally } of usage) {
    const known = prices.get(price.id);
    prices.set(price.id, { price, tally: known ? merge(known.tally, tally) : tally });
  }
  return [...prices.values()];
}

function positive(decimal: Decimal): Decimal {
  return isNegative(decimal) ? '0' : decimal;
}

/**
 * What is taken off the next period: events that no longer count, but were charged in a period before, as far as this period has not consumed as much.
 * In units, below 0 or 0.
 * @param tallies of the period, with what was taken back @param taken of this alone
 */
export function carriedOver(tallies: readonly Tally[], taken: Tally, func: MeterAggregation['func']): Decimal {
  const consumed = consumedIn(tallies, func);
  if (!isAdditive(func) || !isNegative(consumed)) return '0';
  const most = quantityOf(taken, func);
  const units = isNegative(minus(consumed, most)) ? most : consumed;
  return isNegative(units) ? units : '0';
}

/** What was consumed before the part that the next period has; never below 0. Not of a maximum, minimum or average: there, both may come from one event. */
export function withoutKept(
  consumed: Decimal,
  owners: readonly KeptUsage[],
  { func, revision }: { func: MeterAggregation['func']; revision: number },
): Decimal {
  if (!isAdditive(func)) return consumed;
  const kept = owners.flatMap(({ measured }) => measured.filter((one) => one.revision === revision));
  return positive(
    minus(
      consumed,
      consumedIn(
        kept.map(({ tally }) => tally),
        func,
      ),
    ),
  );
}

/** So many units of a count or a sum. */
export function tallyOf(units: Decimal, func: MeterAggregation['func']): Tally {
  return func === 'count' ? { ...NOTHING, count: numberOf(units) } : { ...NOTHING, sum: units };
}
