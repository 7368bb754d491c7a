import { Link, useMatch, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './Icon';

interface PageHeadProps {
  title: string;
  /** The document title, if the page's title alone is ambiguous. */
  tab?: string;
  /** A status mark or the like, beside the title. */
  mark?: ReactNode;
  /** One line under the title. */
  note?: ReactNode;
  /** The parent page: a detail page's list. */
  up?: { label: string; link: LinkProps };
  /** One primary action; lesser ones go into a menu beside it. */
  action?: ReactNode;
}

/** The organization's name, if it is an organization's page. */
function nameOfOrganization({ context }: { context: object }): string | undefined {
  return 'organization' in context ? (context.organization as { name: string }).name : undefined;
}

let landed: string | undefined;

/** Names the page, and takes the focus after navigation from another page. */
export function PageHead({ title, tab = title, mark, note, up, action }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The head's own route: the location already changes while the old page still shows.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const organization = useMatch({ strict: false, select: nameOfOrganization });

  useEffect(() => {
    if (landed !== undefined && landed !== pathname) heading.current?.focus({ preventScroll: true });
    landed = pathname;
  }, [pathname]);

  const name = [tab, organization, 'Tillbook'].filter((part, at, all) => part && all.indexOf(part) === at).join(' · ');
  useEffect(() => {
    document.title = name;
  }, [name]);

  return (
    <header className="mb-6 grid gap-1">
      {up && (
        <Link
          {...up.link}
          className="tap -ml-1 inline-flex items-center gap-0.5 justify-self-start rounded-mark text-note text-soft hover:text-ink"
        >
          <Icon name="left" size={14} />
          {up.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 ref={heading} tabIndex={-1} className="text-title font-semibold tracking-[-0.01em] break-words">
            {title}
          </h1>
          {mark}
        </div>
        {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </div>
      {note && <p className="max-w-[60ch] text-soft">{note}</p>}
    </header>
  );
}
