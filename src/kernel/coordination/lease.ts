import { addSeconds, type Clock } from '../ports/clock.ts';
import type { Vault } from '../ports/vault.ts';
import { withTimeout } from './waiting.ts';

/** The Vault entry of who holds something. */
export function leaseEntry(name: string): string {
  return `lease/${name}`;
}

/** Nobody's answer waits longer for letting go. */
const PARTING_MS = 500;

export interface LeasePorts {
  vault: Vault;
  clock: Clock;
}

/** What one of several processes has for a while, until it lets go or does not renew it. */
export class Lease {
  private version: number | undefined;
  private renewing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly name: string,
    /** How long it is held unless it is renewed. */
    private readonly seconds: number,
    private readonly ports: LeasePorts,
    /** Tells holders apart, for whoever looks. */
    private readonly owner = 'held',
  ) {}

  get isHeld(): boolean {
    return this.version !== undefined;
  }

  /** False where another has it. */
  async take(): Promise<boolean> {
    this.version = await this.put({ ifAbsent: true });
    return this.isHeld;
  }

  /** False where another has it by now, or it was let go. */
  async renew(): Promise<boolean> {
    if (this.version === undefined) return false;
    const renewal = this.put({ ifVersion: this.version });
    this.renewing = renewal.catch(() => undefined);
    const version = await renewal;
    if (version !== undefined) this.version = version;
    return version !== undefined;
  }

  /** Expires at once, unless another has it by now. */
  async release(): Promise<void> {
    await this.renewing;
    const ifVersion = this.version;
    this.version = undefined;
    if (ifVersion !== undefined) await this.put({ ifVersion }, 0);
  }

  /** Renews what is held while a task runs, then lets go; where the Vault is away, it lets go by itself. */
  async during<T>(task: () => Promise<T>): Promise<T> {
    const renewing = setInterval(() => void this.renew().catch(() => undefined), (this.seconds * 1_000) / 3);
    try {
      return await task();
    } finally {
      clearInterval(renewing);
      const released = this.release().catch(() => undefined);
      await withTimeout(released, PARTING_MS, () => undefined);
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
