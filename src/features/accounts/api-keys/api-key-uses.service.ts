import { Inject, Injectable } from '@nestjs/common';
import { jobOf } from '../../../app/workers.ts';
import { CLOCK, JOBS, VAULT } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { ConcurrencyConflict } from '../../../kernel/errors.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
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

const ATTEMPTS = 50;

/** How keys were used, in one entry of the Vault each: read, decided, and put only if nobody was first. */
@Injectable()
export class ApiKeyUses {
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async of(keyIds: readonly string[]): Promise<Map<string, KeyUse>> {
    const entries = await this.vault.getMany(keyIds.map(entryOf));
    return new Map(
      keyIds.flatMap((keyId) => {
        const entry = entries.get(entryOf(keyId));
        return entry ? [[keyId, JSON.parse(entry.value) as KeyUse] as const] : [];
      }),
    );
  }

  /** One use, if the limits allow it. */
  async spend(keyId: string, limits: UseLimits): Promise<UseOutcome> {
    const now = this.clock.machineNow();
    let spent: UseOutcome;
    await this.change(keyId, (kept) => {
      spent = spend(limits, kept, now);
      return spent.outcome === 'used' ? spent.use : undefined;
    });
    if (spent!.outcome === 'used') await this.wakeFor(keyId, spent!.use);
    return spent!;
  }

  /** Closes the hour if it is over, or `last`; answers what is to be written down. */
  async close(keyId: string, last: boolean): Promise<readonly HourOfUse[]> {
    const now = this.clock.machineNow();
    const use = await this.change(keyId, (kept) => kept && closeHour(kept, now, last));
    if (use) await this.wakeFor(keyId, { ...use, closed: [] });
    return use?.closed ?? [];
  }

  /** Those hours are written down; `last`: nothing more is to be kept. */
  async written(keyId: string, hours: readonly HourOfUse[], last: boolean): Promise<void> {
    if (last) return this.vault.delete(entryOf(keyId));
    const isWritten = ({ hour }: HourOfUse) => hours.some((one) => one.hour === hour);
    await this.change(keyId, (kept) => kept && { ...kept, closed: kept.closed.filter((one) => !isWritten(one)) });
  }

  /** @returns what is kept now; undefined where nothing was to be */
  private change(keyId: string, next: (kept: KeyUse | undefined) => KeyUse | undefined): Promise<KeyUse | undefined> {
    const entry = entryOf(keyId);
    return this.mutex.run(keyId, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const found = (await this.vault.getMany([entry])).get(entry);
        const before = found && (JSON.parse(found.value) as KeyUse);
        const after = next(before);
        if (!after || after === before) return after;
        const condition = found ? { ifVersion: found.version } : { ifAbsent: true };
        if ((await this.vault.put(entry, JSON.stringify(after), condition)) !== undefined) return after;
      }
      throw new ConcurrencyConflict(entry);
    });
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
