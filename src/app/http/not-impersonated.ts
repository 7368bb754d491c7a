import { applyDecorators, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../kernel/errors.ts';
import { stateOf } from './request-state.ts';

/** An admin who impersonates a user can neither see nor change that user's password, e-mail, account or keys. */
export class WhileImpersonating extends DomainError {
  constructor() {
    super('YOU_CANNOT_DO_THIS_WHILE_IMPERSONATING', 'You cannot do this while impersonating', 403);
  }
}

@Injectable()
class NotImpersonatedGuard implements CanActivate {
  /** @throws WhileImpersonating */
  canActivate(context: ExecutionContext): boolean {
    const { caller } = stateOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (caller.impersonator !== undefined) throw new WhileImpersonating();
    return true;
  }
}

/** A route, of either contract, that only the users themselves may call. */
export function NotImpersonated(): MethodDecorator {
  return applyDecorators(UseGuards(NotImpersonatedGuard));
}
