import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { financeQuery } from '@/api/finance';
import type { FinanceCurrency, FinanceOverview, Organization } from '@/api/types';
import { cx } from '@/lib/cx';
import { balanceWords, leftAfterRefunds, taxTableHref, type FinanceInterval } from '@/lib/finance';
import { money, plural } from '@/lib/format';
import { rangeOf, type DayRange } from '@/lib/presets';
import { useNow } from '@/lib/time';
import { Figure } from '@/ui/Answer';
import { ButtonAnchor, ButtonLink } from '@/ui/Button';
import { DateFilter } from '@/ui/DateFilter';
import { FilterBar, SelectFilter } from '@/ui/FilterBar';
import { Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { PageHead } from '@/ui/PageHead';
import { EmptyState, ErrorState } from '@/ui/States';
import { TaxesTable } from './TaxesTable';

export interface FinanceSearch extends DayRange {
  interval: FinanceInterval;
}

interface FinancePageProps {
  organization: Organization;
  search: FinanceSearch;
  onSearch: (change: Partial<FinanceSearch>) => void;
}

const intervals = [
  { value: 'month', label: 'By month' },
  { value: 'quarter', label: 'By quarter' },
  { value: 'year', label: 'By year' },
] as const;

/** This quarter, unless the address has both days. */
export function financeRange({ from, to }: DayRange, now: number): DayRange {
  return from && to ? { from, to } : rangeOf('this-quarter', now);
}

/** What came in, was refunded and is owed in tax, each currency for itself; every figure opens its rows. */
export function FinancePage({ organization, search, onSearch }: FinancePageProps) {
  const range = financeRange(search, useNow());
  const { interval } = search;
  const { data, error, isPlaceholderData, refetch } = useQuery(financeQuery(organization.id, range, interval));
  const isEmpty = data?.currencies.length === 0;
  return (
    <>
      <PageHead
        title="Finance"
        note="What came in, was refunded and is owed in tax."
        action={
          <>
            {data && !isEmpty && (
              <ButtonAnchor href={taxTableHref(organization.id, range, interval)} download>
                Export CSV
              </ButtonAnchor>
            )}
            <ButtonLink to="/$org/finance/entries" params={{ org: organization.slug }}>
              Invoices and credit notes
            </ButtonLink>
          </>
        }
      />
      <FilterBar>
        <DateFilter label="Period" any={false} range={range} onRange={onSearch} />
        <SelectFilter
          label="Interval"
          value={interval}
          options={intervals}
          onChange={(chosen) => onSearch({ interval: chosen })}
        />
        {data && <span className="text-note text-soft">Days in {data.time_zone}</span>}
      </FilterBar>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what="the finances" shape="rows" />
      ) : isEmpty ? (
        <EmptyState
          title="Nothing booked in this period"
          action={
            <ButtonLink to="/$org/orders" params={{ org: organization.slug }}>
              All orders
            </ButtonLink>
          }
        >
          Paid orders, refunds and their tax are added up here for your books. Choose another period, or sell something.
        </EmptyState>
      ) : (
        <div className={cx('grid gap-10 transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data.currencies.map((one) => (
            <OneCurrency key={one.currency} org={organization.slug} overview={data} interval={interval} one={one} />
          ))}
        </div>
      )}
    </>
  );
}

interface OneCurrencyProps {
  org: string;
  overview: FinanceOverview;
  interval: FinanceInterval;
  one: FinanceCurrency;
}

function OneCurrency({ org, overview, interval, one }: OneCurrencyProps) {
  const { currency, sales, refunds } = one;
  const left = leftAfterRefunds(one);
  const search = { from: overview.start_date, to: overview.end_date, currency };
  const entries = (kind: 'all' | 'sale' | 'refunds') =>
    linkOptions({ to: '/$org/finance/entries', params: { org }, search: { ...search, kind } });
  return (
    <Section title={currency.toUpperCase()}>
      <dl className="mb-6 grid grid-cols-2 gap-x-6 border-t border-ink md:grid-cols-4">
        <Figure
          label="Gross volume"
          note={plural(sales.count, 'paid order') + balanceWords(sales, currency)}
          link={entries('sale')}
        >
          {money(sales.total_amount, currency)}
        </Figure>
        <Figure label="Refunds" note={plural(refunds.count, 'entry', 'entries')} link={entries('refunds')}>
          {money(refunds.total_amount, currency)}
        </Figure>
        <Figure
          label="After refunds"
          note={`${money(left.net_amount, currency)} of it without tax`}
          link={entries('all')}
        >
          {money(left.total_amount, currency)}
        </Figure>
        <Figure
          label="Tax collected"
          note="Refunded tax is taken off"
          link={linkOptions({ to: '/$org/finance/taxes', params: { org }, search })}
        >
          {money(left.tax_amount, currency)}
        </Figure>
      </dl>
      <TaxesTable org={org} overview={overview} interval={interval} currency={currency} />
    </Section>
  );
}
