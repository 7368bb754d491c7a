import type { Rate } from '../../kernel/ports/job-queue.ts';

/** Lets at most `max` begin in each window of `perMs`, which opens with the first of them. */
export class RateWindow {
  private left: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly rate: Rate) {
    this.left = rate.max;
  }

  /** @param onReopen called when the window that refuses is over */
  take(onReopen: () => void): boolean {
    this.timer ??= setTimeout(() => this.reopen(onReopen), this.rate.perMs);
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private reopen(onReopen: () => void): void {
    this.timer = undefined;
    this.left = this.rate.max;
    onReopen();
  }
}
