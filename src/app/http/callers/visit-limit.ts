import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../config.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { CLOCK, CONFIG } from '../../tokens.ts';
import { refuseTooMany } from '../errors.ts';
import { RequestCounts } from '../sharing/request-counts.ts';
import { LIMITS, type Rate } from '../../../limits.ts';

/** Limits what strangers can have written per client address, where nothing but a shared link is needed. */
@Injectable()
export class VisitLimit {
  constructor(
    private readonly counts: RequestCounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts one visit, or another kind of request. @throws WireError 429 with Retry-After */
  async demand(address: string, kind = 'visit', limit: Rate = LIMITS.address.visits): Promise<void> {
    if (!this.config.auth.rateLimit) return;
    refuseTooMany(await this.counts.admitFrom(address, kind, limit, msOf(this.clock.machineNow())), limit);
  }
}
