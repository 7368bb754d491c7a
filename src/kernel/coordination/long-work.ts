import { Turns } from './turns.ts';

/** For which work may go on in one turn of the event loop, in milliseconds. */
const TURN_MS = 5;

interface EventLoop {
  now(): number;
  /** Calls back in another turn. */
  later(then: () => void): void;
}

const EVENT_LOOP: EventLoop = { now: () => performance.now(), later: (then) => void setImmediate(then) };

/**
 * Long work of several requests that share the event loop: together they take a few milliseconds of each turn, and then go on one after the other
 * in turns of their own, so that whatever else happens waits for one share of one of them.
 */
export class LongWork {
  private readonly turns = new Turns();
  /** When work began in this turn. */
  private beganAt: number | undefined;

  constructor(private readonly loop: EventLoop = EVENT_LOOP) {}

  /** Asked between small parts of the work: whether the next one should wait for another turn. */
  isLong(): boolean {
    const now = this.loop.now();
    if (this.beganAt === undefined) {
      this.beganAt = now;
      this.loop.later(() => (this.beganAt = undefined));
    }
    return now - this.beganAt >= TURN_MS;
  }

  async nextTurn(): Promise<void> {
    await this.turns.next();
    this.beganAt = undefined;
  }

  /** Works through a generator, which yields between small parts. @returns its result */
  async run<T>(parts: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      const part = parts.next();
      if (part.done) return part.value;
      if (this.isLong()) await this.nextTurn();
    }
  }
}
