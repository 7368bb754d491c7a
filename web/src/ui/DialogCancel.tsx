import { createContext, useContext } from 'react';
import { Button } from './Button';

/** Set by the dialog around. In a file of its own, so that forms on pages load no dialog. */
export const CloseDialog = createContext<() => void>(() => undefined);

/** Closes the dialog that it is in, after asking if a form in it holds unsaved input. */
export function DialogCancel({ kind }: { kind?: 'quiet' }) {
  const close = useContext(CloseDialog);
  return (
    <Button kind={kind} onClick={close}>
      Cancel
    </Button>
  );
}
