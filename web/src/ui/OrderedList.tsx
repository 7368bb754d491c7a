import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { announce } from './Announcer';
import { IconButton } from './Button';

interface OrderedListProps<T> {
  /** What they are: "Images". */
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  onChange: (items: T[]) => void;
  /** Whether the order means something. */
  sortable?: boolean;
  /** What a row shows before its buttons. */
  row: (item: T, at: number) => ReactNode;
  /** Below the list: how to add to it. */
  children?: ReactNode;
}

/** Chosen things, one per row, which can be moved by buttons or Alt and an arrow key, and removed. */
export function OrderedList<T extends { id: string }>(props: OrderedListProps<T>) {
  const { label, items, nameOf, onChange, sortable = false, row, children } = props;
  const list = useRef<HTMLDivElement>(null);

  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length) return;
    const item = items[from]!;
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item));
    announce(`${nameOf(item)} is now number ${to + 1} of ${items.length}`);
    focusIn(item.id, from < to ? 'down' : 'up');
  }

  function drop({ id }: T): void {
    const at = items.findIndex((item) => item.id === id);
    const left = items.filter((item) => item.id !== id);
    onChange(left);
    focusIn(left[Math.min(at, left.length - 1)]?.id, 'remove');
  }

  /** A button of a row keeps the focus, if it can still be pressed: the keyboard goes on from there. */
  function focusIn(id: string | undefined, wanted: string): void {
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
      const own = buttons.filter((button) => id !== undefined && button.closest(`[data-row="${id}"]`));
      (own.find((button) => button.dataset.does === wanted) ?? own[0] ?? buttons.at(-1))?.focus();
    });
  }

  function moveByKey(event: KeyboardEvent, at: number): void {
    if (!sortable || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1);
  }

  return (
    <div ref={list} className="grid gap-3">
      {items.length > 0 && (
        <ul className="grid border-t border-line" aria-label={label}>
          {items.map((item, at) => (
            <li
              key={item.id}
              data-row={item.id}
              className="flex min-h-10 items-center gap-3 border-b border-line py-1"
              onKeyDown={(event) => moveByKey(event, at)}
            >
              {row(item, at)}
              <div className="flex">
                {sortable && (
                  <>
                    <IconButton
                      icon="up"
                      data-does="up"
                      label={`Move ${nameOf(item)} up`}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    />
                    <IconButton
                      icon="down"
                      data-does="down"
                      label={`Move ${nameOf(item)} down`}
                      disabled={at === items.length - 1}
                      onClick={() => move(at, at + 1)}
                    />
                  </>
                )}
                <IconButton
                  icon="close"
                  data-does="remove"
                  label={`Remove ${nameOf(item)}`}
                  onClick={() => drop(item)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
