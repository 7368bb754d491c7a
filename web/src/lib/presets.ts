import { localDay } from './zone';

/** Days such as 2026-11-21, inclusive; '' is open. */
export interface DayRange {
  from: string;
  to: string;
}

export const ANY_DAY: DayRange = { from: '', to: '' };

/** The usual ranges of a list's dates, back from today. */
export const presets = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last-7-days', label: 'Last 7 days' },
  { value: 'last-30-days', label: 'Last 30 days' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'this-quarter', label: 'This quarter' },
  { value: 'last-quarter', label: 'Last quarter' },
  { value: 'this-year', label: 'This year' },
  { value: 'last-year', label: 'Last year' },
] as const;

export type Preset = (typeof presets)[number]['value'];

/** The days of a preset; `now` in milliseconds. */
export function rangeOf(preset: Preset, now: number): DayRange {
  const today = localDay(now);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shifted(today, -1), to: shifted(today, -1) };
    case 'last-7-days':
      return { from: shifted(today, -6), to: today };
    case 'last-30-days':
      return { from: shifted(today, -29), to: today };
    case 'this-month':
      return months(year, month);
    case 'last-month':
      return month === 1 ? months(year - 1, 12) : months(year, month - 1);
    case 'this-quarter':
      return quarter(year, month);
    case 'last-quarter':
      return month <= 3 ? quarter(year - 1, 12) : quarter(year, month - 3);
    case 'this-year':
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case 'last-year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

/** The preset that has these days now, if any. */
export function presetOf({ from, to }: DayRange, now: number): Preset | undefined {
  return presets.find(({ value }) => {
    const range = rangeOf(value, now);
    return range.from === from && range.to === to;
  })?.value;
}

/** Days are counted without a clock, so that a change of summer time does not lose one. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function months(year: number, month: number): DayRange {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const name = `${year}-${String(month).padStart(2, '0')}`;
  return { from: `${name}-01`, to: `${name}-${last}` };
}

function quarter(year: number, month: number): DayRange {
  const first = month - ((month - 1) % 3);
  return { from: months(year, first).from, to: months(year, first + 2).to };
}
