import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AccountLimits } from '../../../app/http/account-limits.ts';
import { tooManyRequests } from '../../../app/http/errors.ts';
import { stateOf } from '../../../app/http/request-state.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { normalEmail } from '../users/email/email-address.rules.ts';
import { UserReader } from '../users/users.queries.ts';
import { SessionQueries } from './sessions.queries.ts';

/** Stands in for the user of an unknown e-mail, so that both answers take equally long. */
const NOBODY = { id: '', sessionsRevoked: null };

/**
 * Slows down password guessing for one account from many addresses. It does not lock the account's owner out: with a session at this address
 * or in this browser only the limits per address apply, and a new password resets the count.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly limits: AccountLimits,
    private readonly users: UserReader,
    private readonly sessions: SessionQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts an attempt. @throws WireError 429 */
  async demand(given: string, request: FastifyRequest): Promise<void> {
    if (!this.config.auth.rateLimit) return;
    const email = normalEmail(given);
    const known = await this.users.byEmail(email);
    const waitMs = await this.limits.waitOf('sign-in', `${email}\0${known?.state.password?.credential ?? ''}`);
    if (waitMs === 0) return;
    const sessions = await this.sessions.list(known?.user ?? NOBODY);
    const isSignedIn = known !== undefined && stateOf(request).caller.id === known.user.id;
    if (!isSignedIn && !sessions.some(({ ipAddress }) => ipAddress === request.ip)) throw tooManyRequests(waitMs);
  }
}
