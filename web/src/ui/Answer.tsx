import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer as Said } from '@/lib/answers';
import { cx } from '@/lib/cx';
import { ABSENT, count, money } from '@/lib/format';

const tones: Record<Said['tone'], string> = {
  good: 'border-green',
  wait: 'border-edge',
  warn: 'border-amber',
  bad: 'border-red',
  off: 'border-edge',
};

interface AnswerProps {
  answer: Said;
  /** Usually four `Figure`s. */
  children: ReactNode;
}

/** How it stands, in one sentence and a few figures: the first thing on a detail page. */
export function Answer({ answer, children }: AnswerProps) {
  return (
    <section aria-label="At a glance" className="mb-8 grid gap-4">
      <p className={cx('max-w-[64ch] border-l-3 pl-3 text-lead', tones[answer.tone])}>{answer.text}</p>
      <dl className="grid grid-cols-2 gap-x-6 border-t border-line md:grid-cols-4">{children}</dl>
    </section>
  );
}

interface FigureProps {
  label: string;
  /** undefined while it is loaded. */
  children: ReactNode;
  /** Smaller, below it. */
  note?: ReactNode;
  /** The rows that it is made of. */
  link?: LinkProps;
}

export function Figure({ label, children, note, link }: FigureProps) {
  const loading = children === undefined;
  return (
    <div aria-busy={loading} className="grid min-w-0 content-start gap-0.5 border-b border-line py-2">
      <dt className="text-note text-soft">{label}</dt>
      <dd className="min-h-6 min-w-0 text-lead font-semibold break-words tabular-nums">
        {loading ? (
          <span className="text-faint">…</span>
        ) : link ? (
          <Link {...link} className="link">
            {children}
          </Link>
        ) : (
          children
        )}
        {note && <span className="block text-note font-normal text-soft">{note}</span>}
      </dd>
    </div>
  );
}

/** For a `Figure`: undefined while its query loads, and a dash if that failed. */
export function figureOf<T>(
  query: { data: T | undefined; isError: boolean },
  words: (data: T) => ReactNode,
): ReactNode {
  if (query.data !== undefined) return words(query.data);
  return query.isError ? ABSENT : undefined;
}

interface Totals {
  count: number;
  totals: readonly { currency: string; net_amount: number; refunded_amount: number }[];
}

/** The totals of orders, one line per currency. */
export function netWords({ totals }: Totals): ReactNode {
  return amountsWords(
    totals.map(({ currency, net_amount, refunded_amount }) => ({ currency, amount: net_amount - refunded_amount })),
  );
}

/** One line per currency. */
export function amountsWords(amounts: readonly { currency: string; amount: number }[]): ReactNode {
  if (amounts.length === 0) return '0';
  return amounts.map(({ currency, amount }) => (
    <span key={currency} className="block">
      {money(amount, currency)}
    </span>
  ));
}

export function countWords(found: { count: number }): string {
  return found.count === 0 ? '0' : (count(found.count) ?? ABSENT);
}
