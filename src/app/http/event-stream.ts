import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { stateOf } from './request-state.ts';

/** How long a browser waits before it opens a lost stream again, in milliseconds. */
const RETRY_MS = 3_000;

/**
 * Answers with server-sent events, which the caller writes. Open streams are not requests in work: whoever opens them bounds their number.
 * @returns undefined to a HEAD request, whose answer has ended
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): ServerResponse | undefined {
  void reply.headers({
    'Content-Type': 'text/event-stream',
    // Proxies must neither transform nor buffer it.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  const { raw } = reply.hijack();
  stateOf(request).endWork?.();
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  if (request.method === 'HEAD') return void raw.end();
  raw.write(`retry: ${RETRY_MS}\n\n`);
  return raw;
}
