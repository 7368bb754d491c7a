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
}

/** Picks one of many by typing. */
export function PickDialog({ label, open, onOpenChange, onPick, options, text, onText }: PickDialogProps) {
  function pick(id: string) {
    onPick(id);
    onOpenChange(false);
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={label}>
      <PickSearch {...{ label, options, text, onText }} onPick={pick} />
      <PickList {...{ label, options, text }} onPick={pick} />
    </Dialog>
  );
}
