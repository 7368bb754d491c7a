import { useEffect, useSyncExternalStore } from 'react';

/** Rows of the list on the screen that arrived while someone reads it. */
export interface WaitingRows {
  /** What the rows are: "orders". */
  label: string;
  /** How many more there are; 0 if rows changed or went away. */
  count: number;
  show: () => void;
}

/** Below this many pixels, the head of the list is out of sight. */
const TOP_PX = 40;

const lists = new Map<string, number>();
let waiting: WaitingRows | undefined;
const listeners = new Set<() => void>();

/** Whether a page is the list of these rows. */
export function isListed(label: string): boolean {
  return (lists.get(label) ?? 0) > 0;
}

/** Whether rows would move under someone's eyes, hand or focus. */
export function isReading(): boolean {
  if (window.scrollY > TOP_PX) return true;
  return (
    document.querySelector(
      '[data-modal][data-state=open], :is([role=table], [data-rows]):is(:hover, :focus-within)',
    ) !== null
  );
}

export function offerRows(rows: WaitingRows | undefined): void {
  waiting = rows;
  listeners.forEach((listener) => listener());
}

/** A page lists these rows. @returns a function that says that it no longer does */
export function listed(label: string): () => void {
  lists.set(label, (lists.get(label) ?? 0) + 1);
  return () => {
    lists.set(label, (lists.get(label) ?? 1) - 1);
    if (waiting?.label === label) offerRows(undefined);
  };
}

/** Keeps new rows waiting while the list is on the screen. */
export function useWaitingRows(label: string): WaitingRows | undefined {
  useEffect(() => listed(label), [label]);
  const rows = useSyncExternalStore(subscribe, () => waiting);
  return rows?.label === label ? rows : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
