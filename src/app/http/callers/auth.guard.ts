import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { CONFIG } from '../../tokens.ts';
import { Authenticators, type Caller } from './caller.ts';
import { IMPERSONATORS, refuseImpersonated } from './not-impersonated.ts';
import { checkTarget, isTrustedOrigin, TARGET_FIELDS } from './origins.ts';
import { actAs, queryOf, stateOf } from '../request-state.ts';
import { authShapeError, hasBody, isJson } from '../validation.ts';
import { KEYS, mayKeysCall } from '../with-keys.ts';

const TAKES_FOREIGN_FORMS = 'takes-foreign-forms';

/** A route that other sites, such as identity providers, post forms to: it must verify what it receives. */
export function TakesForeignForms(): MethodDecorator {
  return SetMetadata(TAKES_FOREIGN_FORMS, true);
}

/** On `/api/auth`: checks the origin, then the body's format, then identifies the caller. Each route decides whether it requires one. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly authenticators: Authenticators,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const state = stateOf(request);
    state.controller = context.getClass();
    // Deciders decide by the caller's role in the organization.
    state.context.scope = 'any';
    const takesForms = this.reflector.get<boolean | undefined>(TAKES_FOREIGN_FORMS, context.getHandler()) ?? false;
    if (request.method === 'POST') {
      if (!takesForms || request.headers.cookie !== undefined) this.checkOrigin(request);
      this.checkTargets(request);
      if (!takesForms && isForm(request)) throw authShapeError('body');
    }
    if (state.bodyError === 'too-large') throw new DomainError('PAYLOAD_TOO_LARGE', 'Payload too large', 413);
    if (state.bodyError) throw authShapeError('body');
    const targets = [context.getHandler(), context.getClass()];
    const declared = (key: string) => this.reflector.getAllAndOverride<boolean | undefined>(key, targets);
    const impersonated = declared(IMPERSONATORS);
    const caller = await this.callerOf(
      request,
      mayKeysCall(request.method, { declared: declared(KEYS), impersonated }),
    );
    if (caller) actAs(state, caller, 'any');
    refuseImpersonated(state.caller, request.method, { declared: impersonated });
    return true;
  }

  /** With a key where it opens nothing, nobody: not the user of the cookie either. */
  private async callerOf(request: FastifyRequest, mayBeKey: boolean): Promise<Caller | undefined> {
    if (request.headers['x-api-key'] === undefined) return this.authenticators.authenticate(request, 'cookie');
    return mayBeKey ? this.authenticators.authenticate(request, 'key') : undefined;
  }

  /**
   * Also without a cookie (docs/IDENTITY.md#origins-and-callbacks): a foreign page can sign a visitor in to another account without one.
   * Clients other than browsers send no Origin.
   */
  private checkOrigin({ headers }: FastifyRequest): void {
    const origin = headers.origin ?? headers.referer;
    const isTrusted =
      origin === undefined
        ? headers['sec-fetch-site'] !== 'cross-site'
        : isTrustedOrigin(origin, this.config.trustedOrigins);
    if (!isTrusted) throw new DomainError('INVALID_ORIGIN', 'Invalid origin', 403);
  }

  private checkTargets(request: FastifyRequest): void {
    const { body } = request;
    const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    for (const field of TARGET_FIELDS) {
      const value = given[field] ?? (field === 'callbackURL' ? queryOf(request)[field] : undefined);
      checkTarget(field, value, this.config.trustedOrigins);
    }
  }
}

/** Whether the body is not JSON. Another site can't send JSON without a CORS preflight. */
function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type'] !== undefined && hasBody(request) && !isJson(request);
}
