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

/** Keys' uses, in one entry of the Vault each: read, decided, and put by compare-and-set. */
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
    if (last) return this.vault.delete(entryOf(keyId));
    const isRecorded = ({ hour }: HourOfUse) => hours.some((one) => one.hour === hour);
    await this.change(
      keyId,
      (stored) => stored && { ...stored, closed: stored.closed.filter((one) => !isRecorded(one)) },
    );
  }

  /** @returns what is stored now; undefined if `next` stores nothing */
  private change(keyId: string, next: (stored: KeyUse | undefined) => KeyUse | undefined): Promise<KeyUse | undefined> {
    const entry = entryOf(keyId);
    return this.mutex.withLock(keyId, async () => {
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
