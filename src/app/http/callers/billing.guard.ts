import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { CONFIG } from '../../tokens.ts';
import { Authenticators, scopesIn, type Caller } from './caller.ts';
import { bearerOf } from './credentials.ts';
import { insufficientScope, invalidToken, LimitedToCheckout, unauthorized } from '../errors.ts';
import { demandThemselves, IMPERSONATORS, refuseImpersonated } from './not-impersonated.ts';
import { actAs, stateOf, type RequestState } from '../request-state.ts';
import { PORTAL_SCOPES, type Scope } from './scopes.ts';
import { streamsBody } from '../bodies/uploads.ts';
import { bodyRefusal, demandJson } from '../validation.ts';

export const SCOPES_OF_ROUTE = 'scopes';
export const PUBLIC = 'public';
export const ADMINISTRATORS = 'administrators';
export const ALSO_LIMITED = 'also-limited';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Authenticates and authorizes callers of `/v1`: 401 and 403 come before any validation error (docs/SECURITY.md#callers). */
@Injectable()
export class BillingGuard implements CanActivate {
  constructor(
    private readonly authenticators: Authenticators,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const state = stateOf(request);
    state.controller = context.getClass();
    const targets = [context.getHandler(), context.getClass()];
    const scopes = this.reflector.getAllAndOverride<Scope[] | undefined>(SCOPES_OF_ROUTE, targets);
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets);
    if (isPublic) await this.attach(request, state);
    else if (this.reflector.getAllAndOverride<boolean | undefined>(ADMINISTRATORS, targets))
      actAs(state, administrator(await this.demand(request)));
    else if (scopes) actAs(state, held(await this.demand(request), scopes));
    else throw new Error('A route must declare @Scopes(…), @Administrators() or @Public()');
    const isAlsoLimited = this.reflector.getAllAndOverride<boolean | undefined>(ALSO_LIMITED, targets);
    if (state.caller.checkoutId !== undefined && !isPublic && !isAlsoLimited) throw new LimitedToCheckout();
    const declared = this.reflector.getAllAndOverride<boolean | undefined>(IMPERSONATORS, targets);
    refuseImpersonated(state.caller, request.method, { declared, isPublic });
    if (state.bodyError) throw bodyRefusal(state.bodyError, request);
    if (!streamsBody(request)) demandJson(request);
    return true;
  }

  /** On a public route, an invalid credential counts as none. */
  private async attach(request: FastifyRequest, state: RequestState): Promise<void> {
    const via = request.headers.authorization === undefined ? 'cookie' : 'bearer';
    if (via === 'cookie' && !this.isOurs(request)) return;
    const caller = await this.authenticators.authenticate(request, via);
    if (caller) actAs(state, caller);
  }

  private async demand(request: FastifyRequest): Promise<Caller> {
    if (request.headers.authorization !== undefined) {
      if (bearerOf(request) === undefined) throw unauthorized();
      const caller = await this.authenticators.authenticate(request, 'bearer');
      if (!caller) throw invalidToken();
      return caller;
    }
    const caller = await this.authenticators.authenticate(request, 'cookie');
    if (!caller) throw unauthorized();
    if (!this.isOurs(request))
      throw new DomainError('NotPermitted', 'With the session cookie, writes need the Origin of this site', 403);
    return caller;
  }

  /** Browsers send the cookie with requests from any page, so only our own pages may write with it. */
  private isOurs({ method, headers }: FastifyRequest): boolean {
    return READING.includes(method) || this.config.ownOrigins.includes(headers.origin ?? '');
  }
}

/** Neither a key nor an impersonated session makes anybody an administrator. */
function administrator(caller: Caller): Caller {
  demandThemselves(caller);
  if (caller.isAdministrator !== true)
    throw new DomainError('NotPermitted', 'Only administrators of this installation may do this', 403);
  return caller;
}

/** The caller, narrowed to the organizations in which they hold one of the scopes; those of the portal are for customers alone. */
function held(caller: Caller, required: readonly Scope[]): Caller {
  const scopes = caller.kind === 'customer' ? required : required.filter((scope) => !PORTAL_SCOPES.includes(scope));
  if (!scopes.some((scope) => caller.scopes.has(scope))) throw insufficientScope(required);
  if (!caller.roles) return caller;
  const organizationIds = caller.organizationIds.filter((id) =>
    scopes.some((scope) => scopesIn(caller, id).has(scope)),
  );
  if (organizationIds.length === 0 && caller.organizationIds.length > 0) throw insufficientScope(scopes);
  return { ...caller, organizationIds };
}
