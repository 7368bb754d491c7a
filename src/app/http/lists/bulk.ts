import type { FastifyRequest } from 'fastify';
import { Configured, configOf } from '../route-config.ts';

/** Clients send the route as much as it takes: its requests give way to others (docs/OPERATING.md#overload). */
export function Bulk(): MethodDecorator {
  return Configured({ isBulk: true });
}

export function isBulk(request: FastifyRequest): boolean {
  return configOf(request).isBulk ?? false;
}
