import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { quantitiesQuery } from '@/api/meters';
import type { Meter, MeterQuantities } from '@/api/types';
import { useNow } from '@/lib/time';
import { zone } from '@/lib/zone';
import { Figure } from '@/ui/Answer';
import { Chart } from '@/ui/Chart';
import { Section } from '@/ui/Facts';
import { SelectFilter } from '@/ui/FilterBar';
import { ErrorState } from '@/ui/States';
import {
  allTime,
  chartPeriods,
  chartRange,
  chartSentence,
  daysOfMonth,
  intervals,
  quantity,
  quantityUnit,
  shortQuantity,
  twoMonths,
  type MeterInterval,
} from './meter-usage';

interface MeterProps {
  meter: Meter;
  org: string;
}

/** This calendar month, the last one and all time. */
export function MeterFigures({ meter: { id }, org }: MeterProps) {
  const now = useNow();
  const months = useQuery(quantitiesQuery(id, twoMonths(now)));
  const all = useQuery(quantitiesQuery(id, allTime(now)));
  const [last, current] = months.data?.quantities ?? [];
  const events = (days: object) =>
    linkOptions({ to: '/$org/usage-events', params: { org }, search: { meter: id, source: 'all', ...days } });
  // Quantities are of months in UTC, lists of days in the organization's zone.
  const monthLink = (before: number) => zone() === 'UTC' && { link: events(daysOfMonth(now, before)) };
  const shown = (one: number | undefined) => (one === undefined ? undefined : quantity(one));
  if (months.isError) return <ErrorState error={months.error} />;
  return (
    <dl className="mb-8 grid grid-cols-2 gap-x-6 border-t border-line md:grid-cols-3">
      <Figure label="This month" {...monthLink(0)}>
        {shown(current?.quantity)}
      </Figure>
      <Figure label="Last month" {...monthLink(1)}>
        {shown(last?.quantity)}
      </Figure>
      <Figure label="All time" link={events({})}>
        {shown(all.data?.total)}
      </Figure>
    </dl>
  );
}

/** What the meter measured, by an interval. */
export function MeterUsage({ meter, org }: MeterProps) {
  const [interval, setInterval] = useState<MeterInterval>('day');
  const query = useQuery(quantitiesQuery(meter.id, chartRange(interval, useNow())));
  return (
    <Section
      title="Usage"
      action={
        <span className="flex flex-wrap items-center gap-4">
          <SelectFilter
            label="Interval"
            value={interval}
            options={intervals.map((value) => ({ value, label: `By ${value}` }))}
            onChange={setInterval}
          />
          <Link to="/$org/usage-events" params={{ org }} search={{ meter: meter.id, source: 'all' }} className="link">
            All usage events
          </Link>
        </span>
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} />
      ) : (
        <div aria-busy={query.isPlaceholderData} className="grid">
          <h3 className="sr-only">By {interval}</h3>
          {query.data && <QuantityChart key={meter.id} meter={meter} quantities={query.data} interval={interval} />}
        </div>
      )}
    </Section>
  );
}

interface QuantityChartProps {
  meter: Meter;
  quantities: MeterQuantities;
  interval: MeterInterval;
}

function QuantityChart({ meter: { aggregation }, quantities, interval }: QuantityChartProps) {
  const periods = useMemo(() => chartPeriods(quantities, interval), [quantities, interval]);
  const values = useMemo(() => quantities.quantities.map((one) => one.quantity), [quantities]);
  return (
    <Chart
      title="Quantity"
      sentence={`${chartSentence(quantities, interval, aggregation.func)} Periods are whole in UTC.`}
      periods={periods}
      values={values}
      format={quantity}
      formatTick={shortQuantity}
      unit={quantityUnit(values)}
      kind="bars"
      group="meter"
    />
  );
}
