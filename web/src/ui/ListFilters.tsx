import { useId, useState, type ReactNode } from 'react';
import { Button } from './Button';
import { FilterBar, SearchFilter } from './FilterBar';
import { Icon } from './Icon';

interface ListFiltersProps {
  search?: { label: string; value: string; onChange: (text: string) => void };
  /** The filters that are used most; at most three. */
  children?: ReactNode;
  /** The others, behind "More filters". */
  more?: ReactNode;
  /** How many of the others are set. */
  moreSet: number;
  views?: ReactNode;
  /** Undefined if nothing is filtered. */
  onClear: (() => void) | undefined;
}

/** Search, saved filters and filters of a list, and the button that clears them. */
export function ListFilters({ search, children, more, moreSet, views, onClear }: ListFiltersProps) {
  const id = useId();
  const [open, setOpen] = useState(moreSet > 0);
  return (
    <FilterBar>
      {search && <SearchFilter {...search} />}
      {views}
      {children}
      {more && (
        <Button kind="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {moreSet > 0 ? `More filters (${moreSet})` : 'More filters'}
          <Icon name={open ? 'up' : 'down'} />
        </Button>
      )}
      {onClear && (
        <Button kind="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {more && (
        <div id={id} hidden={!open} className="basis-full">
          <div className="flex flex-wrap items-center gap-2">{more}</div>
        </div>
      )}
    </FilterBar>
  );
}
