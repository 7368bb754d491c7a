import { SetMetadata } from '@nestjs/common';
import { mayBeImpersonated } from './callers/not-impersonated.ts';

export const KEYS = 'keys';

/** On `/api/auth`, for a write, or all of a controller, that changes nothing by which a user gets in (docs/IDENTITY.md#using-a-key). */
export function AlsoWithKeys(): MethodDecorator & ClassDecorator {
  return SetMetadata(KEYS, true);
}

/** On `/api/auth`, for a read that needs a session. */
export function NotWithKeys(): MethodDecorator {
  return SetMetadata(KEYS, false);
}

/**
 * Whether a key in `x-api-key` stands in for a session at a route. Unless the route declares it, where an administrator who acts as the user may do
 * the same: so that a new write needs a session until somebody has thought of it.
 * @param declared the metadata KEYS of the route, else of its controller
 * @param impersonated the metadata IMPERSONATORS of these
 */
export function mayKeysCall(
  method: string,
  { declared, impersonated }: Record<'declared' | 'impersonated', boolean | undefined>,
): boolean {
  return declared ?? mayBeImpersonated(method, { declared: impersonated });
}
