import { Inject, Injectable } from '@nestjs/common';
import { HourlyUses } from '../../../app/work/hourly-uses.ts';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { VaultCells } from '../../../app/vault-cells.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { counted, type HourOfUse, type LicenseKeyUse } from './license-key-use.rules.ts';

/** Wake-ups for keys whose hour of uses is over. */
export const LICENSE_KEY_USE_WORK = 'license-key-uses';

/** How often license keys are validated, and what validations have used: counted exactly, and recorded by the hour. */
@Injectable()
export class LicenseKeyUses extends HourlyUses<HourOfUse, LicenseKeyUse> {
  constructor(cells: VaultCells, @Inject(CLOCK) clock: Clock, @Inject(JOBS) jobs: JobQueue) {
    super(LICENSE_KEY_USE_WORK, 'license-key-use', { cells, clock, jobs });
  }

  /** Counts one validation. @param most how much may be used @returns undefined, and counts nothing, if it would pass that */
  async count(id: string, increment: number, most: number | null): Promise<LicenseKeyUse | undefined> {
    const { clock } = this.ports;
    const times = { now: clock.now(), machineNow: clock.machineNow() };
    const use = await this.change(id, (stored) => counted(stored, increment, most, times));
    if (use) await this.wakeFor(id, use, use.open?.validations === 1);
    return use;
  }
}
