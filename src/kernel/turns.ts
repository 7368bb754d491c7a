import { setTimeout as pause } from 'node:timers/promises';
import { ServiceUnavailable } from './errors.ts';
import { Lease, type LeasePorts } from './lease.ts';
import { KeyedMutex } from './mutex.ts';

/** Of who was killed meanwhile, others wait so long. */
const HELD_SECONDS = 6;
/** A little longer than that. */
const PATIENCE_MS = 7_000;
const LOOK_EVERY_MS = 20;

/**
 * Lets one at a time work on a thing: in this process in the order they came, and by a lease in the Vault in all processes that share it. As
 * with leaders, two may believe for a moment that it is their turn (a process that was frozen), so streams still decide what happens.
 */
export class Turns {
  private readonly here = new KeyedMutex();

  /** @param shared where several processes work on the same */
  constructor(
    private readonly shared?: LeasePorts,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** @throws ServiceUnavailable somebody else is at it for too long */
  run<T>(kind: string, id: string, task: () => Promise<T>): Promise<T> {
    const name = `turn/${kind}/${id}`;
    return this.here.run(name, () => (this.shared ? this.amongAll(name, task, this.shared) : task()));
  }

  private async amongAll<T>(name: string, task: () => Promise<T>, ports: LeasePorts): Promise<T> {
    const lease = new Lease(name, HELD_SECONDS, ports);
    const until = performance.now() + this.patienceMs;
    while (!(await lease.take())) {
      if (performance.now() > until) throw new ServiceUnavailable('Whoever works on the same');
      await pause(LOOK_EVERY_MS);
    }
    return lease.during(task);
  }
}
