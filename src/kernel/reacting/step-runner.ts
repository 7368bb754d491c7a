import { pause, retryAfter } from '../coordination/waiting.ts';
import { Slots } from '../coordination/slots.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { Activity } from '../ports/activity.ts';
import { addSeconds } from '../ports/clock.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import type { Vault } from '../ports/vault.ts';
import type { Codec } from '../writing/codec.ts';
import type { Recorded } from '../writing/events.ts';
import { Lanes } from './lanes.ts';
import type { ProcessCheckpoint } from './process-checkpoint.ts';
import type { AnyProcess, Step } from './process.ts';
import type { Place, WaitingEvent } from './progress.ts';
import { sendSteps, type SendPorts } from './send-steps.ts';
import { eventOf, isDue, type WaitingStep, type WaitingSteps } from './waiting-steps.ts';

const PARKED_AFTER = 8;
const RETRIED_EVERY_MS = 100;
const RETRIES_AT_ONCE = 32;

export interface StepPorts extends SendPorts {
  store: EventStore;
  codec: Codec;
  vault: Vault;
  activity?: Activity;
}

/** Runs the steps of one process, in lanes by key. Steps that fail, and later ones of their key, wait as rows in the Vault. */
export class StepRunner {
  private readonly lanes: Lanes;
  private readonly retries = new Slots(RETRIES_AT_ONCE);
  private readonly retried = new Set<string>();
  private lastWithSteps: Position | undefined;

  /** @param signal aborted to stop: then steps are left undone, for the next start */
  constructor(
    private readonly process: AnyProcess,
    private readonly ports: StepPorts,
    private readonly checkpoint: ProcessCheckpoint,
    private readonly steps: WaitingSteps,
    after: Place,
    private readonly signal: AbortSignal,
    onProgress: () => void,
  ) {
    this.lanes = new Lanes(after, onProgress);
  }

  /** Up to here, steps are done or wait. */
  get done(): Place {
    return this.lanes.done;
  }

  /** The last event taken. */
  get read(): Place {
    return this.lanes.read;
  }

  /** Whether there have been steps after a position. */
  hadStepsAfter(position: Position | undefined): boolean {
    return this.lastWithSteps !== undefined && (position === undefined || this.lastWithSteps > position);
  }

  /** Takes the next event of the log. Resolves when there is room for another. @param event undefined if the process does not handle it */
  async take(stored: StoredEvent, event: Recorded | undefined): Promise<void> {
    const place = { position: stored.position, eventId: stored.id };
    const row = this.steps.takeAhead(stored.id);
    const steps = event && !row ? this.process.react(event) : [];
    if (!row && steps.length === 0) return this.lanes.skip(place);
    this.lastWithSteps = stored.position;
    if (row)
      return this.lanes.add(place, row.step.key, async () => {
        this.steps.enqueue(row);
        return true;
      });
    const key = this.process.key?.(event!) ?? stored.stream;
    await this.lanes.add(place, key, () => this.run(key, stored, event!, steps));
  }

  /** Retries the waiting steps that are due, until stopped. */
  async retry(): Promise<void> {
    while (!this.signal.aborted) {
      for (const key of this.steps.due(this.ports.clock.machineNow())) {
        if (this.retried.has(key)) continue;
        await this.retries.acquire();
        this.retried.add(key);
        void this.retryInLane(key)
          .catch((error: unknown) => this.logFailure('Retrying process steps failed', error))
          .finally(() => {
            this.retried.delete(key);
            this.retries.release();
          });
      }
      await pause(RETRIED_EVERY_MS, this.signal);
    }
  }

  /** Retries the waiting steps of a key now. @returns false if none wait */
  async retryNow(key: string): Promise<boolean> {
    if (!this.steps.has(key)) return false;
    this.steps.retryNow(key, this.ports.clock.machineNow());
    await this.retryInLane(key);
    return true;
  }

  /**
   * Gives up what the first waiting step of a key was to do; what follows it under the key is tried next.
   * @param record records the decision, before the step is removed
   * @returns false if that step does not wait there any more
   */
  async skip(key: string, eventId: string, record: () => Promise<unknown>): Promise<boolean> {
    let isSkipped = false;
    await this.lanes.run(key, async () => {
      const step = this.steps.first(key);
      if (step?.id !== eventId) return;
      await record();
      await this.steps.remove(step);
      isSkipped = true;
    });
    return isSkipped;
  }

  /** Resolves when nothing is at work. */
  idle(): Promise<void> {
    return this.lanes.idle();
  }

  /** @returns false if it was left undone */
  private async run(key: string, stored: StoredEvent, event: Recorded, steps: readonly Step[]): Promise<boolean> {
    if (this.signal.aborted) return false;
    const { id, stream, revision, position } = stored;
    const waiting: WaitingStep = { id, stream, revision, position, key, attempts: 0, nextAt: '', error: '' };
    if (this.steps.has(key)) return this.defer(waiting);
    try {
      await sendSteps(this.process.name, event, steps, this.ports);
      return true;
    } catch (error) {
      return this.defer(this.failed(waiting, error));
    }
  }

  /** Stores a waiting step, however long that takes: only then may the checkpoint pass its event. @returns false if it was left undone */
  private async defer(step: WaitingStep): Promise<boolean> {
    for (let attempt = 1; !this.signal.aborted; attempt++) {
      try {
        // Another process that leads, too, may have done the step, or let it wait: then what follows waits for it here as well.
        if (await this.checkpoint.hasPassed(step.position)) await this.steps.adopt(step.id);
        else await this.steps.add(step);
        return true;
      } catch (error) {
        this.logFailure('Storing a waiting step failed: retrying', error);
        await pause(retryAfter(error, attempt), this.signal);
      }
    }
    return false;
  }

  private retryInLane(key: string): Promise<void> {
    return this.lanes.run(key, async () => {
      for (let step = this.steps.first(key); step && this.isReady(step); step = this.steps.first(key)) {
        try {
          await this.repeat(step);
          await this.steps.remove(step);
        } catch (error) {
          await this.steps.update(this.failed(step, error));
        }
      }
    });
  }

  private isReady(step: WaitingEvent): boolean {
    return !this.signal.aborted && isDue(step, this.ports.clock.machineNow());
  }

  private async repeat(step: WaitingStep): Promise<void> {
    const { store, codec, log } = this.ports;
    let stored = await eventOf(store, step);
    if (!stored && store.refresh) {
      await store.refresh();
      stored = await eventOf(store, step);
    }
    const { name: process } = this.process;
    if (!stored) return log.warn('A waiting step is dropped: its event is not in the log', { process, event: step.id });
    const [event] = await codec.open([stored]);
    if (event) await sendSteps(process, event, this.process.react(event), this.ports);
  }

  private failed<T extends WaitingEvent>(waiting: T, error: unknown): T {
    this.ports.activity?.failed('process', this.process.name);
    // Waiting for an unavailable server is not a failed attempt, however long it takes.
    const isUnavailable = error instanceof ServiceUnavailable;
    const attempts = waiting.attempts + (isUnavailable ? 0 : 1);
    const parked = attempts >= PARKED_AFTER;
    const { stream, revision } = waiting;
    const fields = { process: this.process.name, stream, revision, attempts, error };
    this.ports.log.error(parked ? 'Process step failed: parked' : 'Process step failed: retrying', fields);
    const nextAt = parked ? null : addSeconds(this.ports.clock.machineNow(), retryAfter(error, attempts) / 1000);
    return { ...waiting, attempts, nextAt, error: error instanceof Error ? error.message : String(error) };
  }

  private logFailure(message: string, error: unknown): void {
    this.ports.log.error(message, { process: this.process.name, error });
  }
}
