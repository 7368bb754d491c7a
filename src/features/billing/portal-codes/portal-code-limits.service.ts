import { Inject, Injectable } from '@nestjs/common';
import { AccountLimits, type AccountLimit } from '../../../app/http/callers/account-limits.ts';
import { refuseTooMany, tooManyCalls } from '../../../app/http/errors.ts';
import { RequestCounts } from '../../../app/http/sharing/request-counts.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { CodeHolder } from './portal-codes.service.ts';

/** Per client address, both routes together: six without a pause of a minute, twelve without one of a quarter of an hour. */
const OF_ADDRESS = [
  { max: 6, window: 60 },
  { max: 12, window: 900 },
];

/** Limits codes per client address, and per organization and e-mail, whether or not a customer has it. */
@Injectable()
export class PortalCodeLimits {
  constructor(
    private readonly counts: RequestCounts,
    private readonly accounts: AccountLimits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts one use. @throws WireError 429 with Retry-After */
  async demand(limit: AccountLimit, address: string, { organizationId, email }: CodeHolder): Promise<void> {
    if (!this.config.auth.rateLimit) return;
    for (const rule of OF_ADDRESS)
      refuseTooMany(await this.counts.admitFrom(address, 'portal-code', rule, msOf(this.clock.machineNow())), rule);
    await this.accounts.demand(limit, `${organizationId}|${email}`, tooManyCalls);
  }
}
