import { Link, useLocation, useMatches, type LinkProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { IconButton } from './Button';
import { Icon } from './Icon';
import { InMain } from './in-main';
import { modifierKey } from '@/lib/keyboard';
import { later } from '@/lib/later';
import { SkipLink } from './SkipLink';
import { showPalette } from './commands';

const ShortcutKeys = later(() => import('./ShortcutKeys').then((file) => file.ShortcutKeys));
// Phones only.
const Drawer = lazy(() => import('./Drawer').then((module) => ({ default: module.Drawer })));

export interface Area {
  label: string;
  link: LinkProps;
  /** Current only on its own page, not on pages below it. */
  exact?: boolean;
  /** A path besides the link's whose pages belong to it, such as `/$org/api-keys`. */
  also?: string;
  /** After `g`, leads there. */
  key?: string;
}

interface AreaGroup {
  label?: string;
  areas: Area[];
}

interface ShellProps {
  /** The organization's name and the menu to change it, at the head of the rail. */
  head: ReactNode;
  /** Areas in groups; a group's label is optional. */
  groups: AreaGroup[];
  /** Areas that are seen however long the others are. */
  pinned?: Area[];
  /** At the foot of the rail: the user's menu and the theme. */
  foot: ReactNode;
  /** Above the content, across the page: the sandbox bar. */
  banner?: ReactNode;
  children: ReactNode;
}

export function Shell({ head, groups, pinned = [], foot, banner, children }: ShellProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  const places = [...groups.flatMap(({ areas }) => areas), ...pinned];

  const rail = (
    <>
      <header className="px-3 pt-4 pb-3">{head}</header>
      <Rail groups={groups} pinned={pinned} />
      <div className="px-3 pb-2">{foot}</div>
    </>
  );

  return (
    <div className="min-h-[calc(100dvh-var(--bar))] sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]">
      <SkipLink />
      <ShortcutKeys places={places} />
      <header className="sticky top-(--bar) z-20 flex h-14 items-center gap-2 border-b border-line bg-paper px-2 sm:hidden">
        <IconButton icon="menu" label="Areas" onClick={() => setOpen(true)} />
        <div className="min-w-0 flex-1">{head}</div>
      </header>
      <Suspense fallback={null}>
        {used && (
          <Drawer open={open} onOpenChange={setOpen} title="Areas">
            <div className="h-14 shrink-0" />
            <Rail groups={groups} pinned={pinned} />
            <div className="px-3 pb-2">{foot}</div>
          </Drawer>
        )}
      </Suspense>
      <div
        data-rail
        className="sticky top-(--bar) flex h-[calc(100dvh-var(--bar))] flex-col border-r border-line pb-(--notice) max-sm:hidden"
      >
        {rail}
      </div>
      <div className="min-w-0">
        {banner}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-[88rem] px-4 min-[96rem]:has-[>form]:max-w-[42rem] pt-6 pb-24 outline-none sm:px-8 lg:px-12"
        >
          <InMain value={true}>{children}</InMain>
        </main>
      </div>
    </div>
  );
}

const current = { 'data-status': 'active', 'aria-current': 'page' } as const;

function Rail({ groups, pinned }: Required<Pick<ShellProps, 'groups' | 'pinned'>>) {
  const fullPath = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  return (
    <nav aria-label="Areas" className="flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-3 pb-4">
        <button
          type="button"
          onClick={showPalette}
          className="flex h-8 items-center gap-2 rounded-control border border-line px-2 text-soft hover:border-edge hover:text-ink pointer-coarse:h-11"
        >
          <Icon name="search" />
          Go to
          <kbd className="ml-auto font-mono text-note text-faint pointer-coarse:hidden">{modifierKey()} K</kbd>
        </button>
        {groups.map(({ label, areas }) => (
          <div key={label ?? areas[0]?.label}>
            {label && <p className="px-2 pb-1 text-note text-faint">{label}</p>}
            <AreaLinks areas={areas} fullPath={fullPath} />
          </div>
        ))}
      </div>
      <div className="border-t border-line px-3 pt-2">
        <AreaLinks areas={pinned} fullPath={fullPath} />
      </div>
    </nav>
  );
}

function AreaLinks({ areas, fullPath }: { areas: Area[]; fullPath: string | undefined }) {
  return (
    <ul>
      {areas.map((area) => (
        <li key={area.label}>
          <Link
            {...area.link}
            {...(area.also && fullPath?.startsWith(area.also) && current)}
            activeOptions={{ exact: area.exact ?? false, includeSearch: false }}
            className="relative flex h-8 items-center rounded-control px-2 text-soft hover:bg-shade hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink data-[status=active]:before:absolute data-[status=active]:before:inset-y-2 data-[status=active]:before:-left-3 data-[status=active]:before:w-[3px] data-[status=active]:before:bg-green pointer-coarse:h-11"
          >
            {area.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
