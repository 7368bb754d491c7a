import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import { nextStart } from '../intervals.ts';
import { startOf, type Grain } from './metric.projection.ts';

/** A span of time covered by tallies of one grain. */
export interface TallyRange {
  grain: Grain;
  /** Undefined: from the beginning. */
  from?: Instant;
  to: Instant;
}

const COARSE_FIRST: readonly Grain[] = ['year', 'month', 'day', 'hour', 'quarter_hour'];

/** The fewest tallies that cover all time until an instant: whole years, then months, days, hours and quarters of an hour. */
export function rangesUntil(end: Instant): TallyRange[] {
  const year = startOf(end, 'year');
  return [{ grain: 'year', to: year }, ...rangesBetween(year, end)];
}

/** The same between two instants, both at a quarter of an hour. */
export function rangesBetween(from: Instant, to: Instant): TallyRange[] {
  const ranges: (TallyRange & { from: Instant })[] = [];
  for (let at = from; at < to;) {
    const grain = COARSE_FIRST.find((one) => startOf(at, one) === at && endOf(at, one) <= to) ?? 'quarter_hour';
    const end = endOf(at, grain);
    const last = ranges.at(-1);
    if (last?.grain === grain) last.to = end;
    else ranges.push({ grain, from: at, to: end });
    at = end;
  }
  return ranges;
}

/** Joins ranges of one grain that follow one another, so that they are one query. @param ranges in order of time */
export function joined(ranges: readonly TallyRange[]): TallyRange[] {
  const byGrain = new Map<Grain, TallyRange[]>();
  for (const range of ranges) {
    const before = byGrain.get(range.grain) ?? [];
    const last = before.at(-1);
    if (last && last.to === range.from) before.splice(-1, 1, { ...last, to: range.to });
    else before.push(range);
    byGrain.set(range.grain, before);
  }
  return [...byGrain.values()].flat();
}

function endOf(start: Instant, grain: Grain): Instant {
  return grain === 'quarter_hour' ? addSeconds(start, 900) : nextStart(start, grain);
}
