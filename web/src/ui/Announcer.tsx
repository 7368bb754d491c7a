import { useSyncExternalStore } from 'react';
import { cx } from '@/lib/cx';
import { IconButton } from './Button';

interface Notice {
  id: number;
  text: string;
  trouble: boolean;
}

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  listeners.forEach((listener) => listener());
}

function dismiss(id: number): void {
  set(notices.filter((notice) => notice.id !== id));
}

/** Shows a message once, also to screen readers; errors stay until dismissed. */
export function announce(text: string, trouble = false): void {
  const id = ++last;
  set([...notices.slice(-2), { id, text, trouble }]);
  if (!trouble) setTimeout(() => dismiss(id), 5000);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Announcer() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2"
    >
      {shown.map((notice) => (
        <div
          key={notice.id}
          className={cx(
            'pointer-events-auto flex max-w-form items-center gap-2 rounded-control py-1 pr-1 pl-4',
            notice.trouble ? 'border border-red bg-red-wash text-ink' : 'bg-ink text-paper',
          )}
        >
          <span className="py-1">{notice.text}</span>
          <IconButton
            icon="close"
            label="Dismiss"
            onClick={() => dismiss(notice.id)}
            className={notice.trouble ? undefined : 'text-paper! hover:bg-transparent!'}
          />
        </div>
      ))}
    </div>
  );
}
