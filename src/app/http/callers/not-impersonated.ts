import { SetMetadata } from '@nestjs/common';
import { DomainError } from '../../../kernel/errors.ts';
import type { Caller } from './caller.ts';

export const IMPERSONATORS = 'impersonators';
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** An admin who impersonates a user neither sees nor changes what would outlast that: passwords, keys, secrets, memberships, sessions (docs/SECURITY.md#scopes). */
export class WhileImpersonating extends DomainError {
  constructor() {
    super('YOU_CANNOT_DO_THIS_WHILE_IMPERSONATING', 'You cannot do this while impersonating', 403);
  }
}

/** For a read that shows a secret, and for one write among others that may be called: only the users themselves may call it. */
export function NotImpersonated(): MethodDecorator & ClassDecorator {
  return SetMetadata(IMPERSONATORS, false);
}

/** For a write, or all of a controller, that neither creates nor shows anything by which somebody gets in later. */
export function AlsoImpersonated(): MethodDecorator & ClassDecorator {
  return SetMetadata(IMPERSONATORS, true);
}

/** @throws WhileImpersonating the caller impersonates somebody, and the route may not be called then */
export function refuseImpersonated({ impersonator }: Caller, ...route: Parameters<typeof mayBeImpersonated>): void {
  if (impersonator !== undefined && !mayBeImpersonated(...route)) throw new WhileImpersonating();
}

/** For what a route may not do then that may be called. @throws WhileImpersonating the caller impersonates somebody */
export function demandThemselves({ impersonator }: Caller): void {
  if (impersonator !== undefined) throw new WhileImpersonating();
}

/**
 * Whether a route may be called while impersonating. Unless it declares it, reads and what is anybody's may, and writes may not: so that a new one is
 * refused until somebody has thought of it.
 * @param declared the metadata IMPERSONATORS of the route, else of its controller
 */
export function mayBeImpersonated(
  method: string,
  { declared, isPublic = false }: { declared: boolean | undefined; isPublic?: boolean | undefined },
): boolean {
  return declared ?? (isPublic || READING.includes(method.toUpperCase()));
}
