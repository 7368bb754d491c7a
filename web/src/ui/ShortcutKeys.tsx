import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useCommands } from './commands';
import { onShowShortcuts, shortcutsAreOn, showShortcuts, usePageKeys, type Place } from './shortcuts';

const ShortcutHelp = lazy(() => import('./ShortcutHelp'));

/** How long `g` waits for the key of a place, in milliseconds. */
const GO_MS = 1500;

/** `g` and a place's key go there; `?` shows all shortcuts. */
export function ShortcutKeys({ places }: { places: readonly Place[] }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const until = useRef(0);
  useEffect(() => onShowShortcuts(() => setOpen(true)), []);

  usePageKeys((event) => {
    if (!shortcutsAreOn()) return false;
    const place = Date.now() < until.current ? places.find(({ key }) => key === event.key) : undefined;
    until.current = event.key === 'g' && !place ? Date.now() + GO_MS : 0;
    if (place) void router.navigate(place.link);
    else if (event.key === '?') setOpen(true);
    else return event.key === 'g';
    return true;
  });

  const commands = useMemo(
    () => [{ id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Your account', run: showShortcuts }],
    [],
  );
  useCommands(commands);

  return <Suspense>{open && <ShortcutHelp places={places} onClose={() => setOpen(false)} />}</Suspense>;
}
