/** So many labels fit beside each other. */
const MOST_STEPS = 4;
/** Above the highest value, so that its bar does not touch the edge. */
const AIR = 1.08;

export interface ValueAxis {
  from: number;
  to: number;
  ticks: number[];
}

/** An axis from 0 that shows all values, with ticks at round numbers of whole units. @param unit 1 of a count, 100 of cents */
export function axisOf(values: readonly number[], unit: number): ValueAxis {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = stepOf((high - low) / MOST_STEPS / unit) * unit;
  const isDebt = low < 0 && high === 0;
  const from = isDebt ? Math.min(low * AIR, -step) : low * AIR;
  const to = isDebt ? 0 : Math.max(high * AIR, step);
  const first = Math.ceil(from / step);
  const ticks = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step);
  return { from, to, ticks };
}

/** The first of 1, 2, 5, 10, 20, 50, … that is not below `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power;
}
