import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../config.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { LIMITS, type Rate } from '../../../limits.ts';
import { CLOCK, CONFIG } from '../../tokens.ts';
import { tooManyRequests } from '../errors.ts';
import { RequestCounts } from '../sharing/request-counts.ts';

const { tries: TRIES, mails: MAILS } = LIMITS.account;

/** Limits per account or e-mail. Each kind is counted separately, so that one cannot exhaust another. */
const KINDS = {
  'reset-password': MAILS,
  'verify-email': MAILS,
  'change-email': MAILS,
  'delete-account': MAILS,
  /** Per organization and e-mail, so that no organization can exhaust another's limit; and per user and e-mail, across all their organizations. */
  invitation: MAILS,
  /** Per organization and e-mail: codes that a customer gets by mail, and those that are tried. */
  'portal-code': MAILS,
  'portal-code-try': TRIES,
  /** Codes that a customer asks for to change their address, and those that are tried; per customer. */
  'portal-email': MAILS,
  'portal-email-try': TRIES,
  /** Cards that a customer adds to their portal, whether or not they are declined; per customer. */
  'payment-method': TRIES,
  /** License keys that a customer has replaced; per customer. */
  'license-key-rotation': TRIES,
  /** Mails that a seller sends again; per customer. */
  'resent-mail': MAILS,
};
export type AccountLimit = keyof typeof KINDS;
type TooMany = (waitMs: number, exceeded: Rate) => Error;

/**
 * Limits per account and e-mail, in addition to those per client address, so that a client with many addresses is slowed down too. Counts
 * do not depend on whether the account exists, and keys are digests, so that neither responses nor Redis reveal who has an account.
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
   * @param tooMany in the form of the route's contract
   * @throws WireError 429
   */
  async demand(limit: AccountLimit, about: string, tooMany: TooMany = tooManyRequests): Promise<void> {
    const waitMs = await this.waitOf(limit, about);
    if (waitMs > 0) throw tooMany(waitMs, KINDS[limit]);
  }

  /** Counts one use. @returns milliseconds to wait; 0 if admitted, as every use is while AUTH_RATE_LIMIT is off */
  async waitOf(limit: AccountLimit, about: string): Promise<number> {
    if (!this.config.auth.rateLimit) return 0;
    const key = `${limit}|${this.keys.digest('account-limit', about)}`;
    return this.counts.admit(key, KINDS[limit], msOf(this.clock.machineNow()));
  }
}
