import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { checkRelease } from './release';

const IDLE_MS = 3_000;

/**
 * A page's code that does not arrive is an error like any other, which "Try again" and a restored connection repeat. The router would reload the
 * document instead, and lose the app to the browser's error page if there is no connection: it knows such errors by their message.
 */
export function keepPageOnMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = 'The code of this page did not arrive. Check your connection. Try again in a moment.';
    void checkRelease(true);
  });
}

/** Loads the code of these routes once the browser has nothing else to do, so that their pages open without a connection too. */
export function preloadWhenIdle(router: AnyRouter, isWanted: (id: string) => boolean): () => void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return () => undefined;
  let stopped = false;
  const timer = setTimeout(() => {
    const routes = Object.values(router.routesById as Record<string, AnyRoute>).filter(({ id }) => isWanted(id));
    const next = () => {
      const route = routes.shift();
      if (!route || stopped || !navigator.onLine) return;
      whenIdle(() => void Promise.resolve(router.loadRouteChunk(route)).then(next, () => undefined));
    };
    next();
  }, IDLE_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

// Safari has no idle callbacks.
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, 50);
}
