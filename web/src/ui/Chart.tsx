import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from './Button';
import type { ChartProps } from './chart-data';

const ChartPlot = lazy(() => import('./ChartPlot'));

/** A chart with its sentence and, at a button, its numbers. Charts in a grid align their plots: each spans two rows of it. */
export function Chart(props: ChartProps) {
  const { title, sentence } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="row-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid"
    >
      <figcaption className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h4 id={`${id}-title`} className="font-semibold">
            {title}
          </h4>
          <p id={`${id}-text`} className="max-w-[60ch] text-soft">
            {sentence}
          </p>
        </div>
        <Button kind="quiet" className="shrink-0" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'As a chart' : 'As numbers'}
          <span className="sr-only">: {title}</span>
        </Button>
      </figcaption>
      <div className="mb-8 min-h-56 min-w-0">
        {asTable ? (
          <Numbers {...props} />
        ) : (
          <Suspense>
            <ChartPlot {...props} />
          </Suspense>
        )}
      </div>
    </figure>
  );
}

function Numbers({ title, periods, values, format }: ChartProps) {
  return (
    <div tabIndex={0} role="region" aria-label={`${title}, numbers`} className="max-h-[18.5rem] overflow-auto">
      <table className="w-full">
        <thead className="sticky top-0 bg-paper">
          <tr className="text-note text-soft">
            <th scope="col" className="h-8 border-b border-ink px-2 text-left font-medium">
              Date
            </th>
            <th scope="col" className="h-8 border-b border-ink px-2 text-right font-medium">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {periods.map(({ name, link }, index) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="h-8 px-2 text-left font-normal whitespace-nowrap">
                {link ? (
                  <Link {...link} className="link">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </th>
              <td className="h-8 px-2 text-right">{format(values[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
