import { setImmediate as turn } from 'node:timers/promises';

/** Parts of long work that take a turn of the event loop each, so that what else happens need not wait for all of them. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** The next turn that is free. */
  next(): Promise<void> {
    const next = this.last.then(() => turn());
    this.last = next;
    return next;
  }
}

/** Yields to other work of the process when 10 ms have passed since the last yield. */
export function yieldEvery10Ms(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 10) return;
    await turn();
    since = performance.now();
  };
}
