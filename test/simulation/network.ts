import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import type { SeededRandom } from './random.ts';
import { WORLD, type Owner, type Scheduler } from './scheduler.ts';

/** How likely faults are in a simulation, each from 0 to 1 per call. */
export interface Weather {
  /** The call does not arrive. */
  refused: number;
  /** The call is done, and its answer is lost. */
  unknown: number;
  /** The caller gives up, and the call is done after that. */
  late: number;
  /** Answers take seconds. */
  slow: number;
}

const CALM: Weather = { refused: 0, unknown: 0, late: 0, slow: 0 };
const TYPICAL_MS = 0.4;
const SLOW_MS = 2_500;
/** How long a caller waits for an answer that does not come. */
const PATIENCE_MS = 3_000;

/** Lets processes call servers: each call takes time, and may fail before it is done, after it, or only seem to have failed. */
export class Network {
  /** No faults happen while it is calm. */
  isCalm = true;
  /** How many calls are on their way that were sent while it was not calm: each may still be done, whoever sent it. */
  strays = 0;

  constructor(
    readonly scheduler: Scheduler,
    private readonly random: SeededRandom,
    private readonly stormy: Weather,
  ) {}

  /**
   * @param task runs at the server
   * @throws ServiceUnavailable the task may have been done, or may still be
   */
  call<T>(caller: Owner, server: string, task: () => Promise<T>): Promise<T> {
    const { scheduler, random } = this;
    const wasCalm = this.isCalm;
    const { refused, unknown, late, slow } = wasCalm ? CALM : this.stormy;
    const isRefused = random.chance(refused);
    const isUnknown = random.chance(unknown);
    const isLate = random.chance(late);
    const there = this.latency(slow) + (isLate ? PATIENCE_MS : 0);
    const back = this.latency(slow);
    return new Promise<T>((resolve, reject) => {
      const fail = () => reject(new ServiceUnavailable(server));
      if (isRefused) return void scheduler.after(there, caller, fail);
      if (isLate) scheduler.after(PATIENCE_MS, caller, fail);
      if (!wasCalm) this.strays += 1;
      scheduler.after(there, WORLD, () => {
        const done = task();
        done.then(
          (value) => scheduler.after(back, caller, () => (isUnknown ? fail() : resolve(value))),
          (error: Error) => scheduler.after(back, caller, () => reject(error)),
        );
        if (!wasCalm) void done.catch(() => undefined).then(() => (this.strays -= 1));
      });
    });
  }

  private latency(slow: number): number {
    return this.random.longTailed(this.random.chance(slow) ? SLOW_MS : TYPICAL_MS);
  }
}

/** A server as a process sees it: calls of these methods go through the network. */
export function remote<S extends object>(
  server: S,
  name: string,
  methods: readonly (keyof S)[],
  network: Network,
  caller: Owner,
): S {
  return new Proxy(server, {
    get(target, property) {
      const method: unknown = Reflect.get(target, property);
      if (typeof method !== 'function') return method;
      if (!methods.includes(property as keyof S)) return method.bind(target) as unknown;
      // What is sent does not change any more, whatever the caller does with it.
      return (...given: unknown[]) => {
        const sent = structuredClone(given);
        return network.call(caller, name, () => Reflect.apply(method, target, sent) as Promise<unknown>);
      };
    },
  });
}
