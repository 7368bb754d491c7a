import { addSeconds } from '../ports/clock.ts';
import { leaseEntry, type LeasePorts } from './lease.ts';

/** An unanswered request is repeated this often. */
const ASKED_EVERY_SECONDS = 2;
const ASKED_FOR_SECONDS = 4;

/**
 * Spreads several leads evenly among the processes that could have them: one that has fewer asks, and a process that has at least two more gives
 * one of its leads up. There is one request at a time, that of the process with the fewest leads. Only a matter of load: correctness rests on
 * each lead's lease.
 */
export class Shares {
  /** How many leads this process has. */
  private held = 0;
  private askAgainAt = '';
  /** The version of this process' last request. */
  private asked: number | undefined;
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
    // What this process asked says that it has fewer.
    this.askAgainAt = '';
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
    const standing = await this.standing();
    // Else two that ask by turns would undo each other's requests, for as long as their timers keep step.
    if (standing && standing.held < this.held && standing.version !== this.asked) return;
    const expiresAt = addSeconds(now, ASKED_FOR_SECONDS);
    this.asked = await vault.put(this.key, String(this.held), { expiresAt });
  }

  /** Whether to give up a lead, because another process asked and has at least two fewer; each request is answered once. */
  async isWanted(): Promise<boolean> {
    if (this.held < 2) return false;
    const standing = await this.standing();
    // Another process may be able to answer.
    if (!standing || this.held < standing.held + 2) return false;
    const asked = await this.ports.vault.take(this.key);
    return asked !== undefined && this.held >= Number(asked) + 2;
  }

  private async standing(): Promise<{ held: number; version: number } | undefined> {
    const entry = (await this.ports.vault.getMany([this.key])).get(this.key);
    return entry && { held: Number(entry.value), version: entry.version };
  }
}
