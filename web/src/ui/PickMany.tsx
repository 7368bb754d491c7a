import { useId, useState, type ReactNode } from 'react';
import { Button } from './Button';
import { FieldError } from './Field';
import { OrderedList } from './OrderedList';
import { PickDialog, type PickSearchState } from './PickDialog';
import type { PickOption } from './PickList';

/** A picked option with its name, which may not be among the matches. */
export interface Picked {
  id: string;
  label: string;
}

interface PickManyProps<T extends Picked> {
  /** What is picked: "Products". */
  legend: string;
  hideLegend?: boolean;
  /** One of them: "Product". */
  label: string;
  search: PickSearchState;
  /** The form of a new one, where it can be created in place. */
  newOne?: (onCreated: (option: PickOption) => void) => ReactNode;
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** The new row of an option. */
  rowOf: (option: PickOption) => T;
  /** Whether the order means something. */
  sortable?: boolean;
  /** At most so many. */
  most: number;
  /** Further inputs of a row. */
  extra?: (item: T, at: number) => ReactNode;
  /** Below a name. */
  note?: (item: T, at: number) => string | undefined;
  errorAt?: (at: number) => string | undefined;
  error?: string;
}

/** Picks any number of options by typing; for choices too many for checkboxes. */
export function PickMany<T extends Picked>(props: PickManyProps<T>) {
  const { legend, hideLegend, label, search, newOne, value, onChange, rowOf, sortable, most, extra } = props;
  const { note, errorAt, error } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const options = search.options?.filter((option) => value.every((item) => item.id !== option.id));
  const wrong = error ?? value.map((_, at) => errorAt?.(at)).find(Boolean);

  function show(on: boolean) {
    setOpen(on);
    if (!on) search.onText('');
  }
  function add(option: PickOption | undefined) {
    if (option) onChange([...value, rowOf(option)]);
    show(false);
  }

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} data-invalid={wrong ? true : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
      <OrderedList
        label={legend}
        items={value}
        nameOf={(item) => item.label}
        onChange={onChange}
        sortable={sortable && value.length > 1}
        row={(item, at) => (
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="grid min-w-0">
              <span className="truncate">{item.label}</span>
              {note?.(item, at) && <span className="text-note text-faint">{note(item, at)}</span>}
              <FieldError id={`${id}-${at}`} error={errorAt?.(at)} />
            </span>
            {extra?.(item, at)}
          </div>
        )}
      >
        {value.length < most && (
          <div>
            <Button aria-haspopup="dialog" onClick={() => show(true)}>
              Add a {label.toLowerCase()}
            </Button>
          </div>
        )}
        <FieldError id={`${id}-error`} error={error} />
      </OrderedList>
      <PickDialog
        {...{ ...search, options, label, open }}
        onOpenChange={show}
        onPick={(picked) => add(options?.find(({ id }) => id === picked))}
        newOne={newOne?.(add)}
      />
    </fieldset>
  );
}
