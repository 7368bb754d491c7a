import { addSeconds } from '../ports/clock.ts';
import { leaseEntry, type LeasePorts } from './lease.ts';

/** An unanswered request is repeated this often. */
const ASKED_EVERY_SECONDS = 2;
const ASKED_FOR_SECONDS = 4;

/**
 * Spreads several leads evenly among the processes that could have them: one that has fewer asks, and a process that has at least two more gives
 * one of its leads up. Only a matter of load: correctness rests on each lead's lease.
 */
export class Shares {
  /** How many leads this process has. */
  private held = 0;
  private askAgainAt = '';
  private readonly key: string;

  /** @param name of what is shared */
  constructor(
    name: string,
    private readonly ports: LeasePorts,
  ) {
    this.key = leaseEntry(`wanted/${name}`);
  }

  acquired(): void {
    this.held += 1;
  }

  lost(): void {
    this.held -= 1;
  }

  /** Called while another process has a lead that this one could take. */
  async ask(): Promise<void> {
    const { vault, clock } = this.ports;
    const now = clock.machineNow();
    if (now < this.askAgainAt) return;
    this.askAgainAt = addSeconds(now, ASKED_EVERY_SECONDS);
    await vault.put(this.key, String(this.held), { expiresAt: addSeconds(now, ASKED_FOR_SECONDS) });
  }

  /** Whether to give up a lead, because another process asked and has at least two fewer; each request is answered once. */
  async isWanted(): Promise<boolean> {
    if (this.held < 2) return false;
    const asked = await this.ports.vault.take(this.key);
    return asked !== undefined && this.held >= Number(asked) + 2;
  }
}
