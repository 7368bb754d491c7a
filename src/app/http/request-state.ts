import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/ports/clock.ts';
import { startContext, type Context } from '../../kernel/writing/command.ts';
import type { TenantScope } from '../../kernel/writing/scope.ts';
import { actorOf, ANONYMOUS, type Caller } from './callers/caller.ts';
import { AuthBareError } from './errors.ts';
import { pathIn } from './request-target.ts';

export type BodyError = 'too-large' | 'too-deep' | 'too-many' | 'unreadable';

/** What the edge knows about one request. */
export interface RequestState {
  /** UUIDv7, also in the answer's `X-Request-Id` and in the logs. */
  readonly id: string;
  /** Without the query. */
  readonly path: string;
  readonly reply: FastifyReply;
  /** Its `requestId` is the request's own, or that of the original request if an Idempotency-Key repeats it. */
  readonly context: Context;
  caller: Caller;
  /** Why the body is refused; reported once the caller is known. */
  bodyError?: BodyError;
  /** As it was received, if the route needs that. */
  rawBody?: string;
  /** Of the route; set by its guard. */
  controller?: Type | undefined;
  /** What is left to do before the answer is sent, once the read models show what the request has written. */
  beforeAnswer?: (() => Promise<void> | undefined) | undefined;
  /** Makes room for another request, while this one is in work; called when its answer is known. */
  endWork?: (() => void) | undefined;
}

const states = new WeakMap<FastifyRequest, RequestState>();

export function openState(request: FastifyRequest, reply: FastifyReply, clock: Clock): RequestState {
  const context = { ...startContext(actorOf(ANONYMOUS), clock), scope: ANONYMOUS };
  const state = { id: context.requestId, path: pathIn(request.url), reply, context, caller: ANONYMOUS };
  states.set(request, state);
  return state;
}

export function stateOf(request: FastifyRequest): RequestState {
  return states.get(request)!;
}

/** The parameters of a query: several values if a key is repeated. */
export type RequestQuery = Readonly<Record<string, string | string[] | undefined>>;

export function queryOf(request: FastifyRequest): RequestQuery {
  return request.query as RequestQuery;
}

/** The path of a request, without its query. */
export function pathOf(request: FastifyRequest): string {
  return stateOf(request).path;
}

/** Sets the caller that this request acts for, in their organizations unless another scope is given. */
export function actAs(state: RequestState, caller: Caller, scope: TenantScope = caller): void {
  state.caller = caller;
  state.context.scope = scope;
  state.context.actor = actorOf(caller);
  if (caller.kind === 'token' || caller.kind === 'customer') state.context.organizationId = caller.organizationIds[0];
}

/** The request's Context, for commands. */
export const Ctx = createParamDecorator((_: unknown, context: ExecutionContext) => stateOfContext(context).context);

/** The caller; kind `anonymous` without credentials. */
export const CallerOf = createParamDecorator((_: unknown, context: ExecutionContext) => stateOfContext(context).caller);

type ParameterFactory = Parameters<typeof createParamDecorator>[0];

const demanding = new WeakSet<object>();

/** A parameter decorator that refuses callers who are not signed in; the OpenAPI document recognizes it. */
export function createUserDecorator(factory: ParameterFactory): ReturnType<typeof createParamDecorator> {
  demanding.add(factory);
  return createParamDecorator(factory);
}

export function demandsUser(factory: object): boolean {
  return demanding.has(factory);
}

/**
 * On `/api/auth`: the signed-in caller, or `401 bare`. An invalid shape comes before a missing session (docs/IDENTITY.md#order-of-checks).
 */
export const SignedIn = createUserDecorator((_: unknown, context: ExecutionContext) => {
  const { caller } = stateOfContext(context);
  return caller.kind === 'user' ? caller : refuseAfterValidation();
});

/**
 * Refuses after the validation of the other parameters, which Nest starts together with this and takes the first rejection of. Validation
 * never waits for input or output, so it is done before the next turn of the event loop.
 * @param error `401 bare` by default
 */
export async function refuseAfterValidation(error: Error = new AuthBareError(401)): Promise<never> {
  await nextTurn();
  throw error;
}

function stateOfContext(context: ExecutionContext): RequestState {
  return stateOf(context.switchToHttp().getRequest<FastifyRequest>());
}
