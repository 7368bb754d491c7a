import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';

/** Opens sessions, and keeps the one a request came with; the sessions feature provides it. */
export abstract class SessionCookieKeeper {
  /** A new session of a user, in the answer's cookie; answers its token, which exists nowhere else. */
  abstract open(userId: string, rememberMe: boolean, request: Request): Promise<string>;
  /** Takes the cookies of the session away; it is not ended by that. */
  abstract clear(response: Response): void;
  /** Extends the session where its update-age has passed, and its cookie with it. */
  abstract refresh(request: Request, response: Response): Promise<void>;
  /** Writes the session's cookie again, for as long as it lasts. */
  abstract rewrite(request: Request, response: Response): void;
}

/** Every route of the identity contract that asks for a session may extend it, unless `disableRefresh` is asked (AUTH_FACTS §3). */
@Injectable()
export class KeepSession implements NestInterceptor {
  constructor(private readonly keeper: SessionCookieKeeper) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.query.disableRefresh !== 'true') await this.keeper.refresh(request, http.getResponse<Response>());
    return next.handle();
  }
}
