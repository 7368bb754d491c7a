import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isFree, shortcutsAreOn } from './shortcuts';

/** The row that was opened from each entry of the browser's history, by the row's address. */
const opened = new Map<string, string>();

/**
 * For the element that contains the rows: links marked `data-row`. Arrow keys, j and k move between them. In the page's `main` list
 * they do so from anywhere on the page, and going back to it returns the focus to the row that was opened, once it is `ready`.
 */
export function useRowKeys(main: boolean, ready: boolean): (element: HTMLElement | null) => void {
  const [rows, ref] = useState<HTMLElement | null>(null);
  const { history } = useRouter();

  useEffect(() => {
    if (!rows) return;
    const area = main ? document : rows;
    const press = (event: Event) => move(rows, event as KeyboardEvent);
    const point = (event: PointerEvent) => pointAt(event.target, event.clientX, event.clientY);
    const leave = () => pointAt(null, 0, 0);
    area.addEventListener('keydown', press);
    rows.addEventListener('pointermove', point);
    rows.addEventListener('pointerleave', leave);
    return () => {
      area.removeEventListener('keydown', press);
      rows.removeEventListener('pointermove', point);
      rows.removeEventListener('pointerleave', leave);
    };
  }, [rows, main]);

  useEffect(() => {
    if (!rows || !main || !ready) return;
    const entry = () => history.location.state.__TSR_key ?? '';
    const href = opened.get(entry());
    opened.delete(entry());
    const row = href && linksIn(rows).find((link) => link.getAttribute('href') === href);
    if (row && isUnused(document.activeElement)) row.focus({ preventScroll: true });
    function remember(event: MouseEvent) {
      const link = (event.target as Element).closest('a[data-row]');
      if (link && event.button === 0) opened.set(entry(), link.getAttribute('href') ?? '');
    }
    rows.addEventListener('click', remember, { capture: true });
    return () => rows.removeEventListener('click', remember, { capture: true });
  }, [rows, main, ready, history]);

  return ref;
}

function linksIn(rows: HTMLElement): HTMLElement[] {
  return [...rows.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The heading has the focus after a page has opened. */
function isUnused(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.tagName === 'H1';
}

function move(rows: HTMLElement, event: KeyboardEvent): void {
  const to = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity }[event.key];
  if (to === undefined || !isFree(event) || (event.key.length === 1 && !shortcutsAreOn())) return;
  const links = linksIn(rows);
  const at = links.indexOf(document.activeElement as HTMLElement);
  // Home and End scroll the page, until a row has the focus; the first arrow leads to the first row.
  if (links.length === 0 || (at < 0 && !Number.isFinite(to))) return;
  event.preventDefault();
  links[at < 0 ? 0 : Math.min(Math.max(at + to, 0), links.length - 1)]?.focus();
}

/** Marks the cell under the pointer, which the row's link covers: its exact time opens, and truncated text shows as a tooltip. */
function pointAt(target: EventTarget | null, x: number, y: number): void {
  const row = target instanceof Element ? target.closest('[role=row]') : null;
  const cell = [...(row?.querySelectorAll<HTMLElement>('[role=cell]') ?? [])].find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  });
  if (cell?.hasAttribute('data-pointed')) return;
  document.querySelector('[data-pointed]')?.removeAttribute('data-pointed');
  if (!cell) return;
  cell.setAttribute('data-pointed', '');
  const tip = row?.querySelector<HTMLElement>('a[data-row]') ?? cell;
  tip.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : '';
}
