import type { Response } from 'express';

/** 302 without a body; a relative place stays as it was given (docs/IDENTITY.md#redirects). */
export function redirect(response: Response, to: string): undefined {
  response.status(302).setHeader('Content-Type', 'application/json');
  // An absolute one is written anew, so that nothing in it can end the header.
  response.setHeader('Location', URL.canParse(to) ? new URL(to).href : to);
}

/** `error=` is appended with `&` where there is a query already. */
export function withError(to: string, error: string): string {
  return `${to}${to.includes('?') ? '&' : '?'}error=${error}`;
}
