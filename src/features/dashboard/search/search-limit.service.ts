import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { WireError } from '../../../app/http/errors.ts';
import { RequestCounts } from '../../../app/http/sharing/request-counts.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';

/** Thirty searches without a pause of two seconds, which is more than fast typing needs. */
const TYPING = { max: 30, window: 2 };

/** Limits searches per caller to the speed of typing, because they cost more than other reads. */
@Injectable()
export class SearchLimit {
  constructor(
    private readonly counts: RequestCounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws WireError 429 */
  async demand({ kind, id }: Caller): Promise<void> {
    const waitMs = await this.counts.admit(`search|${kind}|${id}`, TYPING, msOf(this.clock.machineNow()));
    if (waitMs === 0) return;
    const detail = 'Too many searches; wait a moment';
    const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
    throw new WireError('TooManyRequests', 429, { error: 'TooManyRequests', detail }, headers);
  }
}
