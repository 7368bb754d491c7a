import { useState } from 'react';
import { Button } from './Button';
import { Icon } from './Icon';
import { PickDialog, type PickSearchState } from './PickDialog';

export interface PickFilterProps extends PickSearchState {
  /** The kind of option: "Customer". */
  label: string;
  /** Shown if none is picked: "Any customer". */
  any: string;
  /** The name of the picked option. */
  picked?: string;
  onPick: (id: string) => void;
}

/** Picks an option by typing; for lists too long for a select. */
export function PickFilter({ label, any, picked, onPick, ...search }: PickFilterProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="control flex max-w-72 min-w-0 items-center justify-between gap-2"
      >
        <span className="truncate">
          <span className="sr-only">{label}: </span>
          {picked ?? any}
        </span>
        <span className="text-soft">
          <Icon name="down" />
        </span>
      </button>
      {picked && (
        <Button kind="quiet" onClick={() => onPick('')} aria-label={any} title={any} className="px-2">
          <Icon name="close" />
        </Button>
      )}
      <PickDialog {...{ label, open, onPick, ...search }} onOpenChange={setOpen} />
    </span>
  );
}
