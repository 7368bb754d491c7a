import { useCallback, useLayoutEffect, useState } from 'react';
import { fittingColumns } from '@/lib/columns-fit';
import type { Column } from './table-column';

/** Up to this width of the window, rows are stacked: one line for what matters, one for the rest. */
const PHONE = '(max-width: 56rem)';
/** A table with less room, such as one on a detail page, is stacked as well. */
const LEAST_ROOM = 27;

const LEAD_WIDTH = 11;
const GROW_WIDTH = 9;
const WIDTH = 7;

/** The rem of room that an element has, or 0 for stacked rows; measured before the first paint. */
export function useRoom(): [room: number, ref: (element: HTMLElement | null) => void] {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState(() => (window.matchMedia(PHONE).matches ? 0 : LEAST_ROOM));
  const measure = useCallback(() => {
    if (!element) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // Without fractions, so that dragging the window's edge does not render the rows at every pixel.
    const wide = Math.floor(element.clientWidth / rem);
    setRoom(wide < LEAST_ROOM || window.matchMedia(PHONE).matches ? 0 : wide);
  }, [element]);
  useLayoutEffect(() => {
    if (!element) return;
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [element, measure]);
  return [room, ref];
}

/** The columns of a table with this much room; undefined if its rows must be stacked. */
export function columnsIn<Row>(columns: readonly Column<Row>[], room: number): Column<Row>[] | undefined {
  const sizes = columns.map((column, index) => ({
    width: widthOf(column, index),
    priority: priorityOf(column, index),
  }));
  return (room > 0 ? fittingColumns(sizes, room) : undefined)?.map((index) => columns[index]!);
}

/** As a grid: elastic columns shrink to their least width before they are truncated; what is left is shared evenly. */
export function gridOf<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .map((column, index) => (column.grow ? `minmax(${widthOf(column, index)}rem, auto)` : 'auto'))
    .join(' ');
}

function widthOf<Row>({ width, grow, actions }: Column<Row>, index: number): number {
  return width ?? (actions ? 5 : grow ? (index === 0 ? LEAD_WIDTH : GROW_WIDTH) : WIDTH);
}

function priorityOf<Row>({ priority, phone = 'line', actions }: Column<Row>, index: number): number {
  if (index === 0 || actions) return 0;
  return priority ?? { lead: 0, trail: 0, first: 1, line: 1, spare: 1, hide: 3 }[phone];
}
