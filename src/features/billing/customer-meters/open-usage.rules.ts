import type { MeterAggregation } from '../meters/meter.events.ts';
import { merge, NOTHING } from '../meters/tally.rules.ts';
import type { Decimal } from '../pricing/decimal.ts';
import { NO_CREDITS, type Credits } from '../pricing/meter-credits.ts';
import type { MeterBilling } from './customer-meter.events.ts';
import type { CustomerMeterDocument } from './customer-meter.projection.ts';
import { carriedOver, chargesOf, consumedIn, type MeteredCharge, type PricedUsage } from './metered-charges.rules.ts';
import type { ClosedMeasure, MeasuredStretch, OpenMeasure } from './open-measures.rules.ts';

/** What a customer has used of a meter in the open period, under all their owner keys. */
export interface OpenUsage {
  func: MeterAggregation['func'];
  consumed: Decimal;
  credits: Credits;
  /** The subscription that bills it; undefined if none does. */
  billing: MeterBilling | undefined;
  /** What is charged, by the prices that applied. */
  priced: PricedUsage[];
  /** What the period comes to if it ends now. */
  charges: MeteredCharge[];
}

/** @param documents of one customer and meter @param revision of the meter that counts */
export function openUsageOf(
  documents: readonly CustomerMeterDocument[],
  { revision, func }: { revision: number; func: MeterAggregation['func'] },
): OpenUsage {
  const own = documents.find(({ customer_id }) => customer_id !== null);
  const measured = documents.flatMap((document) => document.measured.find((one) => one.revision === revision) ?? []);
  const billing = own?.billings[0];
  const credits = own?.credits ?? NO_CREDITS;
  const parts = [...together(measured.map(({ stretches }) => stretches)), openPart(measured, billing)];
  const consumed = consumedIn(
    parts.map(({ tally }) => tally),
    func,
  );
  const usage = parts.flatMap(priced);
  return { func, consumed, credits, billing, priced: usage, charges: chargesOf(usage, func, credits) };
}

function openPart(measured: readonly OpenMeasure[], billing: MeterBilling | undefined): MeasuredStretch {
  const tally = measured.map(({ open }) => open).reduce(merge, NOTHING);
  return { period_id: '', price: billing?.price ?? null, tally };
}

/** The voided events without which a closed period has yet to be read again. */
export function recountsOf(documents: readonly CustomerMeterDocument[], periodId: string): string[] {
  return periodsOf(documents, periodId).flatMap(({ recount }) => recount?.event_id ?? []);
}

/** What a period that was closed consumed and charges; nothing consumed if the documents do not know it. */
export function closedUsageOf(
  documents: readonly CustomerMeterDocument[],
  periodId: string,
  { func, credits }: { func: MeterAggregation['func']; credits: Credits },
): { consumed: Decimal; charges: MeteredCharge[]; carried: Decimal } {
  const periods = periodsOf(documents, periodId);
  const parts = together(periods.map(({ stretches }) => stretches));
  const consumed = consumedIn(
    parts.map(({ tally }) => tally),
    func,
  );
  const carried = carriedOver(
    parts.map(({ tally }) => tally),
    periods.map(({ taken }) => taken).reduce(merge, NOTHING),
    func,
  );
  return { consumed, charges: chargesOf(parts.flatMap(priced), func, credits), carried };
}

function periodsOf(documents: readonly CustomerMeterDocument[], periodId: string): ClosedMeasure[] {
  return documents.flatMap(({ closed }) => closed.find(({ period_id }) => period_id === periodId) ?? []);
}

function priced({ price, tally }: MeasuredStretch): PricedUsage[] {
  return price ? [{ price, tally }] : [];
}

/** The same stretches of several documents. */
function together(lists: readonly (readonly MeasuredStretch[])[]): MeasuredStretch[] {
  const stretches = new Map<string, MeasuredStretch>();
  for (const stretch of lists.flat()) {
    const known = stretches.get(stretch.period_id);
    const tally = known ? merge(known.tally, stretch.tally) : stretch.tally;
    stretches.set(stretch.period_id, { ...stretch, tally });
  }
  return [...stretches.values()];
}
