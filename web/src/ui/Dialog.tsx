import { Dialog as Radix } from 'radix-ui';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { mayLeave, type Forms } from '@/lib/unsaved';
import { Button, IconButton } from './Button';
import { DialogForms } from './guarded-form';
import { useReturnFocus } from './return-focus';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** For machine output with long lines. */
  wide?: boolean;
  children: ReactNode;
}

const CloseDialog = createContext<() => void>(() => undefined);

// Without Radix' Overlay on purpose: it injects a style element, which the content security policy blocks.
export function Dialog({ open, onOpenChange, title, description, wide, children }: DialogProps) {
  const focus = useReturnFocus('input, select, textarea');
  const [forms] = useState<Forms>(() => new Set());
  const change = (on: boolean) => void (on || mayLeave(forms).then((may) => may && onOpenChange(false)));
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <div className="fixed inset-0 z-30 bg-veil" />
        <Radix.Content
          data-modal
          aria-modal="true"
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-4 z-40 mx-auto grid grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto rounded-slip border border-line bg-slip p-6',
            wide ? 'top-[6vh] max-h-[88dvh] max-w-[44rem]' : 'top-[12vh] max-h-[80dvh] max-w-[30rem]',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lead font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton
                icon="close"
                label="Close"
                className="-mt-1 -mr-2 pointer-coarse:-mt-2.5 pointer-coarse:-mr-3"
              />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="text-soft">{description}</Radix.Description>}
          <CloseDialog value={() => change(false)}>
            <DialogForms value={forms}>{children}</DialogForms>
          </CloseDialog>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the dialog that it is in, after asking if a form in it holds unsaved input. */
export function DialogCancel({ kind }: { kind?: 'quiet' }) {
  const close = useContext(CloseDialog);
  return (
    <Button kind={kind} onClick={close}>
      Cancel
    </Button>
  );
}

/** A panel from the left edge, for the areas on a phone. */
export function Drawer({ open, onOpenChange, title, children }: DialogProps) {
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-30 bg-veil" />
        <Radix.Content
          data-modal
          aria-modal="true"
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col overflow-y-auto border-r border-line bg-paper"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton icon="close" label="Close" className="absolute top-2 right-2" />
          </Radix.Close>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
