import { lazy, Suspense, useEffect, useState } from 'react';
import { onOpenPalette } from './commands';

const PaletteDialog = lazy(() => import('./PaletteDialog').then((module) => ({ default: module.PaletteDialog })));

/** Ctrl-K or ⌘K: finds things, opens any page and runs the page's actions. The dialog's code loads on first use. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);

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

  return <Suspense fallback={null}>{used && <PaletteDialog open={open} onOpenChange={setOpen} />}</Suspense>;
}
