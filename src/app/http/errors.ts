import { DomainError } from '../../kernel/errors.ts';
import { mostOf, type Rate } from '../../limits.ts';
import type { Scope } from './callers/scopes.ts';

/** What was exceeded. */
type Exceeded = Omit<Rate, 'of'>;

/** An error with its own format: body and headers are sent as they are. */
export class WireError extends DomainError {
  constructor(
    code: string,
    status: number,
    readonly body: object,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, code, status);
  }
}

/** On `/api/auth`: status and content type without a body (docs/IDENTITY.md#errors). */
export class AuthBareError extends DomainError {
  constructor(status: number) {
    super('BARE', 'Refused', status);
  }
}

/** A customer session shows what one checkout created, and the route more than that (docs/SECURITY.md#customer-sessions). */
export class LimitedToCheckout extends DomainError {
  constructor() {
    super('NotPermitted', 'This session is limited to one purchase. Sign in to the portal with a code by mail.', 403);
  }
}

const REALM = 'Bearer realm="polar"';

/** The route requires a caller, and the request has no valid credentials. */
export function unauthorized(): WireError {
  return new WireError(
    'Unauthorized',
    401,
    { error: 'Unauthorized', detail: 'Unauthorized' },
    { 'WWW-Authenticate': REALM },
  );
}

export function invalidToken(): WireError {
  const error_description = 'The access token provided is expired, revoked, malformed, or invalid for other reasons.';
  return new WireError(
    'invalid_token',
    401,
    { error: 'invalid_token', error_description },
    { 'WWW-Authenticate': `${REALM}, error="invalid_token", error_description="${error_description}"` },
  );
}

export function insufficientScope(scopes: readonly Scope[]): WireError {
  const error_description = 'The request requires higher privileges than provided by the access token.';
  const scope = scopes.join(' ');
  return new WireError(
    'insufficient_scope',
    403,
    { error: 'insufficient_scope', error_description, scope },
    {
      'WWW-Authenticate': `${REALM}, error="insufficient_scope", error_description="${error_description}", scope="${scope}"`,
    },
  );
}

/** On `/v1`. @param waitMs 0 if the request is admitted · @throws WireError 429 with Retry-After */
export function refuseTooMany(waitMs: number, exceeded: Exceeded): void {
  if (waitMs > 0) throw tooManyCalls(waitMs, exceeded);
}

/** On `/v1`. */
export function tooManyCalls(waitMs: number, exceeded: Exceeded): WireError {
  const detail = `Too many requests. Please try again later: at most ${mostOf(exceeded)}.`;
  const body = { error: 'TooManyRequests', detail };
  return new WireError('TooManyRequests', 429, body, { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
}

/** On `/api/auth`: JSON labelled as plain text, without a code, and always this text (docs/IDENTITY.md#rate-limits). */
export function tooManyRequests(waitMs: number): WireError {
  return new WireError(
    'TooManyRequests',
    429,
    { message: 'Too many requests. Please try again later.' },
    { 'X-Retry-After': String(Math.ceil(waitMs / 1000)), 'Content-Type': 'text/plain;charset=UTF-8' },
  );
}
