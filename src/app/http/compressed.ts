import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';

/** Below this many bytes, compression saves less than a packet. */
const THRESHOLD = 1024;

/** Paths whose responses hold secrets (docs/SECURITY.md#compression). */
const SECRETS = /^\/(api\/auth|sandbox|v1\/(checkouts|webhooks))(\/|$)/;

const compress = compression({ threshold: THRESHOLD, filter: isCompressible });

/** Compresses responses to reads only: responses to writes repeat their input next to the secrets that they create. */
export function compressed(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'GET' || holdsSecrets(request.path)) return next();
  compress(request, response, next);
}

export function holdsSecrets(path: string): boolean {
  return SECRETS.test(path);
}

/** A compressor would hold back the messages of an event stream. */
function isCompressible(request: Request, response: Response): boolean {
  if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return false;
  return compression.filter(request, response);
}
