import { createAuthClient } from 'better-auth/client';
import { adminClient, apiKeyClient, organizationClient } from 'better-auth/client/plugins';
import { parseSetCookie } from 'cookie';
import type { TestApp } from './app.ts';

/** The contract's official client as in a browser: it keeps cookies, and sends its page's Origin. */
export function browser(app: Pick<TestApp, 'url'>, { origin = app.url }: { origin?: string } = {}) {
  const cookies = new Map<string, string>();
  const set: string[] = [];

  async function fetchAsBrowser(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers);
    if (init?.method !== 'GET') headers.set('origin', origin);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(input, { ...init, headers, redirect: 'manual' });
    set.splice(0, set.length, ...answer.headers.getSetCookie());
    for (const line of set) {
      const { name, maxAge, path } = parseSetCookie(line);
      // A page sees none that is for a few routes alone.
      if (path !== '/') continue;
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, line.slice(name.length + 1).split(';')[0]!);
    }
    return answer;
  }

  const client = createAuthClient({
    baseURL: app.url,
    plugins: [organizationClient({ teams: { enabled: true } }), adminClient(), apiKeyClient()],
    fetchOptions: { customFetchImpl: fetchAsBrowser },
  });
  return {
    client,
    cookies,
    /** The cookies that the last answer set. */
    set,
    fetch: (path: string, init?: RequestInit) => fetchAsBrowser(`${app.url}${path}`, { method: 'GET', ...init }),
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetchAsBrowser(`${app.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  };
}

export type Browser = ReturnType<typeof browser>;
