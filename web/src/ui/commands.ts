import { useEffect, useSyncExternalStore } from 'react';

export interface Command {
  /** Unique among all registered commands. */
  id: string;
  label: string;
  /** "Go to", "This page", … */
  group: string;
  keywords?: string[];
  run: () => void;
}

const registered = new Map<symbol, readonly Command[]>();
let all: readonly Command[] = [];
const listeners = new Set<() => void>();

function publish(): void {
  all = [...registered.values()].flat();
  listeners.forEach((listener) => listener());
}

/** Offers commands in the palette while the calling component is mounted. Keep the array stable (useMemo). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const owner = Symbol();
    registered.set(owner, commands);
    publish();
    return () => {
      registered.delete(owner);
      publish();
    };
  }, [commands]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => all);
}

let openPalette: (() => void) | undefined;

/** Shown in the palette only. */
export function onOpenPalette(open: () => void): () => void {
  openPalette = open;
  return () => {
    openPalette = undefined;
  };
}

export function showPalette(): void {
  openPalette?.();
}
