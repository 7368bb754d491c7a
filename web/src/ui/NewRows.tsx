import { useRef } from 'react';
import { plural, word } from '@/lib/format';
import { useWaitingRows } from '@/lib/live-list';
import { Icon } from './Icon';

/** Above a list, the page's own or a section's: says that rows arrived while it is read, and shows them when asked. `label`: "orders". */
export function NewRows({ label, onShow }: { label: string; onShow?: () => void }) {
  const rows = useWaitingRows(label);
  const slip = useRef<HTMLDivElement>(null);
  function show() {
    // The button goes away, and the focus with it.
    const own = slip.current?.closest('section')?.querySelector('h2');
    if (own) own.scrollIntoView({ block: 'center' });
    else window.scrollTo({ top: 0 });
    (own ?? document.querySelector<HTMLElement>('#content h1'))?.focus({ preventScroll: true });
    rows?.show();
    onShow?.();
  }
  return (
    <div
      ref={slip}
      role="status"
      className="pointer-events-none sticky top-[calc(var(--bar)+8px)] z-10 flex h-0 justify-center"
    >
      {rows && (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto flex h-8 -translate-y-1 items-center gap-1 rounded-full border border-edge bg-slip px-3 font-medium text-green hover:bg-shade pointer-coarse:h-11"
        >
          <Icon name="up" size={14} />
          {wordsOf(rows.count, label)}
        </button>
      )}
    </div>
  );
}

function wordsOf(count: number, label: string): string {
  if (count === 0) return `${word(label)} have changed`;
  return plural(count, `new ${label.replace(/ies$/, 'y').replace(/s$/, '')}`, `new ${label}`);
}
