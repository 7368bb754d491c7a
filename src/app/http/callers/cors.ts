import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Config } from '../../../config.ts';
import { isTrustedOrigin } from './origins.ts';
import { pathOf } from '../request-state.ts';

const EXPOSED = 'ETag, X-Request-Id, Projection-Pending, Retry-After, X-Retry-After, WWW-Authenticate';
const PREFLIGHT_SECONDS = '600';

type Origins = Pick<Config, 'trustedOrigins'>;

/** `/v1` for any origin without credentials, `/api/auth` for trusted origins with credentials, nothing else (docs/SECURITY.md#cors). */
export function cors(config: Origins) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const headers = corsHeaders(pathOf(request), request.headers.origin, config);
    if (headers) void reply.headers(headers);
    const method = request.headers['access-control-request-method'];
    if (!headers?.['Access-Control-Allow-Origin'] || request.method !== 'OPTIONS' || method === undefined)
      return done();
    const asked = request.headers['access-control-request-headers'];
    void reply.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    if (asked !== undefined) void reply.header('Access-Control-Allow-Headers', asked);
    void reply.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    void reply.status(204).send();
  };
}

/** Headers that allow a page of another origin to read the answer; undefined if the path needs none. */
export function corsHeaders(
  path: string,
  origin: string | undefined,
  config: Origins,
): Record<string, string> | undefined {
  const isBilling = path.startsWith('/v1/');
  const isAuth = path.startsWith('/api/auth/');
  if (isBilling && origin !== undefined)
    return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED };
  if (!isAuth) return undefined;
  if (origin === undefined || !isTrustedOrigin(origin, config.trustedOrigins)) return VARYING;
  return {
    ...VARYING,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED,
  };
}

const VARYING = { Vary: 'Origin' };
