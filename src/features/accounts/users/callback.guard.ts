import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { checkTarget } from '../../../app/http/callers/origins.ts';
import { queryOf } from '../../../app/http/request-state.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';

/** Checks a GET that redirects like a POST: before its shape (docs/IDENTITY.md#origins-and-callbacks). */
@Injectable()
export class CallbackGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { callbackURL } = queryOf(context.switchToHttp().getRequest<FastifyRequest>());
    checkTarget('callbackURL', callbackURL, this.config.trustedOrigins);
    return true;
  }
}
