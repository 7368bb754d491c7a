interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** What it shows, in words. */
  sentence: string;
}

const WIDTH = 120;
const HEIGHT = 20;
/** So that a line at the edge is drawn whole. */
const EDGE = 1.5;

/** A chart as small as a word, from 0 to its highest value; the words say what it shows, and a chart with axes has its numbers. */
export function Sparkline({ values, sentence }: SparklineProps) {
  const most = Math.max(...values, Number.MIN_VALUE);
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const at = (value: number) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
  const points = values.map((value, index) => `${(EDGE + index * step).toFixed(1)},${at(value).toFixed(1)}`);
  return (
    <svg
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="inline-block h-5 w-30 align-middle text-green"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  );
}
