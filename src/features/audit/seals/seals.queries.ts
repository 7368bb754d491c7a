import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { EventStore, StoredEvent } from '../../../kernel/ports/event-store.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { PROGRESS, type SealingProgress } from './sealer.ts';
import { sealStream, type HourSeal } from './seal.events.ts';

/** A seal in the log, and when it was appended, by machine time. */
export interface LoggedSeal extends HourSeal {
  at: Instant;
}

/** The newest seals, read from their streams, which are one per month. */
@Injectable()
export class SealQueries {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. A log without events for two months shows none. */
  async last(count: number): Promise<LoggedSeal[]> {
    const now = this.clock.machineNow();
    const found = await this.lastOf(now, count);
    if (found.length < count) found.push(...(await this.lastOf(monthBefore(now), count - found.length)));
    return found;
  }

  /** How many events follow the last seal, as of the last second. */
  async unsealed(): Promise<number> {
    const stored = await readVault(this.vault, PROGRESS);
    if (stored === undefined) return 0;
    const { chain, last } = (JSON.parse(stored) as SealingProgress).sealing;
    // The seal itself is not counted.
    return last ? chain.count - last.count - 1 : chain.count;
  }

  private async lastOf(month: Instant, count: number): Promise<LoggedSeal[]> {
    const stream = sealStream(month);
    const newest = await this.store.last(stream);
    if (!newest) return [];
    const events = await this.store.read(stream, Math.max(0, newest.revision - count + 1), count);
    return events.map(loggedSeal).reverse();
  }
}

function loggedSeal({ data, metadata }: StoredEvent): LoggedSeal {
  const { hour, count, seal } = data as unknown as HourSeal;
  return { hour, count, seal, at: metadata.recordedAt };
}

function monthBefore(instant: Instant): Instant {
  const date = new Date(`${instant.slice(0, 7)}-01T00:00:00.000Z`);
  date.setUTCDate(0);
  return date.toISOString();
}
