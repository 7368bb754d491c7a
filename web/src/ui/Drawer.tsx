import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './Button';
import { useReturnFocus } from './return-focus';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** A panel from the left edge, for the areas on a phone. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
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
