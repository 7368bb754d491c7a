import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Values that the browser refuses to store; they last as long as the page. */
const unkept = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null;
  } catch {
    return unkept.get(key) ?? null;
  }
}

/** Keeps a choice in this browser; null forgets it. */
export function store(key: string, value: string | null): void {
  if (value === null) unkept.delete(key);
  else unkept.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full.
  }
  listeners.forEach((listener) => listener());
}

/** A kept choice as text, and again whenever it changes. */
export function useStored(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readStored(key));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
