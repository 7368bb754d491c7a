import { Lease, type LeasePorts } from './lease.ts';
import type { Log } from '../ports/log.ts';
import type { Shares } from './shares.ts';
import { pause } from './waiting.ts';

/** Long enough for a slow disk, short enough for another to take over within seconds. */
const HELD_SECONDS = 6;
const RENEWED_EVERY_MS = 2_000;
const TRIED_EVERY_MS = 500;
/** Long enough for the process that asked to take a lead that was given up for it. */
const LEFT_MS = 2_000;

export interface LeaderPorts extends LeasePorts {
  log: Log;
}

/** Work that one of several processes does at a time, started. */
export interface Leadership {
  /** Rejects if it could not start: then it is stopped, and tried again. */
  started: Promise<unknown>;
  /** Whether another process does the work by now, although the lease is held. */
  isLost?(): boolean;
  /** May be called while it is still starting. */
  stop(): Promise<void>;
}

/**
 * Lets one of several processes lead: the one that holds the lease in the Vault, until it releases the lease or fails to renew it. Two may
 * briefly believe that they lead (a frozen process, a skewed clock), so their work must tolerate that: documents by positions and claims, commands
 * by their ids, jobs by reading the log.
 */
export class Leader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly lease: Lease;

  /**
   * @param owner identifies this process
   * @param shares spreads this and other leads among processes
   */
  constructor(
    private readonly name: string,
    owner: string,
    private readonly ports: LeaderPorts,
    private readonly lead: () => Leadership,
    private readonly shares?: Shares,
  ) {
    this.lease = new Lease(name, HELD_SECONDS, ports, owner);
  }

  get isLeader(): boolean {
    return this.lease.isHeld;
  }

  start(): void {
    this.running = this.loop();
  }

  /** Stops the work and releases the lease, so that another process can start at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const taken = await this.attempt(() => this.lease.take());
      const givenUp = taken && (await this.attempt(() => this.leadUntilLost()));
      if (taken === false) await this.attempt(async () => this.shares?.ask());
      // After leading, too: another process may do better.
      await pause(givenUp ? LEFT_MS : TRIED_EVERY_MS, signal);
    }
  }

  /** True if it was given up for another process. */
  private async leadUntilLost(): Promise<boolean> {
    const { signal } = this.stopping;
    let givenUp = false;
    this.shares?.acquired();
    this.ports.log.info('Acquired the lead', { lead: this.name });
    const led = this.lead();
    let failed = false;
    // Starting may take longer than the lease.
    const started = this.attempt(() => led.started.then(() => true)).then((done) => (failed = done === undefined));
    let until = performance.now() + HELD_SECONDS * 1_000;
    while (!signal.aborted && !failed && !led.isLost?.() && performance.now() < until) {
      await Promise.race([pause(RENEWED_EVERY_MS, signal), failing(started)]);
      if (signal.aborted || failed) break;
      const renewed = await this.attempt(() => this.lease.renew());
      if (renewed) until = performance.now() + HELD_SECONDS * 1_000;
      else if (renewed === false) break;
      givenUp = (await this.attempt(async () => this.shares?.isWanted())) ?? false;
      if (givenUp) break;
    }
    this.shares?.lost();
    await this.attempt(() => led.stop());
    await this.attempt(() => this.lease.release());
    this.ports.log.info('Gave up the lead', { lead: this.name });
    return givenUp;
  }

  /** Logs a failure and returns undefined: the Vault may be briefly unavailable. */
  private async attempt<T>(task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task();
    } catch (error) {
      this.ports.log.error('Leading failed', { lead: this.name, error });
      return undefined;
    }
  }
}

/** Resolves if it failed, and never if it did not. */
function failing(started: Promise<boolean>): Promise<void> {
  return new Promise((resolve) => void started.then((failed) => failed && resolve()));
}
