import { useId } from 'react';
import type { EventSearch } from '@/api/events';
import { eventWords } from '@/lib/ledger';
import { Button } from '@/ui/Button';
import { SelectBox } from '@/ui/Field';
import { SearchFilter } from '@/ui/FilterBar';
import { kinds } from '@/lib/event-types';
import { PersonFilter } from './PersonFilter';

interface EventFiltersProps {
  organizationId: string;
  search: EventSearch;
  onSearch: (change: Partial<EventSearch>) => void;
}

const noFilter = { category: '', type: '', stream: '', person: '', from: '', to: '' };

export function isFiltered(search: EventSearch): boolean {
  return Object.keys(noFilter).some((key) => search[key as keyof typeof noFilter] !== '');
}

export function EventFilters({ organizationId, search, onSearch }: EventFiltersProps) {
  return (
    <div role="search" aria-label="Filter events" className="flex flex-wrap gap-x-3 gap-y-4 md:flex-col">
      <Labelled label="Show" className="max-md:min-w-40 max-md:flex-1">
        {(id) => (
          <SelectBox
            id={id}
            value={search.show}
            onChange={({ target }) => onSearch({ show: target.value === 'all' ? 'all' : 'business' })}
          >
            <option value="business">Business</option>
            <option value="all">Internal events, too</option>
          </SelectBox>
        )}
      </Labelled>
      <Labelled label="What happened" className="max-md:min-w-52 max-md:flex-1">
        {(id) => <TypeSelect id={id} search={search} onSearch={onSearch} />}
      </Labelled>
      <div className="grid gap-1">
        <span aria-hidden="true" className="text-note text-soft">
          Person
        </span>
        <PersonFilter
          organizationId={organizationId}
          person={search.person}
          onPick={(person) => onSearch({ person })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 max-sm:w-full md:grid-cols-1">
        <Labelled label="From">
          {(id) => <DayInput id={id} day={search.from} max={search.to} onDay={(from) => onSearch({ from })} />}
        </Labelled>
        <Labelled label="To">
          {(id) => <DayInput id={id} day={search.to} min={search.from} onDay={(to) => onSearch({ to })} />}
        </Labelled>
      </div>
      <details open={search.stream !== ''} className="max-md:w-full">
        <summary className="cursor-pointer py-1 text-note text-soft hover:text-ink">More filters</summary>
        <div className="grid gap-1 pt-1">
          <span aria-hidden="true" className="text-note text-soft">
            Stream
          </span>
          <SearchFilter label="Stream name" value={search.stream} onChange={(stream) => onSearch({ stream })} />
        </div>
      </details>
      {isFiltered(search) && (
        <div className="self-end md:self-start">
          <Button kind="quiet" onClick={() => onSearch(noFilter)}>
            Show everything
          </Button>
        </div>
      )}
    </div>
  );
}

function TypeSelect({ id, search, onSearch }: Omit<EventFiltersProps, 'organizationId'> & { id: string }) {
  const { type, category } = search;
  return (
    <SelectBox
      id={id}
      value={type || (category && `${category}-`)}
      onChange={({ target: { value } }) =>
        onSearch(value.endsWith('-') ? { category: value.slice(0, -1), type: '' } : { category: '', type: value })
      }
    >
      <option value="">Anything</option>
      {kinds.map((kind) => (
        <optgroup key={kind.category} label={kind.label}>
          <option value={`${kind.category}-`}>{kind.label}, all</option>
          {kind.types.map((one) => (
            <option key={one} value={one}>
              {eventWords(one)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectBox>
  );
}

interface DayInputProps {
  id: string;
  day: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

function DayInput({ id, day, min, max, onDay }: DayInputProps) {
  return (
    <input
      id={id}
      type="date"
      className="control"
      value={day}
      min={min || undefined}
      max={max || undefined}
      onChange={(event) => onDay(event.target.value)}
    />
  );
}

interface LabelledProps {
  label: string;
  className?: string;
  children: (id: string) => React.ReactNode;
}

function Labelled({ label, className, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-note text-soft">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
