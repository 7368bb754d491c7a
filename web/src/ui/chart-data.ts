import type { LinkProps } from '@tanstack/react-router';

export interface ChartPeriod {
  /** "21 Nov 2026", "Nov 2026, so far". */
  name: string;
  /** Under the axis: "21 Nov". */
  tick: string;
  /** It has not ended: drawn as unfinished. */
  isRunning: boolean;
  /** The rows that its value is the sum of. */
  link?: LinkProps;
}

/** One value per period. */
export interface ChartProps {
  title: string;
  /** What the chart shows, in words. */
  sentence: string;
  periods: readonly ChartPeriod[];
  values: readonly number[];
  format: (value: number) => string;
  /** Shorter, for the axis. */
  formatTick: (value: number) => string;
  /** What the axis counts in: 1, or 100 for cents. */
  unit: number;
  kind: 'bars' | 'line';
  /** Charts of one group, all with the same periods, show the pointer together. */
  group: string;
}
