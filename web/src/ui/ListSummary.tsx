import { money, plural } from '@/lib/format';
import type { ListSum } from '@/lib/list-sums';
import { LIMITS, storeLimit } from '@/lib/search';
import { Icon } from './Icon';

export interface ListTotals {
  count: number;
  sums: readonly ListSum[];
}

/** "2,641 orders", with the sums of one currency in the same line, and of several in a line for each: of all pages, not of the one on the screen. */
export function totalsLines(label: string, { count, sums }: ListTotals): string[] {
  const rows = plural(count, label.replace(/ies$/, 'y').replace(/s$/, ''), label);
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const lines = currencies.map((currency) =>
    sums.flatMap((sum) => (sum.currency === currency ? `${money(sum.amount, currency)} ${sum.of}` : [])),
  );
  return (lines.length === 1 ? [[rows, ...lines[0]!]] : [[rows], ...lines]).map((line) => line.join(' · '));
}

interface ListSummaryProps {
  label: string;
  totals: ListTotals | undefined;
  limit: number | undefined;
  onLimit: (limit: number) => void;
  children?: React.ReactNode;
}

/** The line above a list: how many rows match, their sums, rows per page, and columns. */
export function ListSummary({ label, totals, limit, onLimit, children }: ListSummaryProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div role="status" className="grid min-w-0 gap-0.5 px-2 font-medium">
        {totals && totalsLines(label, totals).map((line) => <p key={line}>{line}</p>)}
      </div>
      <span className="flex items-center gap-1">
        {limit !== undefined && (
          <span className="relative inline-flex items-center text-soft">
            <select
              aria-label="Rows per page"
              value={limit}
              onChange={({ target }) => {
                storeLimit(Number(target.value));
                onLimit(Number(target.value));
              }}
              className="h-8 appearance-none rounded-control bg-transparent pr-7 pl-3 font-medium hover:bg-shade hover:text-ink pointer-coarse:h-11"
            >
              {LIMITS.map((one) => (
                <option key={one} value={one}>{`${one} per page`}</option>
              ))}
            </select>
            <span className="pointer-events-none absolute right-2">
              <Icon name="down" />
            </span>
          </span>
        )}
        {children}
      </span>
    </div>
  );
}
