import {
  applyDecorators,
  Controller,
  HttpCode,
  RequestMethod,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  UsePipes,
  type Type,
} from '@nestjs/common';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { AuthGuard } from './callers/auth.guard.ts';
import { ADMINISTRATORS, ALSO_LIMITED, BillingGuard, PUBLIC, SCOPES_OF_ROUTE } from './callers/billing.guard.ts';
import { IdempotencyInterceptor, SHOWS_SECRET } from './idempotency.interceptor.ts';
import { SHOWN_GROUPS } from './read-your-writes.ts';
import { SandboxGuard } from './callers/sandbox.guard.ts';
import type { Scope } from './callers/scopes.ts';
import { AuthValidation, BillingValidation } from './validation.ts';

/**
 * A controller of the billing contract, below `/v1`. Each route declares `@Scopes(…)` or `@Public()`.
 * @param shown groups of read models that its routes show besides `access` and `billing`: what is written is visible in these at once
 */
export function BillingController(path: string, ...shown: ProjectionGroup[]): ClassDecorator {
  return applyDecorators(guarded(`v1/${path}`), Shows('access', 'billing', ...shown));
}

/** A controller for routes outside both contracts, below `/api/ledger`, with the billing contract's guard and formats. */
export function LedgerController(path: string): ClassDecorator {
  return guarded(`api/ledger/${path}`);
}

/**
 * A controller for the dashboard's own reads below `/api/dashboard`, which neither contract covers. It has the billing contract's guard and
 * formats; `organization_id` narrows the caller's organizations.
 */
export function DashboardController(path: string): ClassDecorator {
  return guarded(`api/dashboard/${path}`);
}

/** A controller of the identity contract, below `/api/auth`: routes answer 200 and require a user with `@SignedIn()`. */
export function AuthController(path = ''): ClassDecorator {
  return applyDecorators(
    Controller(`api/auth/${path}`),
    UseGuards(AuthGuard),
    Shows('access'),
    UsePipes(AuthValidation),
    answersOk,
  );
}

/** A controller of the sandbox, below `/sandbox`: 404 while the sandbox is off. */
export function SandboxController(path = ''): ClassDecorator {
  return applyDecorators(Controller(`sandbox/${path}`), UseGuards(SandboxGuard), UsePipes(BillingValidation));
}

/** The route requires any one of these scopes. */
export function Scopes(...scopes: [Scope, ...Scope[]]): MethodDecorator & ClassDecorator {
  return SetMetadata(SCOPES_OF_ROUTE, scopes);
}

/** Customer sessions that are limited to a checkout may call the route, too: it reads and changes what that created alone. */
export function AlsoLimited(): MethodDecorator & ClassDecorator {
  return SetMetadata(ALSO_LIMITED, true);
}

/** Only administrators of the installation may call the route, with their own session (docs/SECURITY.md#administrators). */
export function Administrators(): MethodDecorator & ClassDecorator {
  return SetMetadata(ADMINISTRATORS, true);
}

/** Anyone may call the route; valid credentials still identify the caller. */
export function Public(): MethodDecorator & ClassDecorator {
  return SetMetadata(PUBLIC, true);
}

/** The response shows a secret once: a repeat with the same Idempotency-Key answers 409. */
export function ShowsSecret(): MethodDecorator {
  return SetMetadata(SHOWS_SECRET, true);
}

export const ANSWERS = 'answers';
export const NULL_OR = 'null-or';

/**
 * For the OpenAPI document: statuses of a route, or of all routes of a controller, besides success and those that its guards and parameters
 * imply, such as `@Answers(400, 410)`; `@Answers(302)` if it redirects, `@Answers(204)` if
 * it may have nothing to say.
 */
export function Answers(...statuses: [number, ...number[]]): MethodDecorator & ClassDecorator {
  return SetMetadata(ANSWERS, statuses);
}

/** For the OpenAPI document: the route answers this type or `null`, which its handler sends with `nullBody`. */
export function NullOr(type: Type): MethodDecorator {
  return (_, __, method) => {
    Reflect.defineMetadata(NULL_OR, type, method.value as object);
    Reflect.defineMetadata('swagger/apiExtraModels', [type], method.value as object);
  };
}

export const SENDS_BYTES = 'sends-bytes';

/** For the OpenAPI document: the route sends a file as it is, whole or in ranges, and answers conditions. */
export function SendsBytes(): MethodDecorator {
  return SetMetadata(SENDS_BYTES, true);
}

function guarded(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(BillingGuard), repeatable, UsePipes(BillingValidation));
}

/** What a request writes is visible in these groups of read models when it is answered. */
export function Shows(...groups: ProjectionGroup[]): ClassDecorator {
  return SetMetadata(SHOWN_GROUPS, groups);
}

/** The identity contract has no 201: every method without a declared status answers 200. */
function answersOk(type: { prototype: object }): void {
  for (const [name, method] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype)))
    if (typeof method.value === 'function' && !Reflect.hasMetadata('__httpCode__', method.value as object))
      HttpCode(200)(type.prototype, name, method);
}

/** Repeats of a write can be recognized. Reads need no interceptor, which would slow them down (docs/DRIVERS.md#http). */
function repeatable(type: { prototype: object }): void {
  for (const [name, method] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    const verb = methodOf(method.value);
    if (verb !== undefined && verb !== RequestMethod.GET)
      UseInterceptors(IdempotencyInterceptor)(type.prototype, name, method);
  }
}

/** Of a route's handler; undefined for anything else. */
function methodOf(handler: unknown): RequestMethod | undefined {
  return typeof handler === 'function'
    ? (Reflect.getOwnMetadata('method', handler) as RequestMethod | undefined)
    : undefined;
}
