import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Config } from '../../config.ts';
import { DomainError } from '../../kernel/errors.ts';
import { CONFIG } from '../tokens.ts';
import { Authenticators } from './caller.ts';
import { checkTarget, isTrustedOrigin, TARGET_FIELDS } from './origins.ts';
import { actAs, stateOf } from './request-state.ts';
import { authShapeError } from './validation.ts';

/** On `/api/auth`: origin checks, then the body's form, then who calls; whether he must be known, each route says. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly authenticators: Authenticators,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const state = stateOf(request);
    if (request.method === 'POST') this.checkOrigins(request);
    if (state.bodyError?.status === 413) throw new DomainError('PAYLOAD_TOO_LARGE', 'Payload too large', 413);
    if (state.bodyError) throw authShapeError('body');
    const via = request.headers['x-api-key'] === undefined ? 'cookie' : 'key';
    const caller = await this.authenticators.authenticate(request, via);
    if (caller) actAs(state, caller);
    return true;
  }

  /** AUTH_FACTS §4. */
  private checkOrigins({ headers, body, query }: Request): void {
    const trusted = this.config.trustedOrigins;
    const origin = headers.origin ?? headers.referer;
    // Without either it is taken, as the contract has it, unless the browser itself says that another site asks.
    const isTrusted =
      origin === undefined ? headers['sec-fetch-site'] !== 'cross-site' : isTrustedOrigin(origin, trusted);
    if (headers.cookie !== undefined && !isTrusted) throw new DomainError('INVALID_ORIGIN', 'Invalid origin', 403);
    const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    for (const field of TARGET_FIELDS)
      checkTarget(field, given[field] ?? (field === 'callbackURL' ? query[field] : undefined), trusted);
  }
}
