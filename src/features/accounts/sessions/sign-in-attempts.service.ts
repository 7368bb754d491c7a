import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { tooManyRequests } from '../../../app/http/errors.ts';
import { GuessLimits, type GuessCount } from '../../../app/http/callers/guess-limits.ts';
import { networkOf } from '../../../app/http/networks.ts';
import { stateOf } from '../../../app/http/request-state.ts';
import { LIMITS } from '../../../limits.ts';
import { InvalidEmailOrPassword } from '../users/user.errors.ts';
import { UserReader } from '../users/users.queries.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { KnownDevices } from './known-devices.service.ts';
import { SessionQueries } from './sessions.queries.ts';

/** From one network, or in one browser. */
const OF_ONE_PLACE = LIMITS.address.wrongPasswords;
/**
 * Wrong passwords for one account from all networks that are unknown to it. One network alone can't reach this: after its ten, it has to pause for
 * longer than this window. It takes ten networks at once, or more than five that never stop.
 */
const OF_ACCOUNT = LIMITS.account.wrongPasswords;

/** Stands in for the user of an unknown e-mail, so that both answers take equally long. */
const NOBODY = { id: '', sessionsRevoked: null };

/**
 * Slows down password guessing for one account without locking its owner out (docs/SECURITY.md#passwords): wrong passwords count per account and network,
 * and per account. Browsers in which the user has signed in before have counts of their own, and networks where they have a session do not count for the
 * account. A new password starts all counts afresh.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly guesses: GuessLimits,
    private readonly users: UserReader,
    private readonly sessions: SessionQueries,
    private readonly devices: KnownDevices,
  ) {}

  /** Checks a password unless too many were wrong. @throws WireError 429, and what `check` is refused with */
  async check<T>(given: string, request: FastifyRequest, check: () => Promise<T>): Promise<T> {
    const counts = await this.countsOf(normalEmail(given), request);
    return this.guesses.check(counts, check, (error) => error instanceof InvalidEmailOrPassword, tooManyRequests);
  }

  private async countsOf(email: string, request: FastifyRequest): Promise<GuessCount[]> {
    const known = await this.users.byEmail(email);
    const account = `${email}\0${known?.state.password?.credential ?? ''}`;
    const user = known?.user ?? NOBODY;
    const sessions = await this.sessions.list(user);
    const place = (kind: string, id: string) => ({
      kind: `sign-in-${kind}`,
      about: `${account}\0${id}`,
      limit: OF_ONE_PLACE,
    });
    const { caller } = stateOf(request);
    if (known && caller.id === user.id) return [place('session', caller.session?.id ?? '')];
    const device = this.devices.idOf(request, user.id);
    if (known && device !== undefined) return [place('device', device)];
    const network = networkOf(request.ip);
    const ofNetwork = place('network', network);
    if (sessions.some(({ ipAddress }) => networkOf(ipAddress) === network)) return [ofNetwork];
    return [ofNetwork, { kind: 'sign-in', about: account, limit: OF_ACCOUNT }];
  }
}
