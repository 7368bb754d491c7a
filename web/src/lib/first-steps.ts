import { useSyncExternalStore } from 'react';

/** Whether the user of this browser has hidden or finished an organization's first steps. */
export type Standing = 'shown' | 'later' | 'done';

const NAME = 'first steps ';
const listeners = new Set<() => void>();

function read(organizationId: string): Standing {
  try {
    const kept = localStorage.getItem(NAME + organizationId);
    return kept === 'later' || kept === 'done' ? kept : 'shown';
  } catch {
    return 'shown';
  }
}

export function setFirstSteps(organizationId: string, standing: Standing): void {
  try {
    localStorage.setItem(NAME + organizationId, standing);
  } catch {
    // Without storage they show again.
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFirstSteps(organizationId: string): Standing {
  return useSyncExternalStore(subscribe, () => read(organizationId));
}

/** What exists so far: ids, or null. */
export interface Progress {
  product_id: string | null;
  checkout_id: string | null;
  order_id: string | null;
}

/** Whether each of the four steps is done: a product, a checkout, a payment, a look at its order. Later ones imply earlier ones. */
export function stepsDone({ product_id, checkout_id, order_id }: Progress, looked: boolean): boolean[] {
  const paid = order_id !== null;
  const opened = paid || checkout_id !== null;
  return [opened || product_id !== null, opened, paid, paid && looked];
}
