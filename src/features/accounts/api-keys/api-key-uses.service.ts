import { Inject, Injectable } from '@nestjs/common';
import { jobOf } from '../../../app/workers.ts';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { VaultCells } from '../../../app/vault-cells.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import {
  closeHour,
  endOf,
  spend,
  type HourOfUse,
  type KeyUse,
  type UseOutcome,
  type UseLimits,
} from './api-key-use.rules.ts';

/** Wake-ups for keys whose hour of uses is over. */
export const API_KEY_USE_WORK = 'api-key-uses';

/** Keys' uses, in one entry of the Vault each: read, decided, and put by compare-and-set. */
@Injectable()
export class ApiKeyUses {
  constructor(
    private readonly cells: VaultCells,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async of(keyIds: readonly string[]): Promise<Map<string, KeyUse>> {
    const found = await this.cells.getMany<KeyUse>(keyIds.map(entryOf));
    return new Map(keyIds.flatMap((keyId) => (found.has(entryOf(keyId)) ? [[keyId, found.get(entryOf(keyId))!]] : [])));
  }

  /** One use, if the limits allow it. */
  async spend(keyId: string, limits: UseLimits): Promise<UseOutcome> {
    const now = this.clock.machineNow();
    let spent: UseOutcome;
    await this.change(keyId, (stored) => {
      spent = spend(limits, stored, now);
      return spent.outcome === 'used' ? spent.use : undefined;
    });
    if (spent!.outcome === 'used') await this.wakeFor(keyId, spent!.use);
    return spent!;
  }

  /** Closes the hour if it is over, or `last`; answers the hours to be recorded. */
  async close(keyId: string, last: boolean): Promise<readonly HourOfUse[]> {
    const now = this.clock.machineNow();
    const use = await this.change(keyId, (stored) => stored && closeHour(stored, now, last));
    if (use) await this.wakeFor(keyId, { ...use, closed: [] });
    return use?.closed ?? [];
  }

  /** Removes hours that were recorded; `last`: removes the entry. */
  async recorded(keyId: string, hours: readonly HourOfUse[], last: boolean): Promise<void> {
    if (last) return this.cells.delete(entryOf(keyId));
    const isRecorded = ({ hour }: HourOfUse) => hours.some((one) => one.hour === hour);
    await this.change(
      keyId,
      (stored) => stored && { ...stored, closed: stored.closed.filter((one) => !isRecorded(one)) },
    );
  }

  private change(keyId: string, next: (stored: KeyUse | undefined) => KeyUse | undefined): Promise<KeyUse | undefined> {
    return this.cells.change(entryOf(keyId), next);
  }

  private async wakeFor(keyId: string, { open, closed }: KeyUse): Promise<void> {
    const job = jobOf(API_KEY_USE_WORK, keyId);
    if (closed.length > 0) await this.jobs.wake(job);
    else if (open) await this.jobs.wake(job, endOf(open));
  }
}

function entryOf(keyId: string): string {
  return `api-key-use/${keyId}`;
}
