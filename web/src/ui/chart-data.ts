export interface Series {
  name: string;
  /** One per instant; null without a figure. */
  values: (number | null)[];
}

export interface ChartProps {
  title: string;
  /** Describes the chart in words, also for screen readers. */
  sentence: string;
  /** ISO instants, oldest first. */
  at: string[];
  series: Series[];
  format: (value: number | null) => string;
  /** A shorter format for the axis; `format` by default. */
  formatTick?: (value: number | null) => string;
  /** Formats an instant on the axis and in the table. */
  formatAt: (iso: string) => string;
  kind?: 'bars' | 'line';
}
