import { useState, type ReactNode } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { PickList, PickSearch, type PickOption } from './PickList';

export interface PickSearchState {
  /** Matches for the typed text; undefined while loading. */
  options?: readonly PickOption[];
  text: string;
  onText: (text: string) => void;
}

interface PickDialogProps extends PickSearchState {
  /** The kind of option: "Customer". */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (id: string) => void;
  /** The form of a new one, where it can be created in place. */
  newOne?: ReactNode;
}

/** Picks one of many by typing. */
export function PickDialog({ open, onOpenChange, onPick, ...choices }: PickDialogProps) {
  function pick(id: string) {
    onPick(id);
    onOpenChange(false);
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={choices.label}>
      <Choices {...choices} onPick={pick} />
    </Dialog>
  );
}

type ChoicesProps = Omit<PickDialogProps, 'open' | 'onOpenChange'>;

function Choices({ label, options, text, onText, onPick, newOne }: ChoicesProps) {
  const [creating, setCreating] = useState(false);
  if (creating) return <div ref={focusFirst}>{newOne}</div>;
  return (
    <>
      <PickSearch {...{ label, options, text, onText, onPick }} />
      <PickList {...{ label, options, text, onPick }} />
      {newOne && (
        <div>
          <Button onClick={() => setCreating(true)}>New {label.toLowerCase()}</Button>
        </div>
      )}
    </>
  );
}

function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
