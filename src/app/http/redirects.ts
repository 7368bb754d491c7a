import type { Response } from 'express';

/** 302 without a body; a relative URL is sent unchanged (docs/IDENTITY.md#redirects). */
export function redirect(response: Response, to: string): undefined {
  response.status(302).setHeader('Content-Type', 'application/json');
  // An absolute URL is serialized again, so that nothing in it can end the header.
  response.setHeader('Location', URL.canParse(to) ? new URL(to).href : to);
}

/** Appends `error=`, with `&` if the URL already has a query. */
export function withError(to: string, error: string): string {
  return `${to}${to.includes('?') ? '&' : '?'}error=${error}`;
}
