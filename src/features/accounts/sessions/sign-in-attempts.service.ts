import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { AccountLimits } from '../../../app/http/account-limits.ts';
import { tooManyRequests } from '../../../app/http/errors.ts';
import { stateOf } from '../../../app/http/request-state.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { normalEmail } from '../users/account-holders.queries.ts';
import { FindUserByEmail } from '../users/users.queries.ts';
import { ListSessions } from './sessions.queries.ts';

/** Asked about where an e-mail is unknown, so that both answers take as long. */
const NOBODY = { id: '', sessionsRevoked: null };

/**
 * Slows down who tries passwords for one account from many addresses. Whoever owns the account is not locked out by that: where they have a
 * session, at this address or in this browser, only the limits per address hold, and a new password starts the count anew.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly limits: AccountLimits,
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts an attempt. @throws WireError 429 */
  async demand(given: string, request: Request): Promise<void> {
    if (!this.config.auth.rateLimit) return;
    const email = normalEmail(given);
    const known = await this.queries.execute(new FindUserByEmail(email));
    const waitMs = await this.limits.waitOf('sign-in', `${email}\0${known?.password?.credential ?? ''}`);
    if (waitMs === 0) return;
    const sessions = await this.queries.execute(new ListSessions(known?.user ?? NOBODY));
    const isSignedIn = known !== undefined && stateOf(request).caller.id === known.user.id;
    if (!isSignedIn && !sessions.some(({ ipAddress }) => ipAddress === request.ip)) throw tooManyRequests(waitMs);
  }
}
