import { cloneElement, lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';

interface TriggerProps {
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-busy'?: boolean;
}

interface MenuProps {
  /** A button. */
  trigger: ReactElement<TriggerProps>;
  align?: 'start' | 'end';
  children: ReactNode;
}

// Most visits open no menu: its code loads when a pointer or the focus comes near one.
const load = () => import('./MenuParts');
const preload = () => void load().catch(() => undefined);

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [asked, setAsked] = useState(false);
  const closed = cloneElement(trigger, {
    onClick: () => setAsked(true),
    onFocus: preload,
    onPointerEnter: preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  if (!asked) return closed;
  return (
    <Suspense fallback={cloneElement(closed, { 'aria-busy': true })}>
      <OpenMenu trigger={trigger} align={align}>
        {children}
      </OpenMenu>
    </Suspense>
  );
}

const OpenMenu = lazy(() => load().then((parts) => ({ default: parts.OpenMenu })));
export const MenuItem = lazy(() => load().then((parts) => ({ default: parts.MenuItem })));
export const MenuCheck = lazy(() => load().then((parts) => ({ default: parts.MenuCheck })));
export const MenuLabel = lazy(() => load().then((parts) => ({ default: parts.MenuLabel })));
export const MenuLine = lazy(() => load().then((parts) => ({ default: parts.MenuLine })));
