import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { metricsQuery } from '@/api/metrics';
import type { Metrics } from '@/api/types';
import { CURRENCY } from '@/lib/billing';
import { roundMoney, word } from '@/lib/format';
import { ranges, spanOf, type Interval, type Range } from '@/lib/span';
import { day, month, useNow } from '@/lib/time';
import { Chart } from '@/ui/Chart';
import { cx } from '@/lib/cx';
import { FilterBar, SelectFilter } from '@/ui/FilterBar';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { asMoney, figures, sentence, type Figure } from './figures';
import type { HomeProps } from './home-search';
import { Totals } from './Totals';

const rangeOptions = (Object.keys(ranges) as Range[]).map((value) => ({ value, label: ranges[value].label }));

export function Overview({ organization, search, onSearch }: HomeProps) {
  const { range, interval = ranges[range].intervals[0] } = search;
  const { start, end } = spanOf(range, useNow());
  const query = useQuery(metricsQuery(organization.id, { start, end, interval }));
  return (
    <>
      <FilterBar>
        <SelectFilter
          label="Range"
          value={range}
          options={rangeOptions}
          onChange={(chosen) => onSearch({ range: chosen, interval: undefined })}
        />
        <SelectFilter
          label="Interval"
          value={interval}
          options={ranges[range].intervals.map((value) => ({ value, label: `By ${value}` }))}
          onChange={(chosen) => onSearch({ interval: chosen })}
        />
        <span className="text-note text-faint">
          {day(start)} to {day(end)}, in UTC
        </span>
      </FilterBar>
      {query.data ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={cx('grid gap-8 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <Totals org={organization.slug} metrics={query.data} text={ranges[range].text} />
          <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
            {figures.map((figure) => (
              <FigureChart
                key={figure.slug}
                figure={figure}
                metrics={query.data}
                interval={interval}
                text={ranges[range].text}
              />
            ))}
          </div>
        </div>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading what="your figures" shape="figures" />
      )}
    </>
  );
}

const preposition: Record<Interval, string> = { day: 'on', week: 'in the week of', month: 'in' };
const dollars = (value: number | null) => roundMoney(value, CURRENCY);

interface FigureChartProps {
  figure: Figure;
  metrics: Metrics;
  interval: Interval;
  text: string;
}

function FigureChart({ figure, metrics, interval, text }: FigureChartProps) {
  const { slug, title, kind, format } = figure;
  const at = useMemo(() => metrics.periods.map(({ timestamp }) => timestamp), [metrics]);
  const series = useMemo(
    () => [{ name: title, values: metrics.periods.map((period) => period[slug]) }],
    [metrics, slug, title],
  );
  // The figures are of days in UTC.
  const formatAt = (iso: string) => (interval === 'month' ? month : day)(iso.slice(0, 10));
  return (
    <Chart
      title={word(title)}
      sentence={sentence(figure, metrics, text, (iso) => `${preposition[interval]} ${formatAt(iso)}`)}
      at={at}
      series={series}
      format={format}
      formatTick={format === asMoney ? dollars : wholeCount}
      formatAt={formatAt}
      kind={kind}
    />
  );
}

/** Only whole numbers, because counts have no fractions. */
function wholeCount(value: number | null): string {
  return value === null || !Number.isInteger(value) ? '' : String(value);
}
