import { AlertDialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Button } from './Button';
import { FormError } from './Form';
import { useReturnFocus } from './return-focus';

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and what will not. */
  description: ReactNode;
  /** The verb on the button: "Archive product". */
  action: string;
  busy: string;
  /** The button that changes nothing. */
  keep?: string;
  danger?: boolean;
  children?: ReactNode;
  /** Closes the dialog when it settles; a rejection shows its message and keeps it open. */
  onConfirm: () => Promise<unknown>;
}

export function Confirm({
  open,
  onOpenChange,
  title,
  description,
  action,
  busy,
  keep = 'Cancel',
  danger,
  children,
  onConfirm,
}: ConfirmProps) {
  // The field for a name to be typed comes before the buttons.
  const focus = useReturnFocus('input:not([type=radio], [type=checkbox])');
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string>();

  async function run() {
    setRunning(true);
    setError(undefined);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (cause) {
      setError(
        cause instanceof Error ? cause.message : 'That did not work. Check what was changed before you try again.',
      );
    } finally {
      setRunning(false);
    }
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <div className="fixed inset-0 z-40 bg-veil" />
        <AlertDialog.Content
          data-modal
          aria-modal="true"
          {...focus}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto grid max-h-[80dvh] max-w-[28rem] gap-4 overflow-y-auto rounded-slip border border-line bg-slip p-6"
        >
          <AlertDialog.Title className="text-lead font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-soft">{description}</AlertDialog.Description>
          {children}
          <FormError message={error} />
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{keep}</Button>
            </AlertDialog.Cancel>
            <Button kind={danger ? 'danger' : 'primary'} busy={running && busy} onClick={() => void run()}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
