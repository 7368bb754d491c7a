import type { FastifyReply } from 'fastify';

/** 302 without a body; a relative URL is sent unchanged (docs/IDENTITY.md#redirects). */
export function redirect(reply: FastifyReply, to: string): undefined {
  void reply.status(302).header('Content-Type', 'application/json');
  // An absolute URL is serialized again, so that nothing in it can end the header.
  void reply.header('Location', URL.canParse(to) ? new URL(to).href : to);
}

/** Appends `error=`, with `&` if the URL already has a query. */
export function withError(to: string, error: string): string {
  return `${to}${to.includes('?') ? '&' : '?'}error=${error}`;
}
