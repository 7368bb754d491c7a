import { reasonOf } from '../../../app/health/health-checks.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { following } from '../../../kernel/coordination/following.ts';
import type { EventStore, Position, StoredEvent } from '../../../kernel/ports/event-store.ts';
import type { Executor } from '../../../kernel/writing/execute.ts';
import { seedOf } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { placeIn, progressEntry, type Place } from '../../../kernel/reacting/progress.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { backoff, pause, PositionWaiter } from '../../../kernel/coordination/waiting.ts';
import { SealLog } from './seal.commands.ts';
import { sealDecider } from './seal.decider.ts';
import { sealStream, type HourSeal } from './seal.events.ts';
import { due, sealed, taken, UNSEALED, type Sealing } from './sealing.rules.ts';

/** The Vault entry with how far the log is chained. */
export const PROGRESS = progressEntry('seals');

/** How often it looks for an hour to seal, and saves how far it is, which operators see. */
const LOOK_EVERY_MS = 1_000;

export interface SealingProgress extends Place {
  sealing: Sealing;
}

export interface SealerPorts {
  store: EventStore;
  executor: Executor;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** The audit key. */
  key: Buffer;
}

/**
 * Reads the whole log as it is stored, chains it, and appends a seal for each hour of machine time that had events
 * (docs/EVENTS_AND_STREAMS.md#log-seals). Two sealers at once do no harm: they cut the log at the same places, and each seal of a stream
 * covers more events than the one before.
 */
export class Sealer {
  private readonly stopping = new AbortController();
  private readonly mutex = new KeyedMutex();
  private readonly waiters = new PositionWaiter();
  private sealing = UNSEALED;
  /** The last event taken. */
  private place: Place = { position: undefined, eventId: undefined };
  private savedCount = 0;
  /** Where the log ended at the start: until then it may contain seals that have not been read. */
  private end: Position | undefined;
  /** Why the last attempt to seal or to read the log failed. */
  private readonly failures: { sealing?: string; reading?: string } = {};
  private started: Promise<void> = Promise.resolve();
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: SealerPorts) {}

  start(): Promise<void> {
    return (this.started = this.begin());
  }

  /** May be called while it is still starting. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.started.catch(() => undefined);
    await this.running;
    await this.saveIfMoved();
  }

  /** True once everything up to a position is chained. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /** Why the log is not being sealed; undefined where it is. */
  async problem(): Promise<string | undefined> {
    const { sealing, reading } = this.failures;
    if (sealing !== undefined) return `the log cannot be sealed: ${sealing}`;
    if (reading === undefined || (await this.ports.store.end()) === this.place.position) return undefined;
    return `the log cannot be read to be sealed: ${reading}`;
  }

  /** Seals the hours that have ended. */
  async seal(): Promise<void> {
    await this.mutex.withLock('', async () => {
      if (this.end !== undefined && (this.place.position ?? '') < this.end) return;
      for (const cut of due(this.sealing, this.ports.clock.machineNow())) await this.append(cut);
    });
  }

  private async begin(): Promise<void> {
    await this.restore();
    this.end = await this.ports.store.end();
    this.waiters.advance(this.place.position);
    this.running = Promise.all([this.follow(), this.watch()]);
  }

  private async append(cut: HourSeal): Promise<void> {
    const { executor, clock } = this.ports;
    const seed = seedOf(msOf(cut.hour), `seal ${cut.count}`);
    const context = startContext({ kind: 'system', id: 'seals' }, clock, seed);
    // Seals are in machine time, wherever the sandbox has moved business time.
    const command = new SealLog(cut, { ...context, now: context.machineNow });
    await executor.execute(sealDecider, sealStream(cut.hour), command);
    this.sealing = sealed(this.sealing, cut.count);
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    for (let attempt = 1; !signal.aborted;) {
      try {
        await this.seal();
        await this.saveIfMoved();
        attempt = 1;
        this.failures.sealing = undefined;
        await pause(LOOK_EVERY_MS, signal);
      } catch (error) {
        this.failures.sealing = reasonOf(error);
        this.ports.log.error('The log could not be sealed; retrying', { error });
        await pause(backoff(attempt++), signal);
      }
    }
  }

  private async follow(): Promise<void> {
    const { store, log } = this.ports;
    const { signal } = this.stopping;
    for (let attempt = 1; !signal.aborted;) {
      try {
        for await (const batch of following(store, this.place.position, signal)) {
          await this.mutex.withLock('', () => this.take(batch));
          attempt = 1;
          this.failures.reading = undefined;
        }
      } catch (error) {
        this.failures.reading = reasonOf(error);
        log.error('The log could not be read for sealing; retrying', { error });
        await pause(backoff(attempt++), signal);
      }
    }
  }

  private async take(batch: readonly StoredEvent[]): Promise<void> {
    const { last } = this.sealing;
    for (const event of batch) {
      this.sealing = taken(this.sealing, event, this.ports.key);
      this.place = { position: event.position, eventId: event.id };
      if (event.type === 'LogSealed') this.log(event);
    }
    if (this.sealing.last !== last) await this.save();
    this.waiters.advance(this.place.position);
  }

  /** Leaves a copy where log lines are collected: a seal that is only in the log disappears when the end of the log is cut off. */
  private log({ data }: StoredEvent): void {
    const { hour, count, seal } = data as unknown as HourSeal;
    this.ports.log.info('The log is sealed', { hour, count, seal });
  }

  private async restore(): Promise<void> {
    const stored = await readVault(this.ports.vault, PROGRESS);
    if (stored === undefined) return;
    const { sealing, ...kept } = JSON.parse(stored) as SealingProgress;
    // In a copy of the log the event has another position, and its chain is the same.
    const place = await placeIn(this.ports.store, kept);
    if (place) {
      this.sealing = sealing;
      this.place = place;
      this.savedCount = sealing.chain.count;
      return;
    }
    const { count, seal } = sealing.last ?? sealing.chain;
    this.ports.log.error('The log is not the one that was sealed, or its end is missing; run: tillbook audit verify', {
      count,
      seal,
    });
  }

  private async saveIfMoved(): Promise<void> {
    await this.mutex.withLock('', async () => {
      if (this.sealing.chain.count !== this.savedCount) await this.save();
    });
  }

  private async save(): Promise<void> {
    const progress: SealingProgress = { ...this.place, sealing: this.sealing };
    await this.ports.vault.put(PROGRESS, JSON.stringify(progress));
    this.savedCount = this.sealing.chain.count;
  }
}
