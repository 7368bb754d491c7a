import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Config } from '../../config.ts';
import { isTrustedOrigin } from './origins.ts';
import { pathOf } from './request-state.ts';

const EXPOSED = 'X-Request-Id, Projection-Pending, Retry-After, X-Retry-After, WWW-Authenticate';
const PREFLIGHT_SECONDS = '600';

/** `/v1` for any origin without credentials, `/api/auth` for trusted origins with credentials, nothing else (docs/SECURITY.md#cors). */
export function cors(config: Config) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { origin } = request.headers;
    const path = pathOf(request);
    const isBilling = path.startsWith('/v1/');
    const isAuth = path.startsWith('/api/auth/');
    if (isAuth) void reply.header('Vary', 'Origin');
    if (origin === undefined || !(isBilling || (isAuth && isTrustedOrigin(origin, config.trustedOrigins))))
      return done();
    void reply.header('Access-Control-Allow-Origin', isBilling ? '*' : origin);
    if (isAuth) void reply.header('Access-Control-Allow-Credentials', 'true');
    void reply.header('Access-Control-Expose-Headers', EXPOSED);
    const method = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || method === undefined) return done();
    const headers = request.headers['access-control-request-headers'];
    void reply.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    if (headers !== undefined) void reply.header('Access-Control-Allow-Headers', headers);
    void reply.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    void reply.status(204).send();
  };
}
