import { ServiceUnavailable } from '../errors.ts';
import { Lease, type LeasePorts } from './lease.ts';
import { KeyedMutex } from './mutex.ts';
import { pause } from './waiting.ts';

/** Others wait this long for a process that was killed. */
const HELD_SECONDS = 2.5;
/** A little longer than that. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 20;
const OTHERS = 'Another request for the same';

/**
 * Runs one task per key at a time: in order within this process, and by a lease in the Vault among all processes that share it. As with
 * leaders, two may briefly believe that they hold a lock (a frozen process), so streams still decide what happens.
 */
export class KeyedLock {
  private readonly mutex = new KeyedMutex();

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

  private async amongAll<T>(name: string, task: () => Promise<T>, ports: LeasePorts): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.patienceMs);
    const begun = () => clearTimeout(timer);
    const mine = this.mutex.withLock(name, async () => {
      const lease = new Lease(name, HELD_SECONDS, ports);
      while (!late.signal.aborted && !(await lease.take())) await pause(LOOK_EVERY_MS);
      if (late.signal.aborted) {
        if (lease.isHeld) await lease.release();
        throw new ServiceUnavailable(OTHERS);
      }
      begun();
      return lease.during(task);
    });
    // The time limit includes waiting in this process' own queue.
    const tooLate = new Promise<never>((_, reject) =>
      late.signal.addEventListener('abort', () => reject(new ServiceUnavailable(OTHERS))),
    );
    mine.catch(() => undefined);
    return Promise.race([mine, tooLate]).finally(begun);
  }
}
