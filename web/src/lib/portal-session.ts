import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Where the browser refuses to keep them, they last as long as the page. */
const sessions = new Map<string, string>();

const keyOf = (slug: string) => `portal of ${slug}`;

/** The token of a customer's session at one organization's portal: kept for this tab alone, for an hour at most. */
export function portalSession(slug: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(slug)) ?? sessions.get(slug) ?? null;
  } catch {
    return sessions.get(slug) ?? null;
  }
}

/** null ends it here. */
export function keepPortalSession(slug: string, token: string | null): void {
  if (token === null) sessions.delete(slug);
  else sessions.set(slug, token);
  try {
    if (token === null) sessionStorage.removeItem(keyOf(slug));
    else sessionStorage.setItem(keyOf(slug), token);
  } catch {
    // Storage is blocked or full.
  }
  listeners.forEach((listener) => listener());
}

export function usePortalSession(slug: string): string | null {
  return useSyncExternalStore(subscribe, () => portalSession(slug));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const TOKEN = 'customer_session_token';

/** Keeps the session of a link that signs in, and takes it out of the address before anything else can read it there. */
export function takeSessionFromAddress(): void {
  const [, slug, page] = window.location.pathname.split('/');
  const search = new URLSearchParams(window.location.search);
  const token = search.get(TOKEN);
  if (page !== 'portal' || !slug || token === null) return;
  search.delete(TOKEN);
  const rest = search.size > 0 ? `?${search}` : '';
  window.history.replaceState(window.history.state, '', window.location.pathname + rest + window.location.hash);
  keepPortalSession(decodeURIComponent(slug), token);
}
