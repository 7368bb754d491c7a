import { Inject, Injectable } from '@nestjs/common';
import type { MovableClock } from '../../app/clock.ts';
import { Runtime } from '../../app/runtime.ts';
import { CLOCK, CONFIG, EVENT_STORE } from '../../app/tokens.ts';
import type { Config } from '../../config.ts';
import { addDays, msOf, type Instant } from '../../kernel/ports/clock.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import type { EventStore } from '../../kernel/ports/event-store.ts';
import { KeyedMutex } from '../../kernel/coordination/mutex.ts';

/** Days of one move, a year and a month: the years to 9999 would take for ever. */
const LONGEST_MOVE = 400;
/** The earliest start of an empty log. */
const EARLIEST = '1990-01-01T00:00:00.000Z';

/** Moves business time forward, doing on the way what becomes due (docs/SANDBOX.md#clock). */
@Injectable()
export class BusinessClock {
  private readonly turn = new KeyedMutex();

  constructor(
    private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: MovableClock,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  now(): Instant {
    return this.clock.now();
  }

  /**
   * From due time to due time, each with all that it causes; answers the time that it is then. Nothing is due in an empty log, whose clock
   * may start in the past.
   * @param signal stops the move after what is due now is done
   * @throws InvalidInput backwards, or more than LONGEST_MOVE days
   * @throws DomainError 409 where other processes have clocks of their own
   */
  advanceTo(to: Instant, signal?: AbortSignal): Promise<Instant> {
    if (this.config.role !== 'all')
      throw new DomainError('ClockFixed', 'The clock is moved by a process that does everything: ROLE=all', 409);
    return this.turn.run('', async () => {
      await this.check(to);
      await this.runtime.settled();
      for (let due = await this.nextUntil(to); due !== undefined; due = await this.nextUntil(to)) {
        if (signal?.aborted) return this.clock.now();
        await this.moveTo(due);
        await this.runtime.ticker.tick();
        await this.runtime.settled();
      }
      if (!signal?.aborted) await this.moveTo(to);
      return this.clock.now();
    });
  }

  private async check(to: Instant): Promise<void> {
    const now = this.clock.now();
    const refuse = (msg: string) => InvalidInput.at('body.advance_to', msg);
    if (msOf(to) > msOf(addDays(now, LONGEST_MOVE)))
      throw refuse(`The clock moves at most ${LONGEST_MOVE} days at a time; it is ${now} now`);
    if (msOf(to) >= msOf(now)) return;
    if ((await this.store.end()) !== undefined)
      throw refuse(`The clock only goes forward once something has happened; it is ${now} now`);
    if (to < EARLIEST) throw refuse(`The clock starts at ${EARLIEST} at the earliest`);
    await this.clock.moveTo(to);
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
