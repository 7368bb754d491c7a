import { useSyncExternalStore } from 'react';

const CHECK_EVERY_MS = 5 * 60_000;

// The page that the server serves now names the same files, unless there was a release. Taken at once, before chunks add their own.
const page = import.meta.env.MODE === 'visitor' ? '/visitor.html' : '/index.html';
const own = [...document.querySelectorAll('script[type=module][src], link[rel=stylesheet]')]
  .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
  .filter((path) => path.startsWith('/assets/'));

let isNew = false;
let checkedAt = Date.now();
const listeners = new Set<() => void>();

/** Looks for a new release, at most every few minutes; `urgent` if a file of this one is missing. */
export async function checkRelease(urgent = false): Promise<void> {
  if (isNew || own.length === 0 || (!urgent && Date.now() - checkedAt < CHECK_EVERY_MS)) return;
  checkedAt = Date.now();
  const now = await fetch(page, { headers: { accept: 'text/html' } }).then(
    (response) => (response.ok ? response.text() : undefined),
    () => undefined,
  );
  if (now === undefined || own.every((path) => now.includes(path))) return;
  isNew = true;
  listeners.forEach((listener) => listener());
}

document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void checkRelease());
window.addEventListener('focus', () => void checkRelease());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has a newer release than this page. */
export function useNewRelease(): boolean {
  return useSyncExternalStore(subscribe, () => isNew);
}
