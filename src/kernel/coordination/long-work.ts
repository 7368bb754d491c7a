/** For which work may go on in one turn of the event loop, in milliseconds. */
const TURN_MS = 5;

interface EventLoop {
  now(): number;
  /** Calls back in another turn. */
  later(then: () => void): void;
}

const EVENT_LOOP: EventLoop = { now: () => performance.now(), later: (then) => void setImmediate(then) };

/**
 * Long work of several requests that share the event loop: together they take a few milliseconds of each turn, and those for whom there was no time
 * go on in the next one, in the order in which they asked, so that whatever else happens waits for one share of all of them.
 */
export class LongWork {
  /** When work began in this turn. */
  private beganAt: number | undefined;
  private readonly waiting: (() => void)[] = [];
  private isServing = false;

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

  /** Resolves in another turn that has time. */
  nextTurn(): Promise<void> {
    return new Promise((go) => {
      this.waiting.push(go);
      if (!this.isServing) void this.serve();
    });
  }

  /** Works through a generator, which yields between small parts. @returns its result */
  async run<T>(parts: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      const part = parts.next();
      if (part.done) return part.value;
      if (this.isLong()) await this.nextTurn();
    }
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.waiting.length > 0) {
      await new Promise<void>((then) => this.loop.later(then));
      // Those who did not wait have had their time.
      this.beganAt = undefined;
      do {
        this.waiting.shift()!();
        // It works before this goes on.
        await undefined;
      } while (this.waiting.length > 0 && !this.isLong());
    }
    this.isServing = false;
  }
}
