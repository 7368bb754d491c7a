import { isReadable } from '../writing/codec.ts';
import { UnreadableEvent } from '../errors.ts';
import { following } from '../coordination/following.ts';
import type { Position, StoredEvent } from '../ports/event-store.ts';
import { ProcessCheckpoint } from './process-checkpoint.ts';
import type { AnyProcess } from './process.ts';
import { StepRunner, type StepPorts } from './step-runner.ts';
import { WaitingSteps, type WaitingKey } from './waiting-steps.ts';
import { pause, READ_AGAIN_WITHIN_MS, retryAfter, PositionWaiter } from '../coordination/waiting.ts';

const POLLED_EVERY_MS = 500;
/** After a crash, steps since the last saved checkpoint run again and change nothing. */
const SAVED_EVERY_MS = 250;
/** Others need only know roughly how far a process without steps has read. */
const ROUNDS_WITHOUT_STEPS = 4;

export interface ProcessPorts extends StepPorts {
  /** Other processes read its checkpoint in the Vault, so it is also saved after events that it does not handle. */
  watched?: boolean;
}

/** Runs one process manager over the log from its checkpoint in the Vault, in parallel lanes by key (docs/PROCESSES.md#process-managers). */
export class ProcessRunner {
  private readonly stopping = new AbortController();
  private readonly waiters = new PositionWaiter();
  private readonly checkpoint: ProcessCheckpoint;
  private readonly handled: ReadonlySet<string>;
  private steps: WaitingSteps;
  private runner: StepRunner | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private saved: Position | undefined;
  private halted: string | undefined;
  /** Why it waits at an event that it cannot read. */
  private blockedBy: string | undefined;

  constructor(
    readonly process: AnyProcess,
    private readonly ports: ProcessPorts,
  ) {
    this.checkpoint = new ProcessCheckpoint(process, ports);
    this.steps = new WaitingSteps(process.name, ports.vault);
    this.handled = new Set(process.handles);
  }

  async start(): Promise<void> {
    const runner = await this.load();
    this.running = runner ? this.run(runner) : this.awaitOperator();
  }

  /** Why it has stopped, if it has. */
  get stopped(): string | undefined {
    return this.halted ?? this.blockedBy;
  }

  /** Up to here, all steps are done or wait. */
  get position(): Position | undefined {
    return this.waiters.position;
  }

  /** True once all steps up to a position are done or wait; false when time ran out first. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /** Events whose steps wait for a retry: first the one that failed, then later ones of the same key. */
  get waiting(): WaitingKey[] {
    return this.steps.all;
  }

  /** Retries the waiting steps of a key now. @returns false if none wait, or the process is stopped */
  async retryNow(key: string): Promise<boolean> {
    return this.runner?.retryNow(key) ?? false;
  }

  /** Gives up the first waiting step of a key, once that is recorded. @returns false if it does not wait, or the process is stopped */
  async skip(key: string, eventId: string, record: () => Promise<unknown>): Promise<boolean> {
    return this.runner?.skip(key, eventId, record) ?? false;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.runner?.idle();
    await this.saveOrLog();
  }

  /** @returns undefined if it is stopped until an operator chooses where it continues */
  private async load(): Promise<StepRunner | undefined> {
    const { vault, log } = this.ports;
    const { stored, place, moved, stopped } = await this.checkpoint.start();
    const { position } = place;
    const steps = new WaitingSteps(this.process.name, vault);
    await steps.load((at) => stopped === undefined && (position === undefined || at > position));
    this.steps = steps;
    this.halted = stopped;
    if (stopped !== undefined) return undefined;
    if (moved) log.info('Process continues in a copy of its log', { process: this.process.name });
    this.saved = stored && position;
    const { process, ports, checkpoint, stopping } = this;
    const onProgress = (): void => this.waiters.advance(this.runner?.done.position);
    return (this.runner = new StepRunner(process, ports, checkpoint, steps, place, stopping.signal, onProgress));
  }

  private async run(runner: StepRunner): Promise<void> {
    this.waiters.advance(runner.done.position);
    await Promise.all([this.follow(runner), runner.retry(), this.saveRegularly()]);
  }

  /** Waits until an operator moves its checkpoint into this log, from this or another process: so it polls the Vault. */
  private async awaitOperator(): Promise<void> {
    const { signal } = this.stopping;
    let runner: StepRunner | undefined;
    for (let changed = false; !runner && !signal.aborted;) {
      await pause(POLLED_EVERY_MS, signal);
      try {
        changed ||= await this.checkpoint.hasChanged();
        if (changed) runner = await this.load();
        changed = false;
      } catch (error) {
        this.logFailure('Stopped process failed to read its checkpoint: retrying', error);
      }
    }
    if (!runner || signal.aborted) return;
    this.ports.log.info('Process resumed by an operator', { process: this.process.name });
    await this.run(runner);
  }

  private async follow(runner: StepRunner): Promise<void> {
    const { signal } = this.stopping;
    for (let attempt = 1; !signal.aborted;) {
      try {
        for await (const batch of following(this.ports.store, runner.read.position, signal, this.handled)) {
          await this.take(batch, runner);
          attempt = 1;
        }
      } catch (error) {
        this.ports.activity?.failed('process', this.process.name);
        const isNew = this.blockedBy === undefined || !(error instanceof UnreadableEvent);
        this.blockedBy = error instanceof UnreadableEvent ? error.message : undefined;
        if (isNew) this.logFailure('Process failed to read the log: retrying', error);
        await pause(Math.min(retryAfter(error, attempt++), READ_AGAIN_WITHIN_MS), signal);
      }
    }
  }

  /** @throws UnreadableEvent after everything before it was taken */
  private async take(batch: readonly StoredEvent[], runner: StepRunner): Promise<void> {
    const handled = batch.filter(({ type }) => this.handled.has(type));
    const opened = handled.length > 0 ? await this.ports.codec.openForReaders(handled) : [];
    const events = new Map(opened.map((event) => [isReadable(event) ? event.id : event.event.id, event]));
    for (const stored of batch) {
      if (this.stopping.signal.aborted) return;
      const event = events.get(stored.id);
      if (event instanceof UnreadableEvent) throw event;
      await runner.take(stored, event);
      this.blockedBy = undefined;
    }
    if (handled.length > 0) this.ports.activity?.handled('process', this.process.name, handled.length);
    this.waiters.advance(runner.done.position);
  }

  private async saveRegularly(): Promise<void> {
    const { signal } = this.stopping;
    for (let round = 1; !signal.aborted; round++) {
      await pause(SAVED_EVERY_MS, signal);
      const isWatched = this.ports.watched === true && round % ROUNDS_WITHOUT_STEPS === 0;
      if (!isWatched && !this.runner!.hadStepsAfter(this.saved)) continue;
      await this.saveOrLog();
    }
  }

  /** Where it cannot be saved, steps run again later, and change nothing. */
  private saveOrLog(): Promise<void> {
    return this.save().catch((error: unknown) => this.logFailure('Saving a checkpoint failed', error));
  }

  private async save(): Promise<void> {
    const { position, eventId } = this.runner?.done ?? { position: undefined, eventId: undefined };
    // Before the first event there is nothing to save.
    if (position === undefined || position === this.saved) return;
    await this.checkpoint.save({ position, eventId });
    this.saved = position;
  }

  private logFailure(message: string, error: unknown): void {
    this.ports.log.error(message, { process: this.process.name, error });
  }
}
