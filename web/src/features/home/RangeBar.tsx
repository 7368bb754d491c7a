import { useId } from 'react';
import type { Figures } from '@/api/types';
import { FIRST_DAY, intervalsOf, rangeOf, ranges, type Range } from '@/lib/span';
import { day } from '@/lib/time';
import { FilterBar, SelectFilter } from '@/ui/FilterBar';
import type { HomeSearch } from './home-search';

const options = [
  ...(Object.keys(ranges) as Range[]).map((value) => ({ value, label: ranges[value].label })),
  { value: 'own' as const, label: 'Custom range' },
];

interface RangeBarProps {
  figures: Figures;
  search: HomeSearch;
  onSearch: (search: HomeSearch) => void;
}

/** Chooses the days of the figures and the interval of the charts. */
export function RangeBar({ figures, search, onSearch }: RangeBarProps) {
  const { start_date: start, end_date: end, previous, interval, time_zone } = figures;
  const isOwn = search.from !== '' || search.to !== '';
  const own = { from: search.from || start, to: search.to || end };
  // The figures' own last day is today; while the clock moves, the web's may be another.
  const shown = isOwn ? 'own' : (search.range ?? rangeOf({ start, end }, end) ?? 'own');
  return (
    <FilterBar>
      <SelectFilter
        label="Range"
        value={shown}
        options={options}
        onChange={(range) => onSearch(range === 'own' ? { from: start, to: end } : { range, from: '', to: '' })}
      />
      {isOwn && (
        <>
          <DayInput label="From" value={own.from} max={own.to} onChange={(from) => onSearch({ ...own, from })} />
          <DayInput label="To" value={own.to} min={own.from} onChange={(to) => onSearch({ ...own, to })} />
        </>
      )}
      <SelectFilter
        label="Interval"
        value={interval}
        options={intervalsOf({ start, end }).map((value) => ({ value, label: `By ${value}` }))}
        onChange={(chosen) => onSearch({ ...search, interval: chosen })}
      />
      <span className="text-note text-soft">
        {day(start)} to {day(end)} in {time_zone}, against {day(previous.start_date)} to {day(previous.end_date)}
      </span>
    </FilterBar>
  );
}

interface DayInputProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** Says nothing while a day is being typed, only once it is one that the figures have. */
function DayInput({ label, value, min = FIRST_DAY, max, onChange }: DayInputProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <input
        key={value}
        id={id}
        type="date"
        min={min}
        max={max}
        defaultValue={value}
        onBlur={({ target }) => {
          if (target.value !== value && target.value && target.validity.valid) onChange(target.value);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
        className="control w-auto"
      />
    </span>
  );
}
