import type { Capacity } from './capacity.ts';

/** How often an overload is judged anew. */
const WINDOW_MS = 2_000;
/** It goes on if more than this share of the requests waited in crowds. */
const FEW = 0.05;
/** After a pause of this length, it is over. */
const PAUSE_MS = 1_000;
/** How often it is measured how busy the event loop is. */
const MEASURED_MS = 100;
/** Part of the time. */
const BUSY = 0.9;
/** For so long after an overload, the first crowd is another one. */
const WARY_MS = 10_000;

/**
 * Notices when requests arrive faster than this process can compute their answers. No count of requests in work shows that, because a short one
 * begins and ends in one turn of the event loop while others wait in their sockets. It shows in how many are waiting whenever a turn begins. What
 * a request waits is at most the turn before its own and its own, so an overloaded process begins requests only in the first milliseconds of
 * each turn, and refuses those that are left.
 */
export class Turns {
  private isOverloaded = false;
  private wasOverloadedAt = -Infinity;
  private beganAt: number | undefined;
  private endedAt = 0;
  /** In this turn. */
  private seen = 0;
  /** In crowds since the last turn without one. */
  private waited = 0;
  private measured = { at: -Infinity, loop: performance.eventLoopUtilization(), isBusy: false };
  private readonly window = { since: 0, seen: 0, inCrowds: 0 };

  constructor(private readonly capacity: Pick<Capacity, 'crowd' | 'burst' | 'turnMs'>) {}

  /** Whether there has hardly been a moment without work lately. */
  get isBusy(): boolean {
    const now = performance.now();
    if (now - this.measured.at < MEASURED_MS) return this.measured.isBusy;
    const loop = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(loop, this.measured.loop);
    this.measured = { at: now, loop, isBusy: utilization > BUSY };
    return this.measured.isBusy;
  }

  /**
   * Whether a request may begin. The first of a turn always may.
   * @param now milliseconds of a monotonic clock
   */
  admit(now: number): boolean {
    if (this.beganAt === undefined) this.begin(now);
    this.seen += 1;
    return !this.isOverloaded || this.seen === 1 || now - this.beganAt! <= this.capacity.turnMs;
  }

  /** The turn is over. */
  end(now: number): void {
    const isCrowd = this.seen > this.capacity.crowd;
    if (this.isOverloaded) this.judge(now, isCrowd);
    else {
      this.waited = isCrowd ? this.waited + this.seen : 0;
      const isWary = now - this.wasOverloadedAt < WARY_MS;
      if (this.waited > (isWary ? 0 : this.capacity.burst)) this.open(now);
    }
    this.beganAt = undefined;
    this.endedAt = now;
    this.seen = 0;
  }

  private begin(now: number): void {
    this.beganAt = now;
    if (this.isOverloaded && now - this.endedAt > PAUSE_MS) this.close(now);
  }

  /** Whether it goes on. Refusals say nothing about that: a few clients that repeat them at once could all be answered. */
  private judge(now: number, isCrowd: boolean): void {
    this.window.seen += this.seen;
    if (isCrowd) this.window.inCrowds += this.seen;
    if (now - this.window.since < WINDOW_MS) return;
    if (this.window.inCrowds > this.window.seen * FEW) this.open(now);
    else this.close(now);
  }

  private close(now: number): void {
    this.isOverloaded = false;
    this.wasOverloadedAt = now;
  }

  private open(now: number): void {
    this.isOverloaded = true;
    this.waited = 0;
    Object.assign(this.window, { since: now, seen: 0, inCrowds: 0 });
  }
}
