import { Inject, Injectable } from '@nestjs/common';
import type { MovableClock } from '../../app/clock.ts';
import { Runtime } from '../../app/runtime.ts';
import { CLOCK, CONFIG, EVENT_STORE } from '../../app/tokens.ts';
import type { Config } from '../../config.ts';
import { addDays, msOf, type Instant } from '../../kernel/ports/clock.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import type { EventStore } from '../../kernel/ports/event-store.ts';
import { KeyedMutex } from '../../kernel/coordination/mutex.ts';

/** Days per move, about a year and a month: a move to the year 9999 would never finish. */
const LONGEST_MOVE = 400;
/** The earliest start of an empty log. */
const EARLIEST = '1990-01-01T00:00:00.000Z';

/** Moves business time forward and does what becomes due on the way (docs/SANDBOX.md#clock). */
@Injectable()
export class BusinessClock {
  private readonly mutex = new KeyedMutex();

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
   * Moves from due time to due time, waits for everything that each causes, and returns the new time. An empty log has no due items, so
   * its clock may start in the past.
   * @param signal stops the move once the current due items are done
   * @throws InvalidInput backwards, or more than LONGEST_MOVE days
   * @throws DomainError 409 if other processes have their own clocks
   */
  advanceTo(to: Instant, signal?: AbortSignal): Promise<Instant> {
    if (this.config.role !== 'all')
      throw new DomainError('ClockFixed', 'Only a process with ROLE=all can move the clock', 409);
    return this.mutex.withLock('', async () => {
      await this.check(to);
      for (;;) {
        const due = await this.nextUntil(to);
        if (signal?.aborted || (due === undefined && msOf(this.clock.now()) >= msOf(to))) break;
        await this.moveTo(due ?? to);
        if (due !== undefined) await this.runtime.ticker.tick();
      }
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
    const due = await this.runtime.ticker.nextDue(() => this.runtime.settled());
    return due !== undefined && due <= to ? due : undefined;
  }

  /** Never back: the clock itself advances meanwhile. */
  private async moveTo(instant: Instant): Promise<void> {
    if (msOf(instant) > msOf(this.clock.now())) await this.clock.moveTo(instant);
  }
}
