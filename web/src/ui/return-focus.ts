import { useRef } from 'react';

/**
 * For dialogs without their own trigger: closing returns the focus to where it was. Opening moves it to
 * the first field that `first` selects, rather than to a button.
 */
export function useReturnFocus(first?: string) {
  const from = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      from.current = document.activeElement;
      const field = first && (event.currentTarget as Element).querySelector<HTMLElement>(first);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    },
  };
}

/** Runs `act` once a closing menu or dialog has returned the focus, which Radix does one timer later. */
export function afterFocusReturned(act: () => void): void {
  setTimeout(() => setTimeout(act));
}
