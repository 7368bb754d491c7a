import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyRequest } from 'fastify';

/** What a route says of itself to those who read its requests before Nest does. Several decorators may each say a part. */
interface Config {
  /** Clients send it as much as it takes. */
  isBulk: boolean;
  /** It reads its body itself. */
  streamsBody: boolean;
  /** It needs its body as it was received, of at most so many bytes. */
  rawBodyLimit: number;
  /** How many values its body may have. */
  bodyValues: number;
}

export function Configured(config: Partial<Config>): MethodDecorator {
  return (target, name, descriptor: PropertyDescriptor) => {
    const said = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    RouteConfig({ ...said, ...config })(target, name, descriptor);
  };
}

export function configOf({ routeOptions }: FastifyRequest): Partial<Config> {
  return (routeOptions.config ?? {}) as Partial<Config>;
}
