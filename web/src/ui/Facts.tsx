import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

/** A definition list like a ledger page: term, value, hairline. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="border-t border-line">{children}</dl>;
}

interface FactProps {
  term: ReactNode;
  children: ReactNode;
  /** Amounts are right-aligned, so that they add up by eye. */
  figures?: boolean;
  /** A sum, set off by a double rule. */
  total?: boolean;
  /** In the whole width below both. */
  below?: ReactNode;
}

export function Fact({ term, children, figures, total, below }: FactProps) {
  return (
    <div
      className={cx(
        'grid min-h-8 items-baseline gap-x-4 border-b border-line py-1.5',
        figures
          ? 'grid-cols-[minmax(0,1fr)_auto]'
          : 'grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]',
        total && 'border-b-3 border-double border-ink font-semibold',
      )}
    >
      <dt className={total ? undefined : 'text-soft'}>{term}</dt>
      <dd className={cx('min-w-0 break-words', figures && 'text-right')}>{children}</dd>
      {below && <dd className="col-span-full font-normal">{below}</dd>}
    </div>
  );
}

/** Facts left, receipt right; on a phone the receipt comes below. */
export function Detail({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <div className="grid min-w-0 gap-8">{children}</div>
      {side}
    </div>
  );
}

export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 tabIndex={-1} className="text-lead font-semibold outline-none">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
