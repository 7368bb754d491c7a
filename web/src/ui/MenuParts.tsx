import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from './Icon';
import { afterFocusReturned } from './return-focus';

interface OpenMenuProps {
  trigger: ReactNode;
  align: 'start' | 'end';
  children: ReactNode;
}

/** Opens at once, and on each click of its trigger. It is not modal, so it needs no scroll lock. */
export function OpenMenu({ trigger, align, children }: OpenMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Radix did not see the key or click that loaded it.
    requestAnimationFrame(() => content.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus());
  }, []);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={content}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-slip border border-edge bg-slip p-1"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Set where the child is a link. */
  asChild?: boolean;
  children: ReactNode;
}

export function MenuItem({ danger, onSelect, ...rest }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      {...rest}
      // Waits until the menu has returned the focus, which a dialog opened from it would otherwise lose.
      onSelect={onSelect && (() => afterFocusReturned(onSelect))}
      className={cx(
        'flex min-h-8 pointer-coarse:min-h-11 w-full cursor-pointer items-center gap-2 rounded-control px-2 outline-none select-none data-disabled:text-faint data-highlighted:bg-shade',
        danger && 'text-red',
      )}
    />
  );
}

interface MenuCheckProps {
  checked: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** A choice that is on or off; the menu stays open, since several are usually changed. */
export function MenuCheck({ checked, onChange, disabled, children }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-control px-2 outline-none select-none data-disabled:text-faint data-highlighted:bg-shade pointer-coarse:min-h-11"
    >
      <span className="inline-flex w-4">
        <DropdownMenu.ItemIndicator>
          <Icon name="check" />
        </DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-note text-faint">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
