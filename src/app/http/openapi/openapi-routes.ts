import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { NEWER_STATUS } from '../api-version.ts';
import { ANSWERS, NULL_OR, SENDS_BYTES } from '../api.ts';
import { AuthGuard } from '../callers/auth.guard.ts';
import { ADMINISTRATORS, BillingGuard, PUBLIC, SCOPES_OF_ROUTE } from '../callers/billing.guard.ts';
import { IMPERSONATORS } from '../callers/not-impersonated.ts';
import type { Schema } from './openapi-schemas.ts';
import { demandsUser } from '../request-state.ts';
import { SandboxGuard } from '../callers/sandbox.guard.ts';
import { KEYS } from '../with-keys.ts';

/** What a route's decorators declare. */
export interface Route {
  contract: 'identity' | 'billing' | 'sandbox' | undefined;
  /** The DTOs of its body and query. */
  body?: Type;
  query?: Type;
  /** Schemas of path parameters, by name, if their pipe declares one. */
  parameterSchemas: Record<string, Schema>;
  hasPathParameters: boolean;
  isPublic: boolean;
  /** Billing contract: any one of them is enough. */
  scopes: readonly string[];
  /** Billing contract: only for administrators of the installation. */
  isForAdministrators: boolean;
  /** From `@NotImpersonated()` and `@AlsoImpersonated()`. */
  isAlsoImpersonated: boolean | undefined;
  /** From `@AlsoWithKeys()` and `@NotWithKeys()`. */
  isAlsoWithKeys: boolean | undefined;
  /** Identity contract: requires a signed-in user. */
  demandsUser: boolean;
  /** If set, by @HttpCode or the contract. */
  status?: number;
  /** On success, for newer clients. */
  newerStatus?: number | undefined;
  /** If set, by @Header. */
  contentType?: string;
  /** From `@Answers(…)`. */
  alsoAnswers: readonly number[];
  /** From `@SendsBytes()`. */
  sendsBytes: boolean;
  /** From `@NullOr(…)`. */
  nullOr?: Type;
}

interface RouteArgument {
  index: number;
  data?: unknown;
  pipes?: { schema?: Schema }[];
  factory?: object;
}

/** Nest's keys for the source of a parameter. */
const BODY = '3';
const QUERY = '4';
const PARAM = '5';
const PLAIN: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];

/** Every route by its operation id, `{Controller}_{method}`. */
export function routesOf(app: INestApplication): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const module of app.get(ModulesContainer).values())
    for (const { metatype } of module.controllers.values()) {
      const controller = metatype as Type<object>;
      for (const name of Object.getOwnPropertyNames(controller.prototype))
        routes.set(`${controller.name}_${name}`, routeOf(controller, name));
    }
  return routes;
}

function routeOf(controller: Type<object>, name: string): Route {
  const prototype = controller.prototype as Record<string, object>;
  const handler = prototype[name]!;
  const own = <T>(key: string): T | undefined => Reflect.getMetadata(key, handler) as T | undefined;
  const declared = <T>(key: string): T | undefined =>
    own<T>(key) ?? (Reflect.getMetadata(key, controller) as T | undefined);
  const guards = (Reflect.getMetadata('__guards__', controller) ?? []) as unknown[];
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Type[];
  const args = Object.entries(
    (Reflect.getMetadata('__routeArguments__', controller, name) ?? {}) as Record<string, RouteArgument>,
  );
  const dtoOf = (place: string): Type | undefined => {
    const [, found] = args.find(([key, { data }]) => key.split(':')[0] === place && data === undefined) ?? [];
    return found && !PLAIN.includes(types[found.index]) ? types[found.index] : undefined;
  };
  const parameters = args.filter(([key]) => key.split(':')[0] === PARAM).map(([, argument]) => argument);
  const headers = own<{ name: string; value: string }[]>('__headers__') ?? [];
  return {
    contract: guards.includes(AuthGuard)
      ? 'identity'
      : guards.includes(BillingGuard)
        ? 'billing'
        : guards.includes(SandboxGuard)
          ? 'sandbox'
          : undefined,
    body: dtoOf(BODY),
    query: dtoOf(QUERY),
    parameterSchemas: Object.fromEntries(
      parameters.flatMap(({ data, pipes }) => (pipes ?? []).flatMap(({ schema }) => (schema ? [[data, schema]] : []))),
    ) as Record<string, Schema>,
    hasPathParameters: parameters.length > 0,
    isPublic: declared<boolean>(PUBLIC) ?? false,
    scopes: declared<string[]>(SCOPES_OF_ROUTE) ?? [],
    isForAdministrators: declared<boolean>(ADMINISTRATORS) ?? false,
    isAlsoImpersonated: declared<boolean>(IMPERSONATORS),
    isAlsoWithKeys: declared<boolean>(KEYS),
    demandsUser: args.some(([, { factory }]) => factory !== undefined && demandsUser(factory)),
    status: own('__httpCode__'),
    newerStatus: own(NEWER_STATUS),
    contentType: headers.find((header) => header.name.toLowerCase() === 'content-type')?.value,
    alsoAnswers: [handler, controller].flatMap((of) => (Reflect.getMetadata(ANSWERS, of) ?? []) as number[]),
    sendsBytes: own<boolean>(SENDS_BYTES) ?? false,
    nullOr: own(NULL_OR),
  };
}
