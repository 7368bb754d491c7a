export interface Series {
  name: string;
  /** One per instant; null where there is no figure. */
  values: (number | null)[];
}

export interface ChartProps {
  title: string;
  /** Says what the chart shows, for those who don't see it and those who'd rather read. */
  sentence: string;
  /** ISO instants, oldest first. */
  at: string[];
  series: Series[];
  format: (value: number | null) => string;
  /** Shorter, for the axis; `format` by default. */
  formatTick?: (value: number | null) => string;
  /** How an instant is written on the axis and in the table. */
  formatAt: (iso: string) => string;
  kind?: 'bars' | 'line';
}
