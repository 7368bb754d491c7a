import { parseCookie } from 'cookie';
import type { Request } from 'express';

const cookies = new WeakMap<Request, Readonly<Record<string, string | undefined>>>();

/** The token of `Authorization: Bearer …`; undefined without one. */
export function bearerOf(request: Request): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A cookie's value, percent-decoded. */
export function cookieOf(request: Request, name: string): string | undefined {
  let parsed = cookies.get(request);
  if (!parsed) cookies.set(request, (parsed = parseCookie(request.headers.cookie ?? '')));
  return parsed[name];
}
