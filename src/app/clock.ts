import { msOf, toInstant, type Clock, type Instant } from '../kernel/ports/clock.ts';
import { readVault, type Vault } from '../kernel/ports/vault.ts';

const OFFSET = 'clock/offset';

/** A clock whose business time the sandbox can move (docs/SANDBOX.md#clock). Machine time cannot be moved. */
export interface MovableClock extends Clock {
  /** Moves business time to an instant, from which it continues; stored for the next start. */
  moveTo(instant: Instant): Promise<void>;
}

/** Business time is machine time plus an offset that is stored in the Vault. */
export class OffsetClock implements MovableClock {
  private constructor(
    private readonly vault: Vault,
    private offsetMs: number,
  ) {}

  static async open(vault: Vault): Promise<OffsetClock> {
    return new OffsetClock(vault, Number((await readVault(vault, OFFSET)) ?? 0));
  }

  now(): Instant {
    return toInstant(Date.now() + this.offsetMs);
  }

  machineNow(): Instant {
    return toInstant(Date.now());
  }

  async moveTo(instant: Instant): Promise<void> {
    this.offsetMs = msOf(instant) - Date.now();
    await this.vault.put(OFFSET, String(this.offsetMs));
  }

  /** Resets business time to machine time. */
  async reset(): Promise<void> {
    this.offsetMs = 0;
    await this.vault.delete(OFFSET);
  }
}
