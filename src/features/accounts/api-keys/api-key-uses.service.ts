import { Inject, Injectable } from '@nestjs/common';
import { HourlyUses } from '../../../app/work/hourly-uses.ts';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { VaultCells } from '../../../app/vault-cells.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { spend, type HourOfUse, type KeyUse, type UseOutcome, type UseLimits } from './api-key-use.rules.ts';

/** Wake-ups for keys whose hour of uses is over. */
export const API_KEY_USE_WORK = 'api-key-uses';

/** Keys' uses: counted exactly, and recorded by the hour. */
@Injectable()
export class ApiKeyUses extends HourlyUses<HourOfUse, KeyUse> {
  constructor(cells: VaultCells, @Inject(CLOCK) clock: Clock, @Inject(JOBS) jobs: JobQueue) {
    super(API_KEY_USE_WORK, 'api-key-use', { cells, clock, jobs });
  }

  /** One use, if the limits allow it. */
  async spend(keyId: string, limits: UseLimits): Promise<UseOutcome> {
    const now = this.ports.clock.machineNow();
    let spent: UseOutcome;
    await this.change(keyId, (stored) => {
      spent = spend(limits, stored, now);
      return spent.outcome === 'used' ? spent.use : undefined;
    });
    if (spent!.outcome === 'used') await this.wakeFor(keyId, spent!.use, spent!.use.open?.uses === 1);
    return spent!;
  }
}
