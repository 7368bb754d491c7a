import { addSeconds, type Clock } from '../ports/clock.ts';
import type { Vault } from '../ports/vault.ts';
import { withTimeout } from './waiting.ts';

/** The Vault entry of a lease. */
export function leaseEntry(name: string): string {
  return `lease/${name}`;
}

/** No answer waits longer for a release. */
const PARTING_MS = 500;

export interface LeasePorts {
  vault: Vault;
  clock: Clock;
}

/** Held by one of several processes for a while, until it is released or not renewed. */
export class Lease {
  private version: number | undefined;
  private renewing: Promise<unknown> = Promise.resolve();
  private keeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly name: string,
    /** How long it is held without renewal. */
    private readonly seconds: number,
    private readonly ports: LeasePorts,
    /** Identifies the holder. */
    private readonly owner = 'held',
  ) {}

  get isHeld(): boolean {
    return this.version !== undefined;
  }

  /** False if another process holds it. */
  async take(): Promise<boolean> {
    this.version = await this.put({ ifAbsent: true });
    return this.isHeld;
  }

  /** False if another process holds it by now, or it was released. */
  async renew(): Promise<boolean> {
    if (this.version === undefined) return false;
    const renewal = this.put({ ifVersion: this.version });
    this.renewing = renewal.catch(() => undefined);
    const version = await renewal;
    if (version !== undefined) this.version = version;
    return version !== undefined;
  }

  /** Expires it at once, unless another process holds it by now. */
  async release(): Promise<void> {
    await this.renewing;
    const ifVersion = this.version;
    this.version = undefined;
    if (ifVersion !== undefined) await this.put({ ifVersion }, 0);
  }

  /** Renews it until `part`. */
  keep(): void {
    this.keeping = setInterval(() => void this.renew().catch(() => undefined), (this.seconds * 1_000) / 3);
  }

  /** Releases it; without the Vault it expires by itself. */
  async part(): Promise<void> {
    clearInterval(this.keeping);
    const released = this.release().catch(() => undefined);
    await withTimeout(released, PARTING_MS, () => undefined);
  }

  /** Keeps the lease while a task runs, then releases it. */
  async during<T>(task: () => Promise<T>): Promise<T> {
    this.keep();
    try {
      return await task();
    } finally {
      await this.part();
    }
  }

  private put(
    condition: { ifAbsent: true } | { ifVersion: number },
    seconds = this.seconds,
  ): Promise<number | undefined> {
    const { vault, clock } = this.ports;
    const expiresAt = addSeconds(clock.machineNow(), seconds);
    return vault.put(leaseEntry(this.name), this.owner, { ...condition, expiresAt });
  }
}
