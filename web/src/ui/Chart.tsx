import { lazy, Suspense, useId, useState } from 'react';
import { Button } from './Button';
import type { ChartProps } from './chart-data';
import { Loading } from './Loading';

const ChartPlot = lazy(() => import('./ChartPlot'));

export function Chart(props: ChartProps) {
  const { title, sentence } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2"
    >
      <figcaption className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lead font-semibold">
            {title}
          </h2>
          <p id={`${id}-text`} className="max-w-[60ch] text-soft">
            {sentence}
          </p>
        </div>
        <Button kind="quiet" className="shrink-0" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'As a chart' : 'As numbers'}
          <span className="sr-only">: {title}</span>
        </Button>
      </figcaption>
      {asTable ? (
        <Numbers {...props} />
      ) : (
        <Suspense fallback={<Loading what="the chart" />}>
          <ChartPlot {...props} />
        </Suspense>
      )}
    </figure>
  );
}

function Numbers({ title, at, series, format, formatAt }: ChartProps) {
  return (
    <div tabIndex={0} role="region" aria-label={`${title}, numbers`} className="max-h-[18.5rem] overflow-auto">
      <table className="w-full">
        <thead className="sticky top-0 bg-paper">
          <tr className="text-note text-soft">
            <th scope="col" className="h-8 border-b border-ink px-2 text-left font-medium">
              Date
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="h-8 border-b border-ink px-2 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {at.map((iso, index) => (
            <tr key={iso} className="border-b border-line">
              <th scope="row" className="h-8 px-2 text-left font-normal whitespace-nowrap">
                {formatAt(iso)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="h-8 px-2 text-right">
                  {format(values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
