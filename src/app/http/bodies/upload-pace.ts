import type { Capacity } from '../sharing/capacity.ts';

/** While uploads crowd, each must be so many times as fast. */
const CROWDED = 4;

/** Watches that bytes keep arriving while somebody waits for them. */
export class Pace {
  private bytes = 0;
  private isWaiting = true;
  private readonly timer: NodeJS.Timeout;
  private judging: NodeJS.Immediate | undefined;

  /**
   * @param isCrowded whether others need the place
   * @param tooSlow called after each window in which too little has arrived
   */
  constructor(
    private readonly capacity: Pick<Capacity, 'uploadBytes' | 'uploadWindowMs'>,
    private readonly isCrowded: () => boolean,
    private readonly tooSlow: () => void,
  ) {
    this.timer = setInterval(() => this.windowEnded(), capacity.uploadWindowMs);
  }

  arrived(bytes: number): void {
    this.bytes += bytes;
    this.isWaiting = false;
  }

  waits(): void {
    this.isWaiting = true;
  }

  end(): void {
    clearInterval(this.timer);
    clearImmediate(this.judging);
  }

  /** After a pause of the whole process, timers run before what arrived meanwhile is read, and `setImmediate` runs after it. */
  private windowEnded(): void {
    clearImmediate(this.judging);
    this.judging = setImmediate(() => this.judge());
  }

  /** A slow disk is not the client's fault. */
  private judge(): void {
    const needed = this.capacity.uploadBytes * (this.isCrowded() ? CROWDED : 1);
    if (this.isWaiting && this.bytes < needed) this.tooSlow();
    this.bytes = 0;
  }
}
