import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { mayBeImpersonated } from '../callers/not-impersonated.ts';
import type { Route } from './openapi-routes.ts';
import type { Schema } from './openapi-schemas.ts';
import { PORTAL_SCOPES } from '../callers/scopes.ts';
import { mayKeysCall } from '../with-keys.ts';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

export interface Response {
  description: string;
  headers?: object;
  content?: Record<string, { schema: Schema }>;
}

const text = { type: 'string' };
const literal = (value: string): Schema => ({ type: 'string', const: value });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, Schema>, description?: string): Schema => ({
  type: 'object',
  ...(description && { description }),
  properties,
  required: Object.keys(properties),
});

/** The contracts' error bodies (docs/IDENTITY.md#errors, docs/BILLING.md#errors). */
export const SHARED_SCHEMAS: Readonly<Record<string, Schema>> = {
  IdentityError: {
    ...object({ code: { type: 'string', pattern: '^[A-Z0-9_]+$' }, message: text }),
    additionalProperties: true,
    description:
      'An error of the identity contract. Some are sent without a body, such as 401 for a request without a session.',
  },
  TooManyAttempts: object({ message: text }),
  BillingError: object({ error: text, detail: text }, 'An error of the billing contract; `error` is its type.'),
  ExpiredCheckoutError: object({
    error: literal('ExpiredCheckoutError'),
    detail: text,
    expired_at: { type: 'string', format: 'date-time' },
  }),
  NotFoundError: object({
    // The second: an order without a payment to refund.
    error: { type: 'string', enum: ['ResourceNotFound', 'RefundUnknownPayment'] },
    detail: text,
  }),
  UnauthorizedError: object({ error: literal('Unauthorized'), detail: text }),
  InvalidTokenError: object({ error: literal('invalid_token'), error_description: text }),
  InsufficientScopeError: object({
    error: literal('insufficient_scope'),
    error_description: text,
    scope: { type: 'string', description: 'Space-separated scopes; any one of them is enough.' },
  }),
  FieldError: object({
    loc: { type: 'array', items: { anyOf: [{ type: 'integer' }, text] }, minItems: 1 },
    msg: text,
    type: text,
  }),
  RequestValidationError: object({
    error: literal('RequestValidationError'),
    detail: { type: 'array', items: ref('FieldError'), minItems: 1 },
  }),
};

const json = (schema: Schema): Record<string, { schema: Schema }> => ({ 'application/json': { schema } });

const BILLING: Record<number, Schema> = {
  401: { anyOf: [ref('UnauthorizedError'), ref('InvalidTokenError')] },
  403: { anyOf: [ref('BillingError'), ref('InsufficientScopeError')] },
  404: ref('NotFoundError'),
  410: { anyOf: [ref('BillingError'), ref('ExpiredCheckoutError')] },
  422: ref('RequestValidationError'),
};
const IDENTITY: Record<number, Record<string, { schema: Schema }>> = {
  // The limit per address answers JSON labelled as text, as the contract has it.
  429: { ...json(ref('IdentityError')), 'text/plain': { schema: text } },
};
/** Statuses of every route: a limit was reached, or a server behind this one is unavailable. */
const ALWAYS = [413, 429, 431, 503];

type Contract = NonNullable<Route['contract']>;

/** The error statuses that a route's guards, pipes and writes imply. */
function refusals({ contract, ...route }: Route, method: string): number[] {
  const writes = method === 'get' ? [] : [409];
  // Data that no event can hold, such as a reserved key.
  const unstorable = method === 'get' ? [] : [422];
  const named = route.hasPathParameters ? [404] : [];
  switch (contract) {
    case 'identity':
      // Any route may receive an invalid `x-api-key`, which answers 401 or 403.
      return [400, 401, 403, ...named, ...writes, ...unstorable, ...ALWAYS];
    case 'billing':
      return [...(route.isPublic ? [] : [401]), 403, ...named, ...writes, 422, ...ALWAYS];
    case 'sandbox':
      return [403, 404, ...writes, 413, 422, 431, 503];
    case undefined:
      return [];
  }
}

/** Adds an operation's actual statuses with their bodies, and its security; error responses are shared in `responses`. */
export function describeAnswers(
  operation: Operation,
  route: Route,
  method: string,
  responses: Record<string, Response>,
): void {
  const { contract, scopes, newerStatus } = route;
  if (route.sendsBytes) return describeBytes(operation, route, method, responses);
  const success = successOf(operation, route);
  const status = route.status ?? (method === 'post' ? 201 : 200);
  const redirects = route.alsoAnswers.filter(isRedirect);
  const errors = [...refusals(route, method), ...route.alsoAnswers.filter((one) => one >= 400)];
  const empty = route.alsoAnswers.filter((one) => one < 300);
  operation.responses = {
    // A handler that always redirects has no success response.
    ...(redirects.length > 0 && !success.content ? {} : { [status]: success }),
    ...(newerStatus && { [newerStatus]: newerStatus === 204 ? { description: STATUS_CODES[204]! } : success }),
    ...Object.fromEntries(empty.map((one) => [one, { description: STATUS_CODES[one]! }])),
    ...Object.fromEntries(redirects.map((one) => [one, REDIRECT])),
    ...Object.fromEntries(errors.map((one) => [one, contract ? shared(contract, one, responses) : success])),
  } as Operation['responses'];
  operation.security = securityOf(route, method);
  if (route.isForAdministrators) operation.description = 'For administrators of the installation, with their session.';
  if (scopes.length > 0) operation.description = `Needs ${scopes.length > 1 ? 'one of ' : ''}${scopes.join(', ')}.`;
  if (!isForImpersonators(route, method))
    operation.description = [operation.description, 'Not while an administrator acts as the user.'].join(' ').trim();
}

/** Of routes that a user may call. */
function isForImpersonators(route: Route, method: string): boolean {
  const { contract, scopes, isPublic, isForAdministrators, isAlsoImpersonated: declared } = route;
  const isOfUsers = contract === 'identity' || (contract === 'billing' && !isForAdministrators);
  const isOfCustomers = scopes.length > 0 && scopes.every((scope) => PORTAL_SCOPES.some((one) => one === scope));
  return !isOfUsers || isOfCustomers || mayBeImpersonated(method, { declared, isPublic });
}

/** A file, in answer to any range or condition. */
function describeBytes(operation: Operation, route: Route, method: string, responses: Record<string, Response>): void {
  const errors = [...refusals(route, method), ...route.alsoAnswers, 404, 503];
  const content = { '*/*': { schema: { type: 'string', format: 'binary' } } };
  operation.responses = {
    200: { description: STATUS_CODES[200]!, content },
    206: { description: STATUS_CODES[206]!, content },
    304: { description: STATUS_CODES[304]! },
    416: { description: STATUS_CODES[416]! },
    ...Object.fromEntries(errors.map((one) => [one, shared('billing', one, responses)])),
  } as Operation['responses'];
  operation.security = route.contract ? securityOf(route, method) : [];
}

/** A reference to a contract's response for a status. The sandbox uses the billing contract's format. */
function shared(contract: Contract, status: number, responses: Record<string, Response>): { $ref: string } {
  const form = contract === 'identity' ? 'identity' : 'billing';
  const name = `${form}.${status}`;
  const content =
    form === 'identity'
      ? (IDENTITY[status] ?? json(ref('IdentityError')))
      : json(BILLING[status] ?? ref('BillingError'));
  responses[name] ??= { description: STATUS_CODES[status]!, content };
  return { $ref: `#/components/responses/${name}` };
}

const REDIRECT: Response = {
  description: 'Redirect',
  headers: { Location: { required: true, schema: { type: 'string' } } },
};

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** The success response of @nestjs/swagger, with what it can't know: media types other than JSON, and `null`. */
function successOf(operation: Operation, { contract, contentType, nullOr }: Route): Response {
  const [found = { description: '' }] = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response as Response);
  const description = found.description || 'Success';
  if (contentType) return { description, content: { [contentType.split(';')[0]!]: { schema: text } } };
  if (nullOr) return { description, content: json({ anyOf: [ref(nullOr.name), { type: 'null' }] }) };
  if (!contract) return { description, content: json({ type: 'object' }) };
  return { ...found, description };
}

/** Alternatives; the empty one means that credentials are optional. */
function securityOf(route: Route, method: string): Record<string, string[]>[] {
  const { contract, isPublic, isForAdministrators, demandsUser } = route;
  const anonymous = {};
  const [declared, impersonated] = [route.isAlsoWithKeys, route.isAlsoImpersonated];
  const key = mayKeysCall(method, { declared, impersonated }) ? [{ apiKey: [] }] : [];
  if (isForAdministrators) return [{ session: [] }];
  if (contract === 'billing') return [{ bearer: [] }, { session: [] }, ...(isPublic ? [anonymous] : [])];
  if (contract === 'identity') return [{ session: [] }, ...key, ...(demandsUser ? [] : [anonymous])];
  return [];
}
