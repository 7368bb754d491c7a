import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { onOpenPalette, typedAfter } from './commands';

const PaletteDialog = lazy(() => import('./PaletteDialog').then((module) => ({ default: module.PaletteDialog })));

/** Ctrl-K or ⌘K: finds things, opens any page and runs the page's actions. The dialog's code loads on first use. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);
  const [ready, setReady] = useState(false);
  const typed = useRef('');

  // What is typed while the dialog's code loads is not lost.
  useEffect(() => {
    typed.current = '';
    if (!open || ready) return;
    function keep(event: KeyboardEvent) {
      const next = typedAfter(typed.current, event);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      typed.current = next;
    }
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, [open, ready]);

  useEffect(() => {
    const forget = onOpenPalette(() => setOpen(true));
    function toggle(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((was) => !was);
    }
    document.addEventListener('keydown', toggle);
    return () => {
      forget();
      document.removeEventListener('keydown', toggle);
    };
  }, []);

  const begun = useCallback(() => typed.current, []);
  const onReady = useCallback(() => setReady(true), []);
  return (
    <Suspense fallback={null}>
      {used && <PaletteDialog open={open} onOpenChange={setOpen} begun={begun} onReady={onReady} />}
    </Suspense>
  );
}
