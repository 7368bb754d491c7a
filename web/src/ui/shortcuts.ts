import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';

const STORED = 'shortcuts';
const listeners = new Set<() => void>();
let on = stored();

function stored(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

/** Whether single characters are shortcuts; users who dictate or press keys by accident turn them off. */
export function shortcutsAreOn(): boolean {
  return on;
}

export function setShortcuts(next: boolean): void {
  on = next;
  try {
    if (next) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  } catch {
    // If storage is blocked, the choice lasts as long as the page.
  }
  listeners.forEach((listener) => listener());
}

export function useShortcutsAreOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shortcutsAreOn);
}

export interface Place {
  label: string;
  link: LinkProps;
  /** After `g`, leads there. */
  key?: string;
}

let show: (() => void) | undefined;

/** Opens the help, where there is one. */
export function showShortcuts(): void {
  show?.();
}

export function onShowShortcuts(act: () => void): () => void {
  show = act;
  return () => {
    show = undefined;
  };
}

/** Elements that use keys themselves. */
const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=slider]';

/** In a list's search, the arrow down does nothing by itself. */
const SEARCH = '[role=search] input[type=search]';

/** Whether a key press anywhere on the page is free for the page to use: not in a field, a menu or a dialog. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(BUSY)) {
    if (event.key !== 'ArrowDown' || !event.target.matches(SEARCH)) return false;
  }
  return !document.querySelector('[data-modal][data-state=open]');
}

/** Calls `act` for each free key press while the component is mounted; `act` returns whether it used the key. */
export function usePageKeys(act: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (isFree(event) && latest.current(event)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
