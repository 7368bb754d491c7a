import { useSyncExternalStore } from 'react';

/** Between attempts to reach the server again, in milliseconds; the last one repeats. */
const WAITS = [1_000, 2_000, 5_000, 10_000];

let lostAt: number | undefined;
let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const onBack = new Set<() => void>();

/** Call it when a request got no response: from then on, the server is tried until it responds. */
export function connectionLost(): void {
  if (lostAt !== undefined) return;
  lostAt = Date.now();
  attempt = 0;
  wait();
  listeners.forEach((listener) => listener());
}

/** Call it when any response arrived. */
export function connectionWorks(): void {
  if (lostAt === undefined) return;
  lostAt = undefined;
  clearTimeout(timer);
  listeners.forEach((listener) => listener());
  onBack.forEach((act) => act());
}

function wait(): void {
  timer = setTimeout(() => void retry(), WAITS[Math.min(attempt++, WAITS.length - 1)]);
}

async function retry(): Promise<void> {
  clearTimeout(timer);
  const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (isBack) connectionWorks();
  else wait();
}

window.addEventListener('offline', connectionLost);
window.addEventListener('online', () => lostAt !== undefined && void retry());

/** Runs `act` whenever the connection is back. */
export function whenBack(act: () => void): void {
  onBack.add(act);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Since when there is no connection, in milliseconds of machine time. */
export function useLostAt(): number | undefined {
  return useSyncExternalStore(subscribe, () => lostAt);
}
