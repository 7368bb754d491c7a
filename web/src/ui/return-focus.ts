import { useRef } from 'react';

/** For dialogs opened without a trigger of their own: closing gives the focus back to where it was. */
export function useReturnFocus() {
  const from = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      from.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    },
  };
}

/** Runs `act` once a closing menu or dialog has given the focus back: Radix does so one timer later. */
export function afterFocusReturned(act: () => void): void {
  setTimeout(() => setTimeout(act));
}
