import type { IncomingMessage } from 'node:http';

/**
 * Drops what is still to come of a body that is not read to its end, or its connection would never get to the next request. A client reads the
 * answer once it has sent everything: it gets some time for that.
 */
export function discardRest(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => request.complete || request.socket.destroy(), ms).unref();
  request.once('close', () => clearTimeout(timer));
  request.unpipe();
  request.resume();
}
