import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { queryOf, stateOf } from '../request-state.ts';

/** Opens sessions and maintains the session of a request and its cookies; the sessions feature provides it. */
export abstract class SessionCookieKeeper {
  /**
   * Opens a session for a user, sets its cookie and makes it the request's session. Lifts an expired ban.
   * @param at start of the session (machine time); by default the start of the request, so that a revocation since then applies
   * @returns the session's token, which is not stored anywhere
   * @throws DomainError 403 BANNED_USER (`BannedUser` of accounts.errors.ts)
   */
  abstract open(userId: string, rememberMe: boolean, request: FastifyRequest, at?: Instant): Promise<string>;
  /** Clears the session's cookies without ending the session. */
  abstract clear(reply: FastifyReply): void;
  /** Extends the session and its cookie if its update age has passed. */
  abstract refresh(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Sets the session's cookie again for its remaining lifetime. */
  abstract rewrite(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Opens a session in which the calling admin impersonates a user and makes it the request's session; the admin's own is kept for later.
   * @throws DomainError 403 BANNED_USER
   */
  abstract impersonate(userId: string, request: FastifyRequest): Promise<void>;
  /**
   * Returns to the admin's own session and makes it the request's session.
   * @throws DomainError 400 not impersonating, 500 the admin's session has ended
   */
  abstract stopImpersonating(request: FastifyRequest): Promise<void>;
  /** At the end of a request: rewrites the cookies if the request has changed its session. @returns undefined if nothing is left to do */
  abstract settle(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined;
}

/**
 * Every identity route that requires a session may extend it, unless `disableRefresh` is set, and leaves the browser with up-to-date
 * cookies (docs/IDENTITY.md#reading-a-session).
 */
@Injectable()
export class KeepSession implements NestInterceptor {
  constructor(private readonly keeper: SessionCookieKeeper) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    await this.keep(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return next.handle();
  }

  /** Before the route's own work. */
  async keep(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (queryOf(request).disableRefresh !== 'true') await this.keeper.refresh(request, reply);
    stateOf(request).beforeAnswer = () => this.keeper.settle(request, reply);
  }
}
