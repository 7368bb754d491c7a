import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { isTrustedOrigin } from './origins.ts';

const EXPOSED = 'X-Request-Id, Projection-Pending, Retry-After, X-Retry-After, WWW-Authenticate';
const PREFLIGHT_SECONDS = '600';

/** `/v1` for any origin without credentials, `/api/auth` for trusted origins with credentials, nothing else (docs/SECURITY.md#cors). */
export function cors(config: Config) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    const isBilling = request.path.startsWith('/v1/');
    const isAuth = request.path.startsWith('/api/auth/');
    if (isAuth) response.vary('Origin');
    if (origin === undefined || !(isBilling || (isAuth && isTrustedOrigin(origin, config.trustedOrigins))))
      return next();
    response.setHeader('Access-Control-Allow-Origin', isBilling ? '*' : origin);
    if (isAuth) response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    const method = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || method === undefined) return next();
    const headers = request.headers['access-control-request-headers'];
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    response.status(204).end();
  };
}
