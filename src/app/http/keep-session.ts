import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, type Observable } from 'rxjs';
import type { Instant } from '../../kernel/ports/clock.ts';

/** Opens sessions, and keeps the one a request came with; the sessions feature provides it. */
export abstract class SessionCookieKeeper {
  /**
   * A new session of a user, in the answer's cookie; answers its token, which exists nowhere else. From here on the request is part of it.
   * A ban that is over is lifted.
   * @param at when it begins (machine time); when the request began unless given, so that what was revoked meanwhile stays revoked
   * @throws DomainError 403 BANNED_USER (`BannedUser` of accounts.errors.ts)
   */
  abstract open(userId: string, rememberMe: boolean, request: Request, at?: Instant): Promise<string>;
  /** Takes the cookies of the session away; it is not ended by that. */
  abstract clear(response: Response): void;
  /** Extends the session where its update-age has passed, and its cookie with it. */
  abstract refresh(request: Request, response: Response): Promise<void>;
  /** Writes the session's cookie again, for as long as it lasts. */
  abstract rewrite(request: Request, response: Response): void;
  /**
   * A session in which the admin who asks acts as a user; his own is kept for later. From here on the request is part of it.
   * @throws DomainError 403 BANNED_USER
   */
  abstract impersonate(userId: string, request: Request): Promise<void>;
  /**
   * Back to the admin's own session, of which the request is then a part.
   * @throws DomainError 400 nobody is impersonated, 500 the admin's session is over
   */
  abstract stopImpersonating(request: Request): Promise<void>;
  /** When a request is done: where it has changed something, what the browser carries of its session is written anew. */
  abstract settle(request: Request, response: Response): Promise<void>;
}

/**
 * Every route of the identity contract that asks for a session may extend it, unless `disableRefresh` is asked, and leaves the browser with
 * nothing that is no longer so (docs/IDENTITY.md#reading-a-session).
 */
@Injectable()
export class KeepSession implements NestInterceptor {
  constructor(private readonly keeper: SessionCookieKeeper) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (request.query.disableRefresh !== 'true') await this.keeper.refresh(request, response);
    return next.handle().pipe(
      mergeMap(async (value: unknown) => {
        await this.keeper.settle(request, response);
        return value;
      }),
      catchError(async (error: unknown) => {
        await this.keeper.settle(request, response);
        throw error;
      }),
    );
  }
}
