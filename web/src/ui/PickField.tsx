import { useState, type ReactNode, type Ref } from 'react';
import { IconButton } from './Button';
import { Field } from './Field';
import { Icon } from './Icon';
import { PickDialog, type PickSearchState } from './PickDialog';

interface PickFieldProps extends PickSearchState {
  label: string;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  /** The name of the picked option, or what it means that none is. */
  picked: string;
  onPick: (id: string) => void;
  /** Picks none; without it, one stays picked. */
  onClear?: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A form's field that is picked by typing; for choices too many for a select. */
export function PickField({
  label,
  hint,
  error,
  optional,
  picked,
  onPick,
  onClear,
  buttonRef,
  ...search
}: PickFieldProps) {
  const [open, setOpen] = useState(false);
  function show(on: boolean) {
    setOpen(on);
    if (!on) search.onText('');
  }
  return (
    <Field {...{ label, hint, error, optional }}>
      {({ id, 'aria-describedby': describedBy }) => (
        <span className="flex items-center gap-1">
          <button
            ref={buttonRef}
            id={id}
            type="button"
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            aria-label={`${label}: ${picked}`}
            data-invalid={error ? true : undefined}
            onClick={() => show(true)}
            className="control flex min-w-0 flex-1 items-center justify-between gap-2 pr-2 text-left"
          >
            <span className="truncate">{picked}</span>
            <span className="text-soft">
              <Icon name="down" />
            </span>
          </button>
          {onClear && <IconButton icon="close" label={`Without ${label.toLowerCase()}`} onClick={onClear} />}
          <PickDialog {...{ label, open, onPick, ...search }} onOpenChange={show} />
        </span>
      )}
    </Field>
  );
}
