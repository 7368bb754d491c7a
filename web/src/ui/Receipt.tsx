import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { cx } from '@/lib/cx';
import { plural } from '@/lib/format';
import { clockTime, day, exact } from '@/lib/time';
import { zoneLabel } from '@/lib/zone';
import { shortcutsAreOn } from './shortcuts';
import type { Tone } from './StatusMark';

export interface ReceiptEntry {
  id: string;
  /** ISO instant. */
  at: string;
  /** What happened, in words: "Payment declined". */
  what: string;
  /** Who or what caused it. */
  who?: ReactNode;
  /** The state after it: "past due". */
  state?: string;
  tone?: Tone;
  /** The affected entity, if the receipt covers several; `aboutTitle` says more of it on hover. */
  about?: string;
  aboutTitle?: string;
  /** With its currency: "$24.00". */
  amount?: string;
  /** Opens under the entry: usually `ReceiptLines` of the event's data. */
  more?: ReactNode;
  /** The page it opens instead. */
  link?: LinkProps;
  /** The event this page shows. */
  current?: boolean;
  /** Entries of one chain have the same origin: hovering over one highlights the others. */
  chain?: string;
}

interface ReceiptProps {
  title: string;
  /** A line under the title: an id, a number. */
  number?: ReactNode;
  /** Newest first. */
  entries: readonly ReceiptEntry[];
  /** Shown if there are none. */
  empty?: string;
  footer?: ReactNode;
  /** Full width, with the actor in a separate column. */
  wide?: boolean;
  busy?: boolean;
}

/** An entity's history on a strip of till paper: time, what happened, who did it, and the state after it. */
export function Receipt(props: ReceiptProps) {
  const { title, number, entries, empty = 'Nothing has happened yet.', footer, wide = false, busy } = props;
  const headingId = useId();
  const [chain, setChain] = useState<string>();
  const point = (event: SyntheticEvent) =>
    setChain((event.target as Element).closest<HTMLElement>('[data-chain]')?.dataset.chain);
  return (
    <section
      aria-labelledby={headingId}
      aria-busy={busy}
      onKeyDown={moveThroughEntries}
      onFocus={point}
      onMouseOver={point}
      onMouseLeave={() => setChain(undefined)}
      className={cx(
        'receipt w-full transition-opacity',
        busy && 'opacity-60',
        !wide && 'max-w-receipt justify-self-center lg:justify-self-end',
      )}
    >
      <header className="grid justify-items-center gap-1 pb-4 text-center">
        <h2 id={headingId} className="text-[13px] font-medium">
          {title}
        </h2>
        {number && <p className="text-faint">{number}</p>}
      </header>
      {entries.length === 0 && <p className="receipt-cut py-4 text-center text-soft">{empty}</p>}
      {byDay(entries).map(([date, group]) => (
        <div key={group[0]!.id}>
          <h3 className="receipt-cut py-2 text-center text-faint">{date}</h3>
          <ol className={cx('grid pb-3', wide ? 'sm:gap-0' : 'gap-1')}>
            {group.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                wide={wide}
                lit={entry.chain !== undefined && entry.chain === chain}
              />
            ))}
          </ol>
        </div>
      ))}
      <footer className="receipt-cut pt-3 text-center text-faint">
        {footer ??
          (entries.length > 0
            ? `${plural(entries.length, 'entry', 'entries')}, times in ${zoneLabel()}`
            : `Times in ${zoneLabel()}`)}
      </footer>
    </section>
  );
}

const tones: Record<Tone, string> = {
  good: 'text-green',
  wait: 'text-ink',
  warn: 'text-amber',
  bad: 'text-red',
  off: 'text-faint',
};

function Entry({ entry, wide, lit }: { entry: ReceiptEntry; wide: boolean; lit: boolean }) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const { link, more, current } = entry;
  const line = <EntryLine entry={entry} wide={wide} />;
  const row = cx(
    'grid grid-cols-[58px_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-1 text-left',
    wide && 'sm:grid-cols-[64px_minmax(0,1fr)_10rem]',
  );
  const press = cx(row, '-mx-2 w-[calc(100%+16px)] rounded-mark px-2 hover:bg-shade focus-visible:outline-offset-0');
  if (link) {
    return (
      <li>
        <Link
          {...link}
          data-row
          data-chain={entry.chain}
          className={cx(press, (current ?? lit) && 'entry-lit', current && 'bg-shade')}
        >
          {line}
        </Link>
      </li>
    );
  }
  if (!more) return <li className={row}>{line}</li>;
  return (
    <li>
      <button
        type="button"
        data-row
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className={press}
      >
        {line}
      </button>
      <div id={panel} hidden={!open} className="my-1 ml-[70px] border-l border-edge py-1 pl-3">
        {more}
      </div>
    </li>
  );
}

function EntryLine({ entry, wide }: { entry: ReceiptEntry; wide: boolean }) {
  const { at, what, state, tone = 'wait', about, aboutTitle, amount, who } = entry;
  return (
    <>
      <time dateTime={at} title={exact(at)} className="text-faint">
        {clockTime(at)}
      </time>
      <span className="leader min-w-0">
        <span className={cx('min-w-0 font-medium', state ? 'text-ink' : tones[tone])}>{what}</span>
        {(state ?? about ?? amount) && <span aria-hidden="true" className="leader-dots" />}
        {about && (
          <span title={aboutTitle} className="max-w-[55%] min-w-0 shrink truncate text-soft max-sm:hidden">
            {about}
          </span>
        )}
        {(amount ?? wide) && (
          <span className={cx('shrink-0 text-right tabular-nums', wide && 'sm:w-20')}>{amount}</span>
        )}
        {state && (
          <span className={cx('shrink-0', tones[tone])}>
            <span className="sr-only">, now </span>
            {state}
          </span>
        )}
      </span>
      {about && <span className="col-start-2 truncate text-soft sm:hidden">{about}</span>}
      {who && <span className={cx('col-start-2 truncate text-faint', wide && 'sm:col-start-3')}>{who}</span>}
    </>
  );
}

function moveThroughEntries(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.key.length === 1 && !shortcutsAreOn()) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
}

/** Name and value with a dotted leader between them, as on a bill. */
export function ReceiptLines({ lines }: { lines: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-1">
      {lines.map(({ name, value }) => (
        <div key={name} className="leader flex-wrap">
          <dt className="text-soft">{name}</dt>
          <span aria-hidden="true" className="leader-dots" />
          <dd className="ml-auto max-w-full min-w-0 text-right wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function byDay(entries: readonly ReceiptEntry[]): [string, ReceiptEntry[]][] {
  const days: [string, ReceiptEntry[]][] = [];
  for (const entry of entries) {
    const date = day(entry.at);
    const newest = days.at(-1);
    if (newest?.[0] === date) newest[1].push(entry);
    else days.push([date, [entry]]);
  }
  return days;
}
