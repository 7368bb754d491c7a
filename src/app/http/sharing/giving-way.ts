/** A client that has its answer may send its next request within this time. */
const NEXT_WITHIN_MS = 50;
/** Of the time that a share took. */
const REST = 0.5;
const LONGEST_REST_MS = 100;
/** Of the time that a share took: a rest in which there was nothing to do for so long is over. */
const IDLE = 0.25;
const LOOK_EVERY_MS = 2;

/** In milliseconds. */
export interface EventLoop {
  now(): number;
  /** How long there has been nothing to do. */
  idle(): number;
}

const EVENT_LOOP: EventLoop = {
  now: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
};

interface Waiting {
  bytes: number;
  go(): void;
}

/**
 * While other requests come, bulk ones take turns with them: a share of them begins, and once all of it is answered, the next begins after a rest
 * of half the time that the last one took, or sooner if there is nothing else to do. Without others, all of them begin as they come.
 */
export class GivingWay {
  private lastOtherAt = -Infinity;
  private others = 0;
  private readonly queue: Waiting[] = [];
  /** What has begun since the last rest. */
  private share = { beganAt: 0, bytes: 0, unanswered: 0 };
  private rest = { until: -Infinity, idle: 0 };
  private timer: NodeJS.Timeout | undefined;

  /** @param shareBytes of bodies; a share has one request at least */
  constructor(
    private readonly shareBytes: number,
    private readonly loop: EventLoop = EVENT_LOOP,
  ) {}

  /** How many bulk requests wait. */
  get waiting(): number {
    return this.queue.length;
  }

  otherBegan(): void {
    this.others += 1;
  }

  /** It is answered, or waits for its client. */
  otherEnded(): void {
    this.others -= 1;
    this.lastOtherAt = this.loop.now();
  }

  /** When a bulk request may begin. @returns a function to call when it is answered */
  async begin(bytes: number): Promise<() => void> {
    await new Promise<void>((go) => {
      this.queue.push({ bytes, go });
      this.admit();
    });
    return () => {
      this.share.unanswered -= 1;
      if (this.share.unanswered === 0) this.beginRest();
      this.admit();
    };
  }

  private admit(): void {
    for (let next = this.queue[0]; next && this.hasRoom(next); next = this.queue[0]) {
      this.queue.shift();
      this.share.bytes += next.bytes;
      this.share.unanswered += 1;
      next.go();
    }
    if (this.queue.length > 0 && this.share.unanswered === 0) this.lookAgain();
  }

  private hasRoom({ bytes }: Waiting): boolean {
    if (this.share.unanswered === 0) {
      if (this.isBusy() && this.isResting()) return false;
      this.share = { beganAt: this.loop.now(), bytes: 0, unanswered: 0 };
    }
    return !this.isBusy() || this.share.bytes === 0 || this.share.bytes + bytes <= this.shareBytes;
  }

  private isBusy(): boolean {
    return this.others > 0 || this.loop.now() - this.lastOtherAt < NEXT_WITHIN_MS;
  }

  private isResting(): boolean {
    return this.loop.now() < this.rest.until && this.loop.idle() < this.rest.idle;
  }

  private beginRest(): void {
    const now = this.loop.now();
    const took = now - this.share.beganAt;
    this.rest = { until: now + Math.min(took * REST, LONGEST_REST_MS), idle: this.loop.idle() + took * IDLE };
  }

  private lookAgain(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.admit();
    }, LOOK_EVERY_MS);
  }
}
