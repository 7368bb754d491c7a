import { Inject, Injectable } from '@nestjs/common';
import type { MovableClock } from '../../app/clock.ts';
import { Runtime } from '../../app/runtime.ts';
import { CLOCK, CONFIG } from '../../app/tokens.ts';
import type { Config } from '../../config.ts';
import { msOf, type Instant } from '../../kernel/clock.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { KeyedMutex } from '../../kernel/mutex.ts';

/** Moves business time forward, doing on the way what becomes due (DESIGN §11). */
@Injectable()
export class BusinessClock {
  private readonly turn = new KeyedMutex();

  constructor(
    private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: MovableClock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  now(): Instant {
    return this.clock.now();
  }

  /**
   * From due time to due time, each with all that it causes; answers the time that it is then.
   * @throws InvalidInput backwards
   * @throws DomainError 409 where other processes have clocks of their own
   */
  advanceTo(to: Instant): Promise<Instant> {
    if (this.config.role !== 'all')
      throw new DomainError('ClockFixed', 'The clock is moved by a process that does everything: ROLE=all', 409);
    return this.turn.run('', async () => {
      if (msOf(to) < msOf(this.clock.now()))
        throw InvalidInput.at('body.advance_to', 'The clock only goes forward; it is past that already');
      await this.runtime.settled();
      for (let due = await this.nextUntil(to); due !== undefined; due = await this.nextUntil(to)) {
        await this.moveTo(due);
        await this.runtime.ticker.tick();
        await this.runtime.settled();
      }
      await this.moveTo(to);
      return this.clock.now();
    });
  }

  private async nextUntil(to: Instant): Promise<Instant | undefined> {
    const due = await this.runtime.ticker.nextDue();
    return due !== undefined && due <= to ? due : undefined;
  }

  /** Never back: the clock itself goes on while things are done. */
  private async moveTo(instant: Instant): Promise<void> {
    if (msOf(instant) > msOf(this.clock.now())) await this.clock.moveTo(instant);
  }
}
