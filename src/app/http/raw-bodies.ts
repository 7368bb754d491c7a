import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { stateOf } from './request-state.ts';

interface Kept {
  /** Bytes. */
  rawBodyLimit: number;
}

/** The route checks a signature of its body, which is read as JSON too, of at most so many bytes. */
export function KeepsRawBody(limit: number): MethodDecorator {
  return RouteConfig({ rawBodyLimit: limit } satisfies Kept);
}

/** Undefined if the route does not need its body as it was received. */
export function rawBodyLimit({ routeOptions }: FastifyRequest): number | undefined {
  return (routeOptions.config as Partial<Kept> | undefined)?.rawBodyLimit;
}

/** The body as it was received; '' without one. */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => stateOf(context.switchToHttp().getRequest<FastifyRequest>()).rawBody ?? '',
);
