import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

const cookies = new WeakMap<FastifyRequest, Readonly<Record<string, string | undefined>>>();

/** The token of `Authorization: Bearer …`; undefined without one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A cookie's value, percent-decoded. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  let parsed = cookies.get(request);
  if (!parsed) cookies.set(request, (parsed = parseCookie(request.headers.cookie ?? '')));
  return parsed[name];
}
