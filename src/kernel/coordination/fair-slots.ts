export interface FairSlotsOptions {
  /** Tasks that run at once. */
  slots: number;
  /** Tasks of one owner that run at once: well below `slots`, because whoever has them all holds up everybody else. */
  perOwner: number;
  /** Tasks of one owner that may wait. */
  queue: number;
  /** Tasks that may wait in all; any number by default. */
  queueInAll?: number;
  /** What one more task is told. */
  refusal: () => Error;
}

interface Waiting {
  go: () => void;
  refuse: (error: Error) => void;
}

interface Owner {
  held: number;
  /** Their tasks, in order. */
  waiting: Waiting[];
}

/**
 * Slots that owners share, such as organizations or addresses: each may have a part of them, and a slot that becomes free goes to the owner who
 * has waited longest for their turn, however many tasks others have waiting. The tasks of one owner begin in order.
 */
export class FairSlots {
  private held = 0;
  private waiting = 0;
  private isClosed = false;
  /** Who has a slot, or waits for one. */
  private readonly owners = new Map<string, Owner>();
  /** Who waits and may have another slot, in the order of their turns. */
  private readonly turns = new Set<Owner>();

  constructor(private readonly options: FairSlotsOptions) {}

  /** Tasks that have a slot. */
  get running(): number {
    return this.held;
  }

  /** Takes a slot, waiting for a free one. Give it back with `release`. @throws the refusal, if too many wait */
  async acquire(name: string): Promise<void> {
    if (this.isClosed) throw this.options.refusal();
    const owner = this.owners.get(name) ?? { held: 0, waiting: [] };
    this.owners.set(name, owner);
    if (this.held < this.options.slots && this.mayHaveAnother(owner)) return this.grant(owner);
    const { queue, queueInAll = Infinity, refusal } = this.options;
    if (owner.waiting.length >= queue || this.waiting >= queueInAll) {
      this.forget(name, owner);
      throw refusal();
    }
    this.waiting += 1;
    await new Promise<void>((go, refuse) => {
      owner.waiting.push({ go, refuse });
      if (this.mayHaveAnother(owner)) this.turns.add(owner);
    });
  }

  release(name: string): void {
    const owner = this.owners.get(name)!;
    this.held -= 1;
    owner.held -= 1;
    if (owner.waiting.length > 0) this.turns.add(owner);
    this.admitNext();
    this.forget(name, owner);
  }

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    await this.acquire(name);
    try {
      return await task();
    } finally {
      this.release(name);
    }
  }

  /** Runs a task that waits for somebody else without the caller's slot, which is taken again afterwards. @throws as `acquire`, too */
  async without<T>(name: string, task: () => Promise<T>): Promise<T> {
    this.release(name);
    try {
      return await task();
    } finally {
      await this.acquire(name);
    }
  }

  /** Refuses whoever waits or comes from now on; those who have a slot keep it. */
  close(): void {
    this.isClosed = true;
    this.turns.clear();
    for (const owner of this.owners.values()) {
      for (const { refuse } of owner.waiting) refuse(this.options.refusal());
      owner.waiting = [];
    }
    this.waiting = 0;
  }

  private admitNext(): void {
    const [owner] = this.turns;
    if (!owner) return;
    // Their next task waits for another turn, after those of all others.
    this.turns.delete(owner);
    const { go } = owner.waiting.shift()!;
    this.waiting -= 1;
    this.grant(owner);
    if (owner.waiting.length > 0 && this.mayHaveAnother(owner)) this.turns.add(owner);
    go();
  }

  private grant(owner: Owner): void {
    this.held += 1;
    owner.held += 1;
  }

  private mayHaveAnother({ held }: Owner): boolean {
    return held < this.options.perOwner;
  }

  private forget(name: string, { held, waiting }: Owner): void {
    if (held === 0 && waiting.length === 0) this.owners.delete(name);
  }
}
