import { useState } from 'react';
import { ANY_DAY, presetOf, presets, rangeOf, type DayRange, type Preset } from '@/lib/presets';
import { useNow } from '@/lib/time';
import { SelectFilter } from './FilterBar';

interface DateFilterProps<Kind extends string> {
  range: DayRange;
  onRange: (range: DayRange) => void;
  /** Which date to filter by, if there are several. */
  kind?: { value: Kind; options: readonly { value: Kind; label: string }[]; onChange: (kind: Kind) => void };
  /** Shown if any day is meant: "Any date"; false if there has to be a range. */
  any?: string | false;
  label?: string;
  /** Whether the days are of machine time, which the sandbox does not move. */
  machine?: boolean;
}

/** A range of days: a usual one, or from one day to another. */
export function DateFilter<Kind extends string>({
  range,
  onRange,
  kind,
  any = 'Any date',
  label = 'Date',
  machine = false,
}: DateFilterProps<Kind>) {
  const now = useNow(machine ? 'machine' : 'business');
  const isSet = range.from !== '' || range.to !== '';
  const preset = presetOf(range, now);
  const [opened, setOpened] = useState(false);
  const isCustom = opened || (isSet && !preset);
  const options = [...(any ? [{ value: '', label: any }] : []), ...presets, { value: 'custom', label: 'From … to …' }];
  function choose(value: string) {
    setOpened(value === 'custom');
    if (value === '') onRange(ANY_DAY);
    else if (value !== 'custom') onRange(rangeOf(value as Preset, now));
  }
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2">
      <SelectFilter label={label} value={isCustom ? 'custom' : (preset ?? '')} options={options} onChange={choose} />
      {isCustom && (
        <span className="inline-flex flex-wrap items-center gap-2">
          <DayInput label="From" value={range.from} max={range.to} onChange={(from) => onRange({ ...range, from })} />
          <DayInput label="To" value={range.to} min={range.from} onChange={(to) => onRange({ ...range, to })} />
        </span>
      )}
      {kind && (isSet || isCustom) && (
        <SelectFilter label="Which date" value={kind.value} options={kind.options} onChange={kind.onChange} />
      )}
    </span>
  );
}

interface DayInputProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <label className="inline-flex items-center gap-2">
      <span className="text-soft">{label}</span>
      <input
        type="date"
        key={value}
        defaultValue={value}
        min={min || undefined}
        max={max || undefined}
        // While a year is typed, the field holds years such as 0002.
        onBlur={({ target }) => target.value !== value && onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(currentTarget.value)}
        className="control w-auto"
      />
    </label>
  );
}
