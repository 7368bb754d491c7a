import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';
import type { ChartProps } from './chart-data';
import { axisOf } from './chart-axis';
import { axesOf, hatching, pointerOf } from './chart-parts';

const HEIGHT = 224;

/** The drawing itself, in its own file so that it is loaded only with a chart. The numbers are its alternative for the keyboard. */
export default function ChartPlot({ periods, values, format, formatTick, unit, kind, group }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const router = useRouter();

  useEffect(() => {
    const element = holder.current;
    if (!element) return;

    function draw(): uPlot {
      const style = getComputedStyle(document.documentElement);
      const token = (name: string) => style.getPropertyValue(name).trim();
      const green = token('--green');
      const last = periods.length - 1;
      const axis = axisOf(values, unit);
      const done = values.map((value, index) => (periods[index]?.isRunning ? null : value));
      // A line leads to its unfinished end from the point before.
      const running = values.map((value, index) =>
        periods[index]?.isRunning || (kind === 'line' && index === last - 1 && periods[last]?.isRunning) ? value : null,
      );
      const bars = uPlot.paths.bars!({ size: [0.62, 40], radius: 0.08 });
      const line = { stroke: green, width: 1.75, points: { show: periods.length === 1 } };
      return new uPlot(
        {
          width: element!.clientWidth,
          height: HEIGHT,
          padding: [16, 24, 0, 0],
          legend: { show: false },
          cursor: {
            ...{ x: false, y: false, drag: { x: false, y: false }, sync: { key: group, setSeries: false } },
            points: kind === 'line' ? { size: 8, width: 2, stroke: green, fill: token('--paper') } : { show: false },
          },
          plugins: [
            pointerOf({
              textOf: (index) => `${periods[index]!.name}: ${format(values[index] ?? 0)}`,
              valueOf: (index) => values[index] ?? 0,
              slot: kind === 'bars',
              open: (index) => {
                const link = periods[index]?.link;
                if (link) void router.navigate(link);
              },
              opens: periods.some(({ link }) => link !== undefined),
            }),
          ],
          scales: {
            x: { time: false, range: [-0.5, last + 0.5] },
            y: { range: [axis.from, axis.to] },
          },
          axes: axesOf({ token, names: periods.map(({ tick }) => tick), ticks: axis.ticks, formatTick }),
          series: [
            {},
            kind === 'bars' ? { fill: green, width: 0, points: { show: false }, paths: bars } : line,
            kind === 'bars'
              ? { fill: () => hatching(green), stroke: green, width: 1, points: { show: false }, paths: bars }
              : { ...line, dash: [4, 4], points: { show: false } },
          ],
        },
        [periods.map((_, index) => index), done, running],
        element!,
      );
    }

    let plot = draw();
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
  }, [periods, values, format, formatTick, unit, kind, group, router]);

  return <div ref={holder} aria-hidden="true" className="chart min-w-0" />;
}
