import { addSeconds, type Clock } from '../ports/clock.ts';
import type { Codec } from '../writing/codec.ts';
import type { Command } from '../writing/command.ts';
import { ServiceUnavailable, UnreadableEvent } from '../errors.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import type { Recorded } from '../writing/events.ts';
import type { Log } from '../ports/log.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import type { AnyProcess } from './process.ts';
import {
  isDue,
  isFurther,
  progressEntry,
  startOf,
  waitingEvent,
  type Progress,
  type WaitingEvent,
} from './progress.ts';
import { sendSteps } from './send-steps.ts';
import { readVault, type Vault, type VaultEntry } from '../ports/vault.ts';
import { pause, READ_AGAIN_WITHIN_MS, retryAfter, PositionWaiter } from '../coordination/waiting.ts';

const PARKED_AFTER = 8;
const POLLED_EVERY_MS = 500;
const RETRIED_EVERY_MS = 100;
/** After a crash, steps since the last saved checkpoint run again and change nothing. */
const SAVED_EVERY_MS = 250;

export interface ProcessPorts {
  store: EventStore;
  codec: Codec;
  vault: Vault;
  clock: Clock;
  log: Log;
  dispatch: (command: Command) => Promise<unknown>;
  /** Other processes read its checkpoint in the Vault, so it is also saved after events that it does not handle. */
  watched?: boolean;
}

/** Runs one process manager over the log, in order, from its checkpoint in the Vault (docs/PROCESSES.md#process-managers). */
export class ProcessRunner {
  private readonly stopping = new AbortController();
  private readonly waiters = new PositionWaiter();
  private readonly mutex = new KeyedMutex();
  private progress: Progress = { position: undefined, eventId: undefined, waiting: {} };
  private running: Promise<unknown> = Promise.resolve();
  private saved: Position | undefined;
  /** Whether the checkpoint in the Vault is worth updating. */
  private moved = false;
  private halted: string | undefined;
  /** Why it waits at an event that it cannot read. */
  private blockedBy: string | undefined;
  /** Its checkpoint as last read from or written to the Vault. */
  private stored: VaultEntry | undefined;

  constructor(
    readonly process: AnyProcess,
    private readonly ports: ProcessPorts,
  ) {}

  async start(): Promise<void> {
    await this.load();
    this.running = this.halted === undefined ? this.run() : this.awaitOperator();
  }

  /** Why it has stopped, if it has. */
  get stopped(): string | undefined {
    return this.halted ?? this.blockedBy;
  }

  get position(): Position | undefined {
    return this.waiters.position;
  }

  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /** Events whose steps wait for a retry: first the one that failed, then later ones of the same key. */
  get waiting(): { process: string; key: string; events: readonly WaitingEvent[] }[] {
    return Object.entries(this.progress.waiting).map(([key, events]) => ({ process: this.process.name, key, events }));
  }

  /** Retries the waiting steps of a key now. @returns false if none wait, or the process is stopped */
  async retryNow(key: string): Promise<boolean> {
    const first = this.progress.waiting[key]?.[0];
    if (!first || this.halted !== undefined) return false;
    first.nextAt = this.ports.clock.machineNow();
    await this.mutex.withLock('', () => this.work(key));
    return true;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    if (this.progress.position !== this.saved) await this.save();
  }

  private get checkpointKey(): string {
    return progressEntry(this.process.name);
  }

  private async load(): Promise<void> {
    const { store, vault, log } = this.ports;
    const { stored, progress, moved, stopped } = await startOf(this.process, store, vault);
    this.stored = stored && { ...stored, value: moved ? JSON.stringify(progress) : stored.value };
    this.progress = progress;
    this.halted = stopped;
    this.saved = moved ? undefined : progress.position;
    if (moved) log.info('Process continues in a copy of its log', { process: this.process.name });
  }

  private async run(): Promise<void> {
    this.waiters.advance(this.progress.position);
    this.moved ||= this.ports.watched === true;
    await Promise.all([this.follow(), this.retry(), this.saveProgress()]);
  }

  /** Waits until an operator moves its checkpoint into this log, from this or another process: so it polls the Vault. */
  private async awaitOperator(): Promise<void> {
    const { vault, log } = this.ports;
    const { signal } = this.stopping;
    while (this.halted !== undefined && !signal.aborted) {
      await pause(POLLED_EVERY_MS, signal);
      try {
        if ((await readVault(vault, this.checkpointKey)) !== this.stored?.value) await this.load();
      } catch (error) {
        log.error('Stopped process failed to read its checkpoint: retrying', { process: this.process.name, error });
      }
    }
    if (signal.aborted) return;
    log.info('Process resumed by an operator', { process: this.process.name });
    await this.run();
  }

  private async follow(): Promise<void> {
    const { store, log } = this.ports;
    const { signal } = this.stopping;
    for (let attempt = 1; !signal.aborted;) {
      try {
        for await (const batch of store.subscribe(this.progress.position, signal)) {
          for (const stored of batch) {
            if (signal.aborted) return;
            await this.mutex.withLock('', () => this.handle(stored));
            this.blockedBy = undefined;
          }
          this.waiters.advance(batch.at(-1)!.position);
          attempt = 1;
        }
      } catch (error) {
        const isNew = this.blockedBy === undefined || !(error instanceof UnreadableEvent);
        this.blockedBy = error instanceof UnreadableEvent ? error.message : undefined;
        if (isNew) log.error('Process failed to read the log: retrying', { process: this.process.name, error });
        await pause(Math.min(retryAfter(error, attempt++), READ_AGAIN_WITHIN_MS), signal);
      }
    }
  }

  private async handle(stored: StoredEvent): Promise<void> {
    if (this.process.handles.includes(stored.type)) {
      const [event] = await this.ports.codec.open([stored]);
      if (event) await this.react(event, stored);
    }
    this.progress.position = stored.position;
    this.progress.eventId = stored.id;
    this.moved ||= this.ports.watched === true;
  }

  private async react(event: Recorded, stored: StoredEvent): Promise<void> {
    const steps = this.process.react(event);
    if (steps.length === 0) return;
    const key = this.process.key?.(event) ?? stored.stream;
    const queue = this.progress.waiting[key];
    if (queue) queue.push(waitingEvent(stored));
    else
      await sendSteps(this.process.name, event, steps, this.ports).catch((error: unknown) =>
        this.defer(key, stored, error),
      );
    this.moved = true;
  }

  private defer(key: string, stored: StoredEvent, error: unknown): void {
    this.progress.waiting[key] = [this.failed(waitingEvent(stored), error)];
  }

  private failed(waiting: WaitingEvent, error: unknown): WaitingEvent {
    // Waiting for an unavailable server is not a failed attempt, however long it takes.
    const isUnavailable = error instanceof ServiceUnavailable;
    const attempts = waiting.attempts + (isUnavailable ? 0 : 1);
    const parked = attempts >= PARKED_AFTER;
    this.ports.log.error(parked ? 'Process step failed: parked' : 'Process step failed: retrying', {
      process: this.process.name,
      stream: waiting.stream,
      revision: waiting.revision,
      attempts,
      error,
    });
    const nextAt = parked ? null : addSeconds(this.ports.clock.machineNow(), retryAfter(error, attempts) / 1000);
    return { ...waiting, attempts, nextAt, error: error instanceof Error ? error.message : String(error) };
  }

  /** Retries the waiting events that are due, in order per key, until one fails. */
  private async retry(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const now = this.ports.clock.machineNow();
      const due = Object.entries(this.progress.waiting).filter(([, [first]]) => isDue(first, now));
      for (const [key] of due)
        await this.mutex
          .withLock('', () => this.work(key))
          .catch((error: unknown) =>
            this.ports.log.error('Retrying process steps failed', { process: this.process.name, error }),
          );
      await pause(RETRIED_EVERY_MS, this.stopping.signal);
    }
  }

  /** Saves position and waiting steps together at intervals, so that a crash resumes from a consistent state. */
  private async saveProgress(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await pause(SAVED_EVERY_MS, this.stopping.signal);
      if (!this.moved) continue;
      await this.mutex
        .withLock('', () => this.save())
        .catch((error: unknown) =>
          this.ports.log.error('Saving a checkpoint failed', { process: this.process.name, error }),
        );
    }
  }

  private async work(key: string): Promise<void> {
    const queue = this.progress.waiting[key] ?? [];
    while (queue.length > 0 && !this.stopping.signal.aborted) {
      const first = queue[0]!;
      try {
        const [stored] = await this.ports.store.read(first.stream, first.revision);
        const [event] = await this.ports.codec.open([stored!]);
        if (event) await sendSteps(this.process.name, event, this.process.react(event), this.ports);
      } catch (error) {
        queue[0] = this.failed(first, error);
        break;
      }
      queue.shift();
    }
    if (queue.length === 0) delete this.progress.waiting[key];
    await this.save();
  }

  /** Does nothing if another process is further ahead: a frozen former leader must not move the checkpoint back. */
  private async save(): Promise<void> {
    const { position } = this.progress;
    // Before the first event there is nothing to save.
    if (position === undefined) return;
    if (isFurther(this.stored, position)) return;
    const value = JSON.stringify(this.progress);
    const condition = this.stored ? { ifVersion: this.stored.version } : { ifAbsent: true };
    const version = await this.ports.vault.put(this.checkpointKey, value, condition);
    if (version === undefined) {
      this.stored = (await this.ports.vault.getMany([this.checkpointKey])).get(this.checkpointKey);
      return this.save();
    }
    this.stored = { value, version };
    this.saved = position;
    this.moved = false;
  }
}
