import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const BULK = { isBulk: true };

/** Clients send the route as much as it takes: its requests give way to others (docs/OPERATING.md#overload). */
export function Bulk(): MethodDecorator {
  return RouteConfig(BULK);
}

export function isBulk({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as Partial<typeof BULK> | undefined)?.isBulk ?? false;
}
