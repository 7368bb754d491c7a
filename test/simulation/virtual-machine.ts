import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { SeededRandom } from './random.ts';
import { Scheduler, type Task } from './scheduler.ts';

const require = createRequire(import.meta.url);
const RealDate = Date;
const realImmediate = setImmediate;

/** The time, timers and randomness of one simulation. */
interface Machine {
  scheduler: Scheduler;
  random: SeededRandom;
}

let machine: Machine | undefined;
/** Calls into threads, such as signatures, that have not answered: virtual time stands still for them. */
let inThreads = 0;

/** Ends when promises and callbacks have run, so that only tasks are left. */
async function drain(): Promise<void> {
  do await new Promise<void>((resolve) => realImmediate(resolve));
  while (inThreads > 0);
}

/** From now on, `Date`, timers and random numbers are those of a simulation that starts at `start`. */
export function enter(start: number, random: SeededRandom): Scheduler {
  // Not one sequence for all: what a module draws once, when it is first used, would shift the numbers of everything after it.
  const scheduler = new Scheduler(start, ({ order }) => random.restart(order), drain);
  machine = { scheduler, random };
  return scheduler;
}

/** Back to the real ones. */
export function leave(): void {
  machine = undefined;
}

/**
 * Makes the global clock, timers and sources of randomness virtual. Call it before the program is loaded: its modules, and those that they
 * use, then get these. Outside a simulation everything is as before.
 */
export function virtualize(): void {
  virtualizeTime();
  virtualizeTimers();
  virtualizeRandomness();
  blockOnThreads();
  syncBuiltinESMExports();
}

function virtualizeTime(): void {
  const now = (): number => (machine ? Math.floor(machine.scheduler.now) : RealDate.now());
  class VirtualDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }

    static override now = now;

    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  globalThis.Date = VirtualDate as DateConstructor;
  const realNow = performance.now.bind(performance);
  performance.now = () => (machine ? machine.scheduler.now : realNow());
  const realUtilization = performance.eventLoopUtilization.bind(performance);
  // A simulated program takes no time: it is never busy.
  performance.eventLoopUtilization = (...since) =>
    machine ? { idle: machine.scheduler.now, active: 0, utilization: 0 } : realUtilization(...since);
}

/** What `setTimeout` returns; nothing keeps a simulation alive. */
class Timer {
  task: Task | undefined;

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.toPrimitive](): number {
    return this.task?.order ?? 0;
  }
}

type Callback = (...given: unknown[]) => void;

function virtualizeTimers(): void {
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const begin = (callback: Callback, ms: number, given: unknown[], repeats: boolean): Timer => {
    const { scheduler } = machine!;
    const { owner } = scheduler;
    const timer = new Timer();
    const arm = (): void => {
      timer.task = scheduler.after(ms, owner, () => {
        if (repeats) arm();
        callback(...given);
      });
    };
    arm();
    return timer;
  };
  const cancel = (ifReal: (timer: never) => void) => (timer: unknown) => {
    if (!(timer instanceof Timer)) ifReal(timer as never);
    else if (timer.task) timer.task.isCancelled = true;
  };
  const atLeastOne = (ms: unknown): number => Math.max(1, Number(ms) || 0);
  Object.assign(globalThis, {
    setTimeout: (callback: Callback, ms?: number, ...given: unknown[]) =>
      machine ? begin(callback, atLeastOne(ms), given, false) : real.setTimeout(callback, ms, ...given),
    setInterval: (callback: Callback, ms?: number, ...given: unknown[]) =>
      machine ? begin(callback, atLeastOne(ms), given, true) : real.setInterval(callback, ms, ...given),
    setImmediate: (callback: Callback, ...given: unknown[]) =>
      machine ? begin(callback, 0, given, false) : real.setImmediate(callback, ...given),
    clearTimeout: cancel(real.clearTimeout),
    clearInterval: cancel(real.clearInterval),
    clearImmediate: cancel(real.clearImmediate),
  });
  const promises = require('node:timers/promises') as Record<string, unknown>;
  promises.setImmediate = (value?: unknown) => new Promise((resolve) => setImmediate(() => resolve(value)));
  promises.setTimeout = (ms?: number, value?: unknown) =>
    new Promise((resolve) => setTimeout(() => resolve(value), ms));
}

function virtualizeRandomness(): void {
  const crypto = require('node:crypto') as Record<string, (...given: never[]) => unknown>;
  const real = { ...crypto };
  const fill = <B extends Uint8Array>(bytes: B): B => {
    if (machine) machine.random.fill(bytes);
    else real.randomFillSync!(bytes as never);
    return bytes;
  };
  crypto.randomBytes = (length: number) => fill(Buffer.alloc(length));
  crypto.randomFillSync = fill;
  crypto.randomUUID = () => {
    const hex = Buffer.from(fill(new Uint8Array(16))).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID: crypto.randomUUID });
  const realRandom = Math.random;
  Math.random = () => (machine ? machine.random.next() : realRandom());
}

/** Web cryptography and password hashes run in threads: virtual time waits for them, and they answer in the order of their calls. */
function blockOnThreads(): void {
  const { subtle } = globalThis.crypto;
  const prototype = Object.getPrototypeOf(subtle) as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (name !== 'constructor') wrap(prototype, name);
  }
  const argon2 = require('@node-rs/argon2') as Record<string, unknown>;
  wrap(argon2, 'hash');
  wrap(argon2, 'verify');
}

let lastAnswer: Promise<unknown> = Promise.resolve();

function wrap(target: Record<string, unknown>, name: string): void {
  const real = target[name] as (...given: unknown[]) => Promise<unknown>;
  const blocking = function (this: unknown, ...given: unknown[]): Promise<unknown> {
    inThreads += 1;
    const answered = Promise.allSettled([real.apply(this, given), lastAnswer]).then(([answer]) => {
      inThreads -= 1;
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    });
    lastAnswer = answered.catch(() => undefined);
    return answered;
  };
  Object.defineProperty(target, name, { value: blocking, configurable: true, writable: true, enumerable: true });
}
