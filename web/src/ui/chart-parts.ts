import type uPlot from 'uplot';

const FONT = '12px "IBM Plex Sans Variable"';
/** Of one character of the font, in pixels. */
const CHARACTER = 6.6;

interface Axes {
  token: (name: string) => string;
  /** One label per period; as many are shown as fit. */
  names: readonly string[];
  /** Of the values. */
  ticks: number[];
  formatTick: (value: number) => string;
}

export function axesOf({ token, names, ticks, formatTick }: Axes): uPlot.Axis[] {
  const axis: uPlot.Axis = {
    stroke: token('--ink-faint'),
    font: FONT,
    grid: { show: false },
    ticks: { show: false },
  };
  const widest = Math.max(...names.map(({ length }) => length)) * CHARACTER + 16;
  return [
    {
      ...axis,
      size: 28,
      splits: (plot) => {
        const step = Math.max(1, Math.ceil((names.length * widest) / Math.max(plot.width - 88, 1)));
        // From the last one backwards, because the newest period is what is looked for.
        return names.map((_, index) => index).filter((index) => (names.length - 1 - index) % step === 0);
      },
      values: (_plot, splits) => splits.map((index) => names[index] ?? ''),
    },
    {
      ...axis,
      // As wide in all charts, so that plots of one column align, and room for half of the first label.
      size: 64,
      grid: { show: true, stroke: token('--line'), width: 1 },
      splits: () => ticks,
      values: (_plot, splits) => splits.map((value) => formatTick(value)),
    },
  ];
}

/** Fills a period that is still running with diagonal lines. */
export function hatching(colour: string): CanvasPattern {
  const scale = window.devicePixelRatio;
  const tile = document.createElement('canvas');
  const size = Math.round(6 * scale);
  tile.width = tile.height = size;
  const context = tile.getContext('2d')!;
  context.strokeStyle = colour;
  context.lineWidth = 1.2 * scale;
  context.beginPath();
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift, size);
    context.lineTo(shift + size, 0);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat')!;
}

interface Pointer {
  textOf: (index: number) => string;
  valueOf: (index: number) => number;
  /** Marks the whole slot of a bar. */
  slot: boolean;
  open: (index: number) => void;
  opens: boolean;
}

/** The value as a small label at the point, on every chart of the group; a click opens its rows, on a touch screen the second one. */
export function pointerOf({ textOf, valueOf, slot, open, opens }: Pointer): uPlot.Plugin {
  const label = document.createElement('div');
  label.className = 'chart-label';
  const mark = document.createElement('div');
  mark.className = 'chart-slot';
  let touched: number | null = null;

  function show(plot: uPlot): void {
    const { idx: index } = plot.cursor;
    const isShown = index !== null && index !== undefined && (plot.cursor.left ?? -1) >= 0;
    label.hidden = !isShown;
    mark.hidden = !isShown || !slot;
    if (!isShown) return;
    label.textContent = textOf(index);
    const [x, y] = [plot.valToPos(index, 'x'), plot.valToPos(valueOf(index), 'y')];
    const [width, room] = [label.offsetWidth, plot.over.clientWidth];
    label.style.left = `${Math.min(Math.max(x - width / 2, 0), Math.max(room - width, 0))}px`;
    label.style.top = `${Math.max(y - label.offsetHeight - 8, -12)}px`;
    const half = plot.valToPos(index + 0.5, 'x') - x;
    mark.style.left = `${x - half}px`;
    mark.style.width = `${half * 2}px`;
  }

  return {
    hooks: {
      init(plot) {
        plot.over.append(mark, label);
        label.hidden = mark.hidden = true;
        if (!opens) return;
        plot.over.style.cursor = 'pointer';
        let pointer = 'mouse';
        plot.over.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType));
        plot.over.addEventListener('click', () => {
          const { idx: index } = plot.cursor;
          if (index === null || index === undefined) return;
          if (pointer !== 'mouse' && touched !== index) touched = index;
          else open(index);
        });
      },
      setCursor: show,
    },
  };
}
