/** What a table's layout needs to know about a column. */
export interface ColumnSize {
  /** The least it takes, in rem. */
  width: number;
  /** 0: never hidden; of the others, the highest hides first. */
  priority: number;
}

/** The columns that fit into `room` (rem), by index; undefined if not even those that never hide do. */
export function fittingColumns(columns: readonly ColumnSize[], room: number): number[] | undefined {
  const kept = columns.map((column, index) => ({ ...column, index }));
  while (kept.reduce((sum, { width }) => sum + width, 0) > room) {
    const least = kept.reduce((a, b) => (b.priority >= a.priority ? b : a), { priority: 0, index: -1 });
    if (least.priority === 0) return undefined;
    kept.splice(
      kept.findIndex(({ index }) => index === least.index),
      1,
    );
  }
  return kept.map(({ index }) => index);
}
