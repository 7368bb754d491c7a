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

/** Slots of each key: who uses up their own keeps nobody else waiting. */
export class KeyedSlots {
  private readonly keys = new Map<string, { slots: Slots; tasks: number }>();

  /** @param each tasks of a key that run at once */
  constructor(
    private readonly each: number,
    private readonly queue: { most: number; refusal: () => Error },
  ) {}

  /** @throws the refusal, if too many of the key wait */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const known = this.keys.get(key) ?? { slots: new Slots(this.each, this.queue), tasks: 0 };
    this.keys.set(key, known);
    known.tasks += 1;
    try {
      return await known.slots.run(task);
    } finally {
      known.tasks -= 1;
      if (known.tasks === 0) this.keys.delete(key);
    }
  }
}
