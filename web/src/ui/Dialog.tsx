import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { mayLeave, type Forms } from '@/lib/unsaved';
import { IconButton } from './Button';
import { CloseDialog } from './DialogCancel';
import { DialogForms } from './dialog-forms';
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
          // React's events bubble to the form that opened it.
          onSubmit={(event) => event.stopPropagation()}
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
