/** Operations per second; `run` performs `count` of them. */
export async function rate(count: number, run: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await run();
  return count / ((performance.now() - start) / 1000);
}

export interface Row {
  name: string;
  /** Our figure, the baseline and their ratio; or one figure alone. */
  figures: string;
  aim: string;
  met: boolean;
}

export interface Compared {
  name: string;
  unit: string;
  aim: number;
  /** Ours and the baseline are measured alternately, so that both run under the same conditions. */
  ours: () => Promise<number>;
  baseline: () => Promise<number>;
  rounds?: number;
}

/** Ours ÷ baseline, each the median of its rounds. */
export async function compare({ ours, baseline, rounds = 5, ...row }: Compared): Promise<Row> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await baseline()]);
  return ratioRow(row, median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other)));
}

export function ratioRow(
  { name, unit, aim }: Pick<Compared, 'name' | 'unit' | 'aim'>,
  ours: number,
  bare: number,
): Row {
  const ratio = ours / bare;
  const figures = `${format(ours)} ÷ ${format(bare)} ${unit} = ${ratio.toFixed(2)}`;
  return { name, figures, aim: `≥ ${aim}`, met: ratio >= aim };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export function format(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value);
}

export function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, figures, aim, met } of rows)
    console.log(`${met ? 'met   ' : 'missed'}  ${name.padEnd(width)}  ${figures}  (goal ${aim})`);
}
