import { useMemo } from 'react';
import type { CurrencyFigures, Figures } from '@/api/types';
import { cx } from '@/lib/cx';
import { plural } from '@/lib/format';
import { rangeOf, ranges } from '@/lib/span';
import { day, useToday } from '@/lib/time';
import { Chart } from '@/ui/Chart';
import { Section } from '@/ui/Facts';
import { ErrorState } from '@/ui/States';
import { chartPeriods, formatsOf, sentence, series, type Series } from './figures';
import type { HomeProps } from './home-search';
import { RangeBar } from './RangeBar';
import { TileList } from './TileList';
import { checkoutTile, rangeTiles } from './tiles';

interface OverviewProps extends HomeProps {
  figures: Figures;
  /** The range that was requested last could not be loaded. */
  error: unknown;
  /** The figures are of the previous range, until the next one has loaded. */
  isStale: boolean;
}

/** The figures of a range by currency, the organization's own first. */
export function Overview({ organization, figures, search, onSearch, error, isStale }: OverviewProps) {
  const { start_date: start, end_date: end } = figures;
  const today = useToday();
  const isOwn = search.from !== '' || search.to !== '';
  const range = rangeOf({ start, end }, isOwn ? today : end);
  const when = range ? ranges[range].text : `the days from ${day(start)} to ${day(end)}`;
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return (
    <Section title="Figures">
      <RangeBar figures={figures} search={search} onSearch={onSearch} />
      {error ? (
        <ErrorState error={error} />
      ) : (
        <div aria-busy={isStale} className={cx('grid gap-10 transition-opacity', isStale && 'opacity-60')}>
          {figures.currencies.map((one, index) => (
            <Currency
              key={one.currency}
              org={organization.slug}
              figures={figures}
              one={one}
              isFirst={index === 0}
              when={when}
              before={`the ${plural(days, 'day')} before`}
            />
          ))}
        </div>
      )}
    </Section>
  );
}

interface CurrencyProps {
  org: string;
  figures: Figures;
  one: CurrencyFigures;
  isFirst: boolean;
  when: string;
  before: string;
}

function Currency({ org, figures, one, isFirst, when, before }: CurrencyProps) {
  const code = one.currency.toUpperCase();
  const tiles = [...rangeTiles(org, figures, one), ...(isFirst ? [checkoutTile(org, figures)] : [])];
  return (
    <div className="grid gap-8">
      <div>
        <h3 className={figures.currencies.length > 1 ? 'mb-2 font-semibold' : 'sr-only'}>{code}</h3>
        <TileList
          label={`${code}, ${when}`}
          tiles={tiles}
          currency={one.currency}
          columns={tiles.length > 6 ? 'sm:grid-cols-4' : 'sm:grid-cols-3 lg:grid-cols-6'}
          before={before}
        />
      </div>
      <div className="grid gap-x-12 gap-y-2 lg:grid-cols-2">
        {series.map((what) => (
          <FigureChart key={what.slug} what={what} org={org} figures={figures} one={one} when={when} />
        ))}
      </div>
    </div>
  );
}

interface FigureChartProps extends Pick<CurrencyProps, 'org' | 'figures' | 'one' | 'when'> {
  what: Series;
}

function FigureChart({ what, org, figures, one, when }: FigureChartProps) {
  const { title, kind, slug } = what;
  const { currency } = one;
  const periods = useMemo(() => chartPeriods(org, figures, currency, what), [org, figures, currency, what]);
  const values = useMemo(() => one.periods.map((period) => period[slug]), [one, slug]);
  const formats = useMemo(() => formatsOf(what, currency), [what, currency]);
  return (
    <Chart
      title={title}
      sentence={sentence(what, figures, one, when)}
      periods={periods}
      values={values}
      {...formats}
      kind={kind}
      group="figures"
    />
  );
}
