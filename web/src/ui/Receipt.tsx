import { useId, useState, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { plural } from '@/lib/format';
import { clockTime, day, exact } from '@/lib/time';
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
  /** Opens under the entry: usually `ReceiptLines` of the event's data. */
  more?: ReactNode;
}

interface ReceiptProps {
  title: string;
  /** A line under the title: an id, a number. */
  number?: ReactNode;
  /** Newest first. */
  entries: readonly ReceiptEntry[];
  /** Said where there are none. */
  empty?: string;
  footer?: ReactNode;
}

/** The history of a thing on a strip of till paper: time, what happened, who, and the state after it. */
export function Receipt({ title, number, entries, empty = 'Nothing has happened yet.', footer }: ReceiptProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="receipt w-full max-w-receipt justify-self-center md:justify-self-end"
    >
      <header className="grid justify-items-center gap-1 pb-4 text-center">
        <h2 id={headingId} className="text-[13px] font-medium">
          {title}
        </h2>
        {number && <p className="text-faint">{number}</p>}
      </header>
      {entries.length === 0 && <p className="receipt-cut py-4 text-center text-soft">{empty}</p>}
      {byDay(entries).map(([date, group]) => (
        <div key={date}>
          <h3 className="receipt-cut py-2 text-center text-faint">{date}</h3>
          <ol className="grid gap-1 pb-3">
            {group.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
      <footer className="receipt-cut pt-3 text-center text-faint">
        {footer ??
          (entries.length > 0 ? `${plural(entries.length, 'entry', 'entries')}, times in UTC` : 'Times in UTC')}
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

function Entry({ entry }: { entry: ReceiptEntry }) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const line = (
    <>
      <time dateTime={entry.at} title={exact(entry.at)} className="text-faint">
        {clockTime(entry.at)}
      </time>
      <span className="grid min-w-0 gap-0.5">
        <span className="leader">
          <span className="min-w-0 font-medium text-ink">{entry.what}</span>
          {entry.state && (
            <>
              <span aria-hidden="true" className="leader-dots" />
              <span className={cx('shrink-0', tones[entry.tone ?? 'wait'])}>
                <span className="sr-only">, now </span>
                {entry.state}
              </span>
            </>
          )}
        </span>
        {entry.who && <span className="truncate text-faint">{entry.who}</span>}
      </span>
    </>
  );
  const row = 'grid grid-cols-[58px_minmax(0,1fr)] gap-x-3 py-1 text-left';
  if (!entry.more) return <li className={row}>{line}</li>;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className={cx(row, '-mx-2 w-[calc(100%+16px)] rounded-mark px-2 hover:bg-shade')}
      >
        {line}
      </button>
      <div id={panel} hidden={!open} className="my-1 ml-[70px] border-l border-edge py-1 pl-3">
        {entry.more}
      </div>
    </li>
  );
}

/** Name and value with a dotted leader between them, as on a bill. */
export function ReceiptLines({ lines }: { lines: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-1">
      {lines.map(({ name, value }) => (
        <div key={name} className="leader flex-wrap">
          <dt className="text-soft">{name}</dt>
          <span aria-hidden="true" className="leader-dots" />
          <dd className="max-w-full min-w-0 text-right wrap-anywhere">{value}</dd>
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
