import { addSeconds, type Clock, type Instant } from '../ports/clock.ts';
import type { Codec } from '../writing/codec.ts';
import { startContext, type Command, type Context } from '../writing/command.ts';
import { isRefusal, ServiceUnavailable, UnreadableEvent } from '../errors.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import type { Recorded } from '../writing/events.ts';
import type { Log } from '../ports/log.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import type { AnyProcess, Step } from './process.ts';
import { progressEntry, startOf, type Progress, type WaitingEvent } from './progress.ts';
import { readVault, type Vault, type VaultEntry } from '../ports/vault.ts';
import { pause, READ_AGAIN_WITHIN_MS, retryAfter, PositionWaiter } from '../coordination/waiting.ts';

const PARKED_AFTER = 8;
const RESUMED_WITHIN_MS = 500;
const RETRIED_EVERY_MS = 100;
/** A checkpoint that is behind only repeats what is done already. */
const KEPT_EVERY_MS = 250;

export interface ProcessPorts {
  store: EventStore;
  codec: Codec;
  vault: Vault;
  clock: Clock;
  log: Log;
  dispatch: (command: Command) => Promise<unknown>;
  /** Other processes look in the Vault how far it is, also past events that are nothing to it. */
  watched?: boolean;
}

export function contextOf(process: string, event: Recorded, clock: Clock): Context {
  const { correlationId, organizationId } = event.metadata;
  return { ...startContext({ kind: 'system', id: process }, clock, event.id), correlationId, organizationId };
}

/** Runs one process manager over the log, in order, from its checkpoint in the Vault (docs/PROCESSES.md#process-managers). */
export class ProcessRunner {
  private readonly stopping = new AbortController();
  private readonly waiters = new PositionWaiter();
  private readonly turn = new KeyedMutex();
  private progress: Progress = { position: undefined, eventId: undefined, waiting: {} };
  private running: Promise<unknown> = Promise.resolve();
  private saved: Position | undefined;
  /** Whether the checkpoint in the Vault is behind what is worth keeping. */
  private moved = false;
  private halted: string | undefined;
  /** The event that it cannot read, and so waits at. */
  private blockedBy: string | undefined;
  /** Its checkpoint as the Vault had it at the last look, or as it was put there. */
  private stored: VaultEntry | undefined;

  constructor(
    readonly process: AnyProcess,
    private readonly ports: ProcessPorts,
  ) {}

  async start(): Promise<void> {
    await this.find();
    this.running = this.halted === undefined ? this.run() : this.awaitOperator();
  }

  /** Why it does not go on, if so. */
  get stopped(): string | undefined {
    return this.halted ?? this.blockedBy;
  }

  get position(): Position | undefined {
    return this.waiters.position;
  }

  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /** Events whose steps wait for another try, first the one that failed, then those behind it. */
  get waiting(): { process: string; key: string; events: readonly WaitingEvent[] }[] {
    return Object.entries(this.progress.waiting).map(([key, events]) => ({ process: this.process.name, key, events }));
  }

  /** Tries the parked steps of a key again now; false where there are none, or where it is stopped. */
  async retryNow(key: string): Promise<boolean> {
    const first = this.progress.waiting[key]?.[0];
    if (!first || this.halted !== undefined) return false;
    first.nextAt = this.ports.clock.machineNow();
    await this.turn.run('', () => this.work(key));
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

  private async find(): Promise<void> {
    const { store, vault, log } = this.ports;
    const { stored, progress, moved, stopped } = await startOf(this.process, store, vault);
    this.stored = stored && { ...stored, value: moved ? JSON.stringify(progress) : stored.value };
    this.progress = progress;
    this.halted = stopped;
    this.saved = moved ? undefined : progress.position;
    if (moved) log.info('A process goes on in a copy of its log', { process: this.process.name });
  }

  private async run(): Promise<void> {
    this.waiters.advance(this.progress.position);
    this.moved ||= this.ports.watched === true;
    await Promise.all([this.follow(), this.retry(), this.saveProgress()]);
  }

  /** Goes on once its checkpoint is in the log, which an operator sees to: here or in another process, so the Vault is looked at. */
  private async awaitOperator(): Promise<void> {
    const { vault, log } = this.ports;
    const { signal } = this.stopping;
    while (this.halted !== undefined && !signal.aborted) {
      await pause(RESUMED_WITHIN_MS, signal);
      try {
        if ((await readVault(vault, this.checkpointKey)) !== this.stored?.value) await this.find();
      } catch (error) {
        log.error('A process that is stopped could not look', { process: this.process.name, error: String(error) });
      }
    }
    if (signal.aborted) return;
    log.info('A process goes on where an operator said', { process: this.process.name });
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
            await this.turn.run('', () => this.handle(stored));
            this.blockedBy = undefined;
          }
          this.waiters.advance(batch.at(-1)!.position);
          attempt = 1;
        }
      } catch (error) {
        const isNew = this.blockedBy === undefined || !(error instanceof UnreadableEvent);
        this.blockedBy = error instanceof UnreadableEvent ? error.message : undefined;
        if (isNew)
          log.error('A process stopped reading: it is retried', { process: this.process.name, error: String(error) });
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
    else await this.sendAll(event, steps).catch((error: unknown) => this.putOff(key, stored, error));
    this.moved = true;
  }

  /** Sends an event's commands in order. A refusal by a rule is an answer, and logged; anything else is thrown. */
  private async sendAll(event: Recorded, steps: readonly Step[]): Promise<void> {
    const context = contextOf(this.process.name, event, this.ports.clock);
    for (const { command, data, target } of steps) {
      const { name } = command;
      const sent = new command(data, context, `${this.process.name}:${name}:${target}`);
      try {
        await this.ports.dispatch(sent);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.ports.log.warn('A rule refused a step', {
          process: this.process.name,
          command: name,
          code: error.code,
          event: event.id,
        });
      }
    }
  }

  private putOff(key: string, stored: StoredEvent, error: unknown): void {
    this.progress.waiting[key] = [this.failed(waitingEvent(stored), error)];
  }

  private failed(waiting: WaitingEvent, error: unknown): WaitingEvent {
    // What waits for a server to come back has not failed, however long it takes.
    const isAway = error instanceof ServiceUnavailable;
    const attempts = waiting.attempts + (isAway ? 0 : 1);
    const parked = attempts >= PARKED_AFTER;
    this.ports.log.error(parked ? 'A step is parked' : 'A step failed and is tried again', {
      process: this.process.name,
      stream: waiting.stream,
      revision: waiting.revision,
      attempts,
      error: String(error),
    });
    const nextAt = parked ? null : addSeconds(this.ports.clock.machineNow(), retryAfter(error, attempts) / 1000);
    return { ...waiting, attempts, nextAt, error: error instanceof Error ? error.message : String(error) };
  }

  /** Works off what waits, each key from its front, while it succeeds. */
  private async retry(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const now = this.ports.clock.machineNow();
      const due = Object.entries(this.progress.waiting).filter(([, [first]]) => isDue(first, now));
      for (const [key] of due)
        await this.turn
          .run('', () => this.work(key))
          .catch((error: unknown) =>
            this.ports.log.error('Retrying failed', { process: this.process.name, error: String(error) }),
          );
      await pause(RETRIED_EVERY_MS, this.stopping.signal);
    }
  }

  /** Place and waiting steps together, now and then: after a crash it goes on from a state that was once. */
  private async saveProgress(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await pause(KEPT_EVERY_MS, this.stopping.signal);
      if (!this.moved) continue;
      await this.turn
        .run('', () => this.save())
        .catch((error: unknown) =>
          this.ports.log.error('A checkpoint could not be kept', { process: this.process.name, error: String(error) }),
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
        if (event) await this.sendAll(event, this.process.react(event));
      } catch (error) {
        queue[0] = this.failed(first, error);
        break;
      }
      queue.shift();
    }
    if (queue.length === 0) delete this.progress.waiting[key];
    await this.save();
  }

  /** Nothing where another has come further: who was frozen, and leads no more, must not put it back. */
  private async save(): Promise<void> {
    const { position } = this.progress;
    // Before its first event there is nothing to keep, and no sign that there ever was a log.
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

function isFurther(stored: VaultEntry | undefined, position: Position | undefined): boolean {
  const there = stored && (JSON.parse(stored.value) as Progress).position;
  return there !== undefined && (position === undefined || there > position);
}

/** One that came to the front untried has no time yet. */
function isDue(first: WaitingEvent | undefined, now: Instant): boolean {
  return first !== undefined && first.nextAt !== null && first.nextAt <= now;
}

function waitingEvent({ id, stream, revision }: StoredEvent): WaitingEvent {
  return { id, stream, revision, attempts: 0, nextAt: '', error: '' };
}
