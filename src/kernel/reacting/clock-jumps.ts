import { msOf, secondsBetween, type Clock, type Instant } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { readVault, type Vault } from '../ports/vault.ts';

/** A clock that was set wrong charges everybody for years at once; a program that stood still for so long had better ask, too. */
const ASKED_AFTER_DAYS = 60;
const DAY_SECONDS = 86_400;
/** The last machine time that was right, while what is due waits for an answer; of other processes, too, and after a restart. */
const HELD = 'clock/held';
/** The machine time that an operator said is right. */
const ACCEPTED = 'clock/accepted';

export interface ClockJumpPorts {
  store: EventStore;
  vault: Vault;
  clock: Clock;
  log: Log;
}

/** Whether machine time has gone on as it did: if not, nothing is due until an operator says that it is right (docs/PROCESSES.md#due-items). */
export class ClockJumps {
  /** Known to be right; undefined at first, and while an answer is waited for. */
  private latest: Instant | undefined;
  private isAsking = false;

  constructor(private readonly ports: ClockJumpPorts) {}

  /** Why nothing may be due now; undefined if the clock is believed. */
  async problem(): Promise<string | undefined> {
    const { vault, clock, log } = this.ports;
    const now = clock.machineNow();
    const known = this.latest ?? (await readVault(vault, HELD)) ?? (await this.lastKnown());
    if (known === undefined || secondsBetween(known, now) <= ASKED_AFTER_DAYS * DAY_SECONDS) {
      if (this.latest === undefined) await vault.delete(HELD);
      this.latest = now;
      this.isAsking = false;
      return undefined;
    }
    this.latest = undefined;
    const days = Math.floor(secondsBetween(known, now) / DAY_SECONDS);
    const problem = `the clock says ${now}, ${days} days after the last time that is known (${known}), so nothing is done that has come due: if it is right, run tillbook clock accept`;
    if (this.isAsking) return problem;
    await vault.put(HELD, known);
    log.error(`Due items wait: ${problem}`);
    this.isAsking = true;
    return problem;
  }

  /** Says that machine time is right. @returns it */
  async accept(): Promise<Instant> {
    const now = this.ports.clock.machineNow();
    await this.ports.vault.put(ACCEPTED, now);
    await this.ports.vault.delete(HELD);
    return now;
  }

  /** Of the newest event, or of an answer since. */
  private async lastKnown(): Promise<Instant | undefined> {
    const { store, vault } = this.ports;
    const end = await store.end();
    const newest = end === undefined ? undefined : await store.at(end);
    const times = [newest?.metadata.recordedAt, await readVault(vault, ACCEPTED)].filter((time) => time !== undefined);
    return times.sort((a, b) => msOf(a) - msOf(b)).at(-1);
  }
}
