import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config.ts';
import { msOf, type Clock } from '../../kernel/ports/clock.ts';
import { Keys } from '../../kernel/secrets/keys.ts';
import { CLOCK, CONFIG } from '../tokens.ts';
import { tooManyRequests } from './errors.ts';
import { RequestCounts } from './request-counts.ts';

/** One try a minute once ten were made without a minute's pause. */
const TRIES = { max: 10, window: 60 };
/** One mail in five minutes once five were sent without such a pause. */
const MAILS = { max: 5, window: 300 };

/** What is limited per account or per mail address. Each kind counts for itself, so that none can use up another's. */
const LIMITS = {
  /** Sign-ins by password, per e-mail and password. */
  'sign-in': TRIES,
  /** The current password, asked of somebody who is signed in; per user. */
  'current-password': TRIES,
  'reset-password': MAILS,
  'verify-email': MAILS,
  'change-email': MAILS,
  'delete-account': MAILS,
  /** Per organization and e-mail, so that no organization can use up another's; and per user and e-mail, however many organizations they have. */
  invitation: MAILS,
};
export type AccountLimit = keyof typeof LIMITS;

/**
 * Limits per account and per mail address, beside those per client address: somebody with many addresses is slowed down as well. Counted the
 * same whether anybody has the account, and by digests, so that neither the answers nor Redis say who has one.
 */
@Injectable()
export class AccountLimits {
  constructor(
    private readonly counts: RequestCounts,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Counts one use.
   * @param about e-mail in lower case, user id, or an organization or user and an e-mail
   * @throws WireError 429
   */
  async demand(limit: AccountLimit, about: string): Promise<void> {
    const waitMs = await this.waitOf(limit, about);
    if (waitMs > 0) throw tooManyRequests(waitMs);
  }

  /** Counts one use; milliseconds to wait, 0 where it is admitted, as everything is where AUTH_RATE_LIMIT is off. */
  async waitOf(limit: AccountLimit, about: string): Promise<number> {
    if (!this.config.auth.rateLimit) return 0;
    const key = `${limit}|${this.keys.digest('account-limit', about)}`;
    return this.counts.admit(key, LIMITS[limit], msOf(this.clock.machineNow()));
  }
}
