import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { stateOf } from '../request-state.ts';
import { Configured, configOf } from '../route-config.ts';

/** The route checks a signature of its body, which is read as JSON too, of at most so many bytes. */
export function KeepsRawBody(limit: number): MethodDecorator {
  return Configured({ rawBodyLimit: limit });
}

/** Undefined if the route does not need its body as it was received. */
export function rawBodyLimit(request: FastifyRequest): number | undefined {
  return configOf(request).rawBodyLimit;
}

/** The body as it was received; '' without one. */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => stateOf(context.switchToHttp().getRequest<FastifyRequest>()).rawBody ?? '',
);
