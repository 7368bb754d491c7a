import { ServiceUnavailable } from '../errors.ts';
import { Lease, type LeasePorts } from './lease.ts';
import { KeyedMutex } from './mutex.ts';
import { pause } from './waiting.ts';

/** Others wait this long for a process that was killed. */
const HELD_SECONDS = 2.5;
/** A little longer than that. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 20;
/** Of one process, while others may wait. */
const TURN_MS = 200;
const OTHERS = 'Another request for the same';

/** A lease that tasks of one process pass on. */
interface Turn {
  lease: Lease;
  /** In milliseconds of this process. */
  until: number;
}

/**
 * Runs one task per key at a time: in order within this process, and by a lease in the Vault among all processes that share it. As with
 * leaders, two may briefly believe that they hold a lock (a frozen process), so streams still decide what happens.
 */
export class KeyedLock {
  private readonly mutex = new KeyedMutex();
  private readonly turns = new Map<string, Turn>();
  /** Tasks that run or wait, by name. */
  private readonly tasks = new Map<string, number>();

  /** @param shared for several processes on the same stores */
  constructor(
    private readonly shared?: LeasePorts,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** @throws ServiceUnavailable others hold the lock for too long */
  withLock<T>(kind: string, id: string, task: () => Promise<T>): Promise<T> {
    const name = `turn/${kind}/${id}`;
    return this.shared ? this.amongAll(name, task, this.shared) : this.mutex.withLock(name, task);
  }

  private amongAll<T>(name: string, task: () => Promise<T>, ports: LeasePorts): Promise<T> {
    this.tasks.set(name, (this.tasks.get(name) ?? 0) + 1);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.patienceMs);
    return new Promise<T>((resolve, reject) => {
      // The time limit includes waiting in this process' own queue.
      late.signal.addEventListener('abort', () => reject(new ServiceUnavailable(OTHERS)));
      // The answer does not wait until the lease is released.
      void this.mutex.withLock(name, async () => {
        try {
          const turn = await this.turn(name, ports, late.signal);
          clearTimeout(timer);
          if (turn) resolve(await task());
        } catch (error) {
          clearTimeout(timer);
          reject(error as Error);
        }
        await this.pass(name);
      });
    });
  }

  /** The one that the task before has passed on, or a new one; undefined if that takes too long. */
  private async turn(name: string, ports: LeasePorts, late: AbortSignal): Promise<Turn | undefined> {
    const passedOn = this.turns.get(name);
    if (passedOn) return late.aborted ? undefined : passedOn;
    const lease = new Lease(name, HELD_SECONDS, ports);
    while (!late.aborted && !(await lease.take())) await pause(LOOK_EVERY_MS);
    if (!lease.isHeld) return undefined;
    lease.keep();
    const turn = { lease, until: performance.now() + TURN_MS };
    this.turns.set(name, turn);
    return late.aborted ? undefined : turn;
  }

  /** Passes the turn to the next task of this process, unless it has lasted long enough for others to have theirs. */
  private async pass(name: string): Promise<void> {
    const waiting = this.tasks.get(name)! - 1;
    const turn = this.turns.get(name);
    if (turn && (waiting === 0 || performance.now() >= turn.until)) {
      this.turns.delete(name);
      await turn.lease.part();
      if (this.tasks.get(name)! > 1) await pause(2 * LOOK_EVERY_MS);
    }
    const left = this.tasks.get(name)! - 1;
    if (left > 0) this.tasks.set(name, left);
    else this.tasks.delete(name);
  }
}
