import { useState, type ReactNode, type Ref } from 'react';
import { Dialog } from './Dialog';
import { Field } from './Field';
import { Icon } from './Icon';
import { PickList, PickSearch, type PickOption } from './PickList';

interface PickFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** The name of the picked option. */
  picked: string;
  /** Matches for the typed text. */
  options: readonly PickOption[];
  text: string;
  onText: (text: string) => void;
  onPick: (id: string) => void;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A form's field that is picked by typing; for choices too many for a select. */
export function PickField({ label, hint, error, picked, options, text, onText, onPick, buttonRef }: PickFieldProps) {
  const [open, setOpen] = useState(false);
  function show(on: boolean) {
    setOpen(on);
    if (!on) onText('');
  }
  function pick(one: string) {
    onPick(one);
    show(false);
  }
  return (
    <Field {...{ label, hint, error }}>
      {({ id, 'aria-describedby': describedBy }) => (
        <>
          <button
            ref={buttonRef}
            id={id}
            type="button"
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            aria-label={`${label}: ${picked}`}
            onClick={() => show(true)}
            className="control flex items-center justify-between gap-2 text-left"
          >
            <span className="truncate">{picked}</span>
            <span className="text-soft">
              <Icon name="down" />
            </span>
          </button>
          <Dialog open={open} onOpenChange={show} title={label}>
            <PickSearch {...{ label, options, text, onText }} onPick={pick} />
            <PickList {...{ label, options }} onPick={pick} />
          </Dialog>
        </>
      )}
    </Field>
  );
}
