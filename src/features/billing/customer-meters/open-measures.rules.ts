import type { MeterAggregation } from '../meters/meter.events.ts';
import { adding, recounted, voiding, type Extremes, type Recount, type VoidedValue } from '../meters/recount.rules.ts';
import { merge, NOTHING, takenBack, withoutExtremes, type Tally } from '../meters/tally.rules.ts';
import type { MeteredPrice } from '../products/product.events.ts';
import { isSince, type Begin, type UsagePlace } from '../meters/period-begin.rules.ts';
import type { LinkedMeasure } from './customer-meter.events.ts';

type Func = MeterAggregation['func'];

/** A cut that the open period begins with, or at which only its price changed. */
export interface OpenCut extends Begin {
  period_id: string;
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
  /** Of the whole period. */
  recount: Recount | null;
}

/** A period that was closed; in all of them together, what could not be taken off goes on. */
export interface ClosedMeasure extends Pick<OpenMeasure, 'revision' | 'stretches' | 'taken' | 'recount'> {
  period_id: string;
  /** The last one ended with the period. */
  stretches: MeasuredStretch[];
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
  return { revision, func, stretches, open: NOTHING, taken: NOTHING, recount: null };
}

/** What the whole period comes to. */
export function wholeOf({ revision, func, stretches, open }: OpenMeasure): LinkedMeasure {
  return { revision, func, tally: [...stretches.map(({ tally }) => tally), open].reduce(merge) };
}

/** The end of a period that the open one begins with; null if it is the first. */
export function beginOf([first]: readonly OpenCut[]): OpenCut | null {
  return first?.ends === 'period' ? first : null;
}

/** Adds what is used now. */
export function addingNow(added: Tally): (one: OpenMeasure) => OpenMeasure {
  return (one) => {
    const { tally, recount } = adding({ tally: one.open, recount: one.recount }, added);
    return { ...one, open: tally, recount };
  };
}

/** Takes something off, below 0, that is remembered as such. */
export function taking(tally: Tally): (one: OpenMeasure) => OpenMeasure {
  return (one) => ({ ...one, open: merge(one.open, tally), taken: merge(one.taken, tally) });
}

/** Takes an event off. */
export function takingVoided(cuts: readonly OpenCut[], voided: VoidedValue): (one: OpenMeasure) => OpenMeasure {
  const begin = beginOf(cuts);
  return (one) => {
    const { recount } = voiding({ tally: wholeOf(one).tally, recount: one.recount }, voided, begin);
    return { ...taking(takenBack(voided.value))(one), recount };
  };
}

/** With the extremes that were read after a void. They are those of the whole period, which is billed once. */
export function openRecounted(one: OpenMeasure, eventId: string, extremes: Extremes): OpenMeasure {
  if (one.recount?.event_id !== eventId) return one;
  const { tally, recount } = recounted({ tally: one.open, recount: one.recount }, eventId, extremes);
  return { ...one, stretches: one.stretches.map(stretchWithoutExtremes), open: tally, recount };
}

/** The same for a period that was closed meanwhile. */
export function closedRecounted(one: ClosedMeasure, eventId: string, extremes: Extremes): ClosedMeasure {
  const last = one.stretches.at(-1);
  if (one.recount?.event_id !== eventId || !last) return one;
  const { tally, recount } = recounted({ tally: last.tally, recount: one.recount }, eventId, extremes);
  const before = one.stretches.slice(0, -1).map(stretchWithoutExtremes);
  return { ...one, stretches: [...before, { ...last, tally }], recount };
}

function stretchWithoutExtremes(stretch: MeasuredStretch): MeasuredStretch {
  return { ...stretch, tally: withoutExtremes(stretch.tally) };
}

/** Adds what was used after a cut (null: after none). If the period of that cut has ended since, it was billed without. */
export function addingSince(cuts: readonly OpenCut[], since: string | null, tally: Tally) {
  // What comes before all cuts of this period was ended by the first of them, which no stretch ends with.
  const end = cuts[cuts.findIndex(({ period_id }) => period_id === since) + 1];
  return (one: OpenMeasure): OpenMeasure => {
    if (!end) return addingNow(tally)(one);
    const stretches = one.stretches.map((stretch) =>
      stretch.period_id === end.period_id ? { ...stretch, tally: merge(stretch.tally, tally) } : stretch,
    );
    return { ...one, stretches };
  };
}

/** The cut that usage comes after, null if it comes after none; undefined if it belongs to a period that has ended. */
export function openSince(cuts: readonly OpenCut[], usage: UsagePlace): string | null | undefined {
  const cut = cuts.findLast((one) => usage.position > one.position);
  if (cut) return cut.period_id;
  const begin = beginOf(cuts);
  if (begin === null) return null;
  return isSince(begin, usage) ? begin.period_id : undefined;
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
