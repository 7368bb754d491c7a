import type { FastifyReply } from 'fastify';

/** The JSON body `null`; returning null from a handler would send an empty body. */
export function nullBody(reply: FastifyReply): string {
  void reply.header('Content-Type', 'application/json');
  return 'null';
}
