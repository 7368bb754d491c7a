import { Lease, type LeasePorts } from './lease.ts';
import type { Log } from '../ports/log.ts';
import { pause } from './waiting.ts';

/** Long enough for a slow disk, short enough for another to take over within seconds. */
const HELD_SECONDS = 6;
const RENEWED_EVERY_MS = 2_000;
const ASKED_EVERY_MS = 500;

export interface LeaderPorts extends LeasePorts {
  log: Log;
}

/** What one of several processes does at a time, begun. */
export interface Leadership {
  /** Fails where it could not begin: then it is stopped, and tried again. */
  started: Promise<unknown>;
  /** Also while it is still starting. */
  stop(): Promise<void>;
}

/**
 * Lets one of several processes lead: who holds the lease, in the Vault, until he lets go or does not renew it. Two may believe for a moment
 * that they lead (a process that was frozen, a clock that is off), so what they do must bear it: documents by their positions, commands by
 * their ids, jobs by looking at the log.
 */
export class Leader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly lease: Lease;

  /** @param owner tells processes apart */
  constructor(
    private readonly name: string,
    owner: string,
    private readonly ports: LeaderPorts,
    private readonly lead: () => Leadership,
  ) {
    this.lease = new Lease(name, HELD_SECONDS, ports, owner);
  }

  get isLeader(): boolean {
    return this.lease.isHeld;
  }

  start(): void {
    this.running = this.loop();
  }

  /** Ends what it leads, and lets go, so that another begins at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (await this.attempt(() => this.lease.take())) await this.attempt(() => this.leadUntilLost());
      // Also after leading: another may do better.
      await pause(ASKED_EVERY_MS, signal);
    }
  }

  private async leadUntilLost(): Promise<void> {
    const { signal } = this.stopping;
    this.ports.log.info('Leads', { what: this.name });
    const led = this.lead();
    let failed = false;
    // Beginning may take longer than the lease.
    const started = this.attempt(() => led.started.then(() => true)).then((begun) => (failed = begun === undefined));
    let until = performance.now() + HELD_SECONDS * 1_000;
    while (!signal.aborted && !failed && performance.now() < until) {
      await Promise.race([pause(RENEWED_EVERY_MS, signal), failing(started)]);
      if (signal.aborted || failed) break;
      const renewed = await this.attempt(() => this.lease.renew());
      if (renewed) until = performance.now() + HELD_SECONDS * 1_000;
      else if (renewed === false) break;
    }
    await this.attempt(() => led.stop());
    await this.attempt(() => this.lease.release());
    this.ports.log.info('Leads no more', { what: this.name });
  }

  /** Undefined where it failed, which is logged: the Vault may be away for a moment. */
  private async attempt<T>(task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task();
    } catch (error) {
      this.ports.log.error('Leading failed', { what: this.name, error: String(error) });
      return undefined;
    }
  }
}

/** Resolves where it fails, and never where it does not. */
function failing(started: Promise<boolean>): Promise<void> {
  return new Promise((resolve) => void started.then((failed) => failed && resolve()));
}
