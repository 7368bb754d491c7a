import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { cx } from '@/lib/cx';
import { announce, dismiss, latestNotice, leavePage, spokenNow, subscribe, type Notice } from './Announcer';
import { IconButton } from './Button';
import { useCommands } from './commands';

const SHOWN_MS = 5_000;
/** Long enough to read it and to decide. */
const OFFERED_MS = 12_000;
async function act({ id, action }: Notice): Promise<void> {
  dismiss(id);
  try {
    await action?.run();
  } catch (error) {
    announce(error instanceof Error ? error.message : 'That did not work. Try again.', true);
  }
}

/**
 * The latest message, which covers nothing: at the foot of the rail, or of a page without one, both of which leave room for it (`--notice`).
 * F8 leads to its action, which the palette offers, too.
 */
export function NoticeSlip() {
  const notice = useSyncExternalStore(subscribe, latestNotice);
  const said = useSyncExternalStore(subscribe, spokenNow);
  const [held, setHeld] = useState(false);
  const slip = useRef<HTMLDivElement>(null);
  const router = useRouter();

  useEffect(() => setHeld(false), [notice?.id]);
  useEffect(() => {
    if (!notice || notice.trouble || held) return;
    const timer = setTimeout(() => dismiss(notice.id), notice.action ? OFFERED_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, held]);
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leavePage()), [router]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (slip.current) style.setProperty('--notice', `${slip.current.offsetHeight + 16}px`);
    else style.removeProperty('--notice');
  }, [notice]);
  useEffect(() => {
    const reach = (event: KeyboardEvent) => event.key === 'F8' && slip.current?.querySelector('button')?.focus();
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, []);
  const commands = useMemo(
    () =>
      notice?.action
        ? [{ id: 'notice', label: notice.action.label, group: 'This page', run: () => void act(notice) }]
        : [],
    [notice],
  );
  useCommands(commands);

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        role="status"
        aria-live="polite"
        className="notice pointer-events-none fixed bottom-2 z-50 grid justify-items-center"
      >
        {notice && (
          <div
            key={notice.id}
            ref={slip}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
            className={cx(
              'pointer-events-auto flex max-w-form min-w-0 flex-wrap items-center justify-end gap-x-2 rounded-control py-1 pr-1 pl-3',
              notice.trouble ? 'border border-red bg-red-wash text-ink' : 'bg-ink text-paper',
            )}
          >
            <span className="min-w-0 flex-[1_0_8rem] py-1 wrap-anywhere">{notice.text}</span>
            {notice.action && (
              <button
                type="button"
                title="F8"
                onClick={() => void act(notice)}
                className="h-8 rounded-control px-2 font-semibold underline underline-offset-4 focus-visible:outline-current pointer-coarse:h-11"
              >
                {notice.action.label}
              </button>
            )}
            <IconButton
              icon="close"
              label="Dismiss"
              onClick={() => dismiss(notice.id)}
              className={notice.trouble ? undefined : 'text-paper! hover:bg-transparent! focus-visible:outline-current'}
            />
          </div>
        )}
      </div>
    </>
  );
}
