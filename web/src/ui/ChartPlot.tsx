import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { cx } from '@/lib/cx';
import type { ChartProps } from './chart-data';

const HEIGHT = 224;
const DAY_SECONDS = 86_400;
// Lines differ in their dashes as well, so that colour is never the only sign.
const strokes = [
  { token: '--green', ink: 'border-green', dash: undefined },
  { token: '--ink-soft', ink: 'border-soft border-dashed', dash: [6, 4] },
  { token: '--amber', ink: 'border-amber border-dotted', dash: [2, 3] },
];

/** The drawing itself, in its own file so that it is loaded only with a chart. */
export default function ChartPlot({ at, series, format, formatTick = format, formatAt, kind = 'line' }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = holder.current;
    if (!element) return;

    function say(index: number | null | undefined): void {
      if (!readout.current) return;
      const shown = index ?? at.length - 1;
      const iso = at[shown];
      const figures = series.map(({ name, values }) => `${name} ${format(values[shown] ?? null)}`);
      readout.current.textContent = iso ? `${formatAt(iso)}: ${figures.join(', ')}` : '';
    }

    function half(min: number, max: number): number {
      return at.length > 1 ? (max - min) / (at.length - 1) / 2 : DAY_SECONDS;
    }

    function draw(): uPlot {
      const style = getComputedStyle(document.documentElement);
      const token = (name: string) => style.getPropertyValue(name).trim();
      const axis: uPlot.Axis = {
        stroke: token('--ink-faint'),
        font: '12px "IBM Plex Sans Variable"',
        grid: { show: false },
        ticks: { show: false },
      };
      return new uPlot(
        {
          width: element!.clientWidth,
          height: HEIGHT,
          padding: [12, 8, 0, 0],
          legend: { show: false },
          cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
          hooks: { setCursor: [(plot) => say(plot.cursor.idx)] },
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
          scales: {
            // Bars are centred on their instant: leave room for half a bar at either end.
            x: {
              range: (_plot, min, max) => (kind === 'bars' ? [min - half(min, max), max + half(min, max)] : [min, max]),
            },
            y: { range: (_plot, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.08] },
          },
          axes: [
            {
              ...axis,
              size: 28,
              values: (_plot, splits) => splits.map((second) => formatAt(new Date(second * 1000).toISOString())),
              space: 90,
            },
            {
              ...axis,
              size: (_plot, labels) => Math.max(...(labels ?? ['']).map((label) => label.length)) * 7 + 12,
              grid: { show: true, stroke: token('--line'), width: 1 },
              values: (_plot, splits) => splits.map((value) => formatTick(value)),
              space: 44,
            },
          ],
          series: [
            {},
            ...series.map(({ name }, index) => {
              const { token: colour, dash } = strokes[index % strokes.length]!;
              const stroke = token(colour);
              return kind === 'bars'
                ? {
                    label: name,
                    fill: stroke,
                    stroke,
                    width: 0,
                    points: { show: false },
                    paths: uPlot.paths.bars!({ size: [0.62, 40], radius: 0.08 }),
                  }
                : { label: name, stroke, dash, width: 1.75, points: { show: false } };
            }),
          ],
        },
        [at.map((iso) => Date.parse(iso) / 1000), ...series.map(({ values }) => values)],
        element!,
      );
    }

    let plot = draw();
    say(null);
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', redraw);
    return () => {
      resize.disconnect();
      theme.disconnect();
      dark.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [at, series, format, formatTick, formatAt, kind]);

  return (
    <div className="min-w-0">
      {series.length > 1 && (
        <ul aria-hidden="true" className="flex flex-wrap gap-x-4 text-note text-soft">
          {series.map(({ name }, index) => (
            <li key={name} className="flex items-center gap-2">
              <span className={cx('w-5 border-t-2', strokes[index % strokes.length]!.ink)} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={holder} aria-hidden="true" />
      <p ref={readout} aria-hidden="true" className="min-h-5 text-note text-soft" />
    </div>
  );
}
