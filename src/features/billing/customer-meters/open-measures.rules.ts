import type { Position } from '../../../kernel/ports/event-store.ts';
import type { MeterAggregation } from '../meters/meter.events.ts';
import { merge, NOTHING, type Tally } from '../meters/tally.rules.ts';
import type { MeteredPrice } from '../products/product.events.ts';

type Func = MeterAggregation['func'];

/** A cut that the open period begins with, or at which only its price changed. */
export interface OpenCut {
  period_id: string;
  position: Position;
  ends: 'period' | 'price';
  /** By which what it ends is billed; null if it is not. */
  price: MeteredPrice | null;
}

/** What was measured until a cut. */
export interface MeasuredStretch {
  period_id: string;
  /** By which it is billed; null if it is not. */
  price: MeteredPrice | null;
  tally: Tally;
}

/** What one revision of the meter has measured in the open period. */
export interface OpenMeasure {
  revision: number;
  func: Func;
  /** Those that ended with a change of price. */
  stretches: MeasuredStretch[];
  open: Tally;
  /** Events that no longer count, among the open ones: below 0. */
  taken: Tally;
}

/** The open period, by its cuts and by revisions of the meter. */
export interface OpenPeriod {
  /** In their order. */
  cuts: readonly OpenCut[];
  measured: readonly OpenMeasure[];
}

/** With what one revision has measured, changed. */
export function withOpen(
  { cuts, measured }: OpenPeriod,
  { revision, func }: { revision: number; func: Func },
  change: (one: OpenMeasure) => OpenMeasure,
): OpenMeasure[] {
  const known = measured.find((one) => one.revision === revision);
  if (known) return measured.map((one) => (one === known ? change(one) : one));
  const added = change(emptyMeasure(revision, func, cuts));
  return [...measured, added].sort((one, other) => one.revision - other.revision);
}

/** What has measured nothing so far: whatever came first, the stretches are the same. */
function emptyMeasure(revision: number, func: Func, cuts: readonly OpenCut[]): OpenMeasure {
  const stretches = cuts
    .filter(({ ends }) => ends === 'price')
    .map(({ period_id, price }) => ({ period_id, price, tally: NOTHING }));
  return { revision, func, stretches, open: NOTHING, taken: NOTHING };
}

/** Adds what was used after a cut (null: after none). If the period of that cut has ended since, it was billed without. */
export function addingSince(cuts: readonly OpenCut[], since: string | null, tally: Tally) {
  // What comes before all cuts of this period was ended by the first of them.
  const end = cuts[cuts.findIndex(({ period_id }) => period_id === since) + 1];
  return (one: OpenMeasure): OpenMeasure => {
    if (end?.ends === 'period') return one;
    if (!end) return { ...one, open: merge(one.open, tally) };
    const stretches = one.stretches.map((stretch) =>
      stretch.period_id === end.period_id ? { ...stretch, tally: merge(stretch.tally, tally) } : stretch,
    );
    return { ...one, stretches };
  };
}

/** The cut that a place of the log comes after, null if it comes after none; undefined if it lies in a period that has ended. */
export function openSince(cuts: readonly OpenCut[], position: Position): string | null | undefined {
  const cut = cuts.findLast((one) => position > one.position);
  if (cut) return cut.period_id;
  return cuts[0]?.ends === 'period' ? undefined : null;
}

/** The open period after a cut, and what the period measured that this ends. */
export function afterCut(
  { cuts, measured }: OpenPeriod,
  cut: OpenCut,
): { cuts: OpenCut[]; measured: OpenMeasure[]; ended: OpenMeasure[] } {
  const { period_id, price } = cut;
  const stretched = measured.map((one) => ({
    ...one,
    stretches: [...one.stretches, { period_id, price, tally: one.open }],
    open: NOTHING,
  }));
  if (cut.ends === 'price') return { cuts: [...cuts, cut], measured: stretched, ended: [] };
  const begun = [cut];
  return {
    cuts: begun,
    measured: stretched.map(({ revision, func }) => emptyMeasure(revision, func, begun)),
    ended: stretched,
  };
}
