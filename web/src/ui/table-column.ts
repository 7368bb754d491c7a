import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row, unit: string | undefined) => ReactNode;
  /** The server's sort property; without it, the column is not sortable. */
  sort?: string;
  /** Figures are right-aligned. */
  figures?: boolean;
  /** The currency of all rows, shown once in the head and passed to `cell`, which otherwise shows it itself. */
  unit?: (rows: readonly Row[]) => string | undefined;
  /**
   * In stacked rows: the first line left or right, the second line's beginning or the rest of it (default), its beginning unless the
   * window is very narrow, or not at all.
   */
  phone?: 'lead' | 'trail' | 'first' | 'line' | 'spare' | 'hide';
  /** Hidden until the user chooses it. */
  optional?: boolean;
  /** Contains the row's actions; its head is visible to screen readers only. */
  actions?: boolean;
  /** Shrinks, and is truncated, before a column hides; others take the room of their content. */
  grow?: boolean;
  /** The least it takes, in rem; what fits is decided by it. */
  width?: number;
  /** 0: never hidden; of the others, the highest hides first where there is little room. */
  priority?: number;
}
