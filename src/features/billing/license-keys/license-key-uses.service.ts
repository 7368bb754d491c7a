import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { VaultCells } from '../../../app/vault-cells.ts';
import { jobOf } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { closeHour, counted, endOf, type HourOfUse, type LicenseKeyUse } from './license-key-use.rules.ts';

/** Wake-ups for keys whose hour of uses is over. */
export const LICENSE_KEY_USE_WORK = 'license-key-uses';

/** How often license keys are validated, and what validations have used: counted exactly, and recorded by the hour. */
@Injectable()
export class LicenseKeyUses {
  constructor(
    private readonly cells: VaultCells,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async of(ids: readonly string[]): Promise<Map<string, LicenseKeyUse>> {
    const found = await this.cells.getMany<LicenseKeyUse>(ids.map(entryOf));
    return new Map(ids.flatMap((id) => (found.has(entryOf(id)) ? [[id, found.get(entryOf(id))!]] : [])));
  }

  /** Counts one validation. @param most how much may be used @returns undefined, and counts nothing, if it would pass that */
  async count(id: string, increment: number, most: number | null): Promise<LicenseKeyUse | undefined> {
    const times = { now: this.clock.now(), machineNow: this.clock.machineNow() };
    const use = await this.cells.change<LicenseKeyUse>(entryOf(id), (stored) =>
      counted(stored, increment, most, times),
    );
    if (use) await this.wakeFor(id, use);
    return use;
  }

  /** Closes the hour if it is over; answers the hours to be recorded. */
  async close(id: string): Promise<readonly HourOfUse[]> {
    const machineNow = this.clock.machineNow();
    const use = await this.cells.change<LicenseKeyUse>(
      entryOf(id),
      (stored) => stored && closeHour(stored, machineNow),
    );
    if (use) await this.wakeFor(id, { ...use, closed: [] });
    return use?.closed ?? [];
  }

  /** Removes hours that were recorded. */
  async recorded(id: string, hours: readonly HourOfUse[]): Promise<void> {
    const isRecorded = ({ hour }: HourOfUse) => hours.some((one) => one.hour === hour);
    await this.cells.change<LicenseKeyUse>(
      entryOf(id),
      (stored) => stored && { ...stored, closed: stored.closed.filter((one) => !isRecorded(one)) },
    );
  }

  private async wakeFor(id: string, { open, closed }: LicenseKeyUse): Promise<void> {
    const job = jobOf(LICENSE_KEY_USE_WORK, id);
    if (closed.length > 0) await this.jobs.wake(job);
    // Once an hour: every later validation finds it scheduled.
    else if (open?.validations === 1) await this.jobs.wake(job, endOf(open));
  }
}

function entryOf(id: string): string {
  return `license-key-use/${id}`;
}
