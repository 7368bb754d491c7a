/** Lets at most so many tasks run at once; the others wait in order. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  /** @param queue how many may wait, and what else is told */
  constructor(
    private free: number,
    private readonly queue: { most: number; refusal: () => Error } = { most: Infinity, refusal: Error },
  ) {}

  /** Takes a slot, waiting for a free one. @throws the refusal, if too many wait */
  async acquire(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else if (this.waiting.length >= this.queue.most) throw this.queue.refusal();
    else await new Promise<void>((go) => this.waiting.push(go));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await task();
    } finally {
      this.release();
    }
  }
}
