export interface FairSlotsOptions {
  /** Tasks that run at once, or the sum of their sizes. */
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
  size: number;
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
 * has waited longest for their turn, however many tasks others have waiting. The tasks of one owner begin in order. A task may take several slots, its
 * size; one that is larger than the part of an owner, or than all slots, runs while its owner, or nobody, has another.
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

  /** Slots that tasks have. */
  get running(): number {
    return this.held;
  }

  /** Takes a slot, waiting for a free one. Give it back with `release`. @throws the refusal, if too many wait */
  async acquire(name: string, size = 1): Promise<void> {
    if (this.isClosed) throw this.options.refusal();
    const owner = this.owners.get(name) ?? { held: 0, waiting: [] };
    this.owners.set(name, owner);
    if (this.turns.size === 0 && owner.waiting.length === 0 && this.isFree(size) && this.mayHave(owner, size))
      return this.grant(owner, size);
    const { queue, queueInAll = Infinity, refusal } = this.options;
    if (owner.waiting.length >= queue || this.waiting >= queueInAll) {
      this.forget(name, owner);
      throw refusal();
    }
    this.waiting += 1;
    await new Promise<void>((go, refuse) => {
      owner.waiting.push({ size, go, refuse });
      if (this.mayHave(owner, owner.waiting[0]!.size)) this.turns.add(owner);
    });
  }

  release(name: string, size = 1): void {
    const owner = this.owners.get(name)!;
    this.held -= size;
    owner.held -= size;
    const [next] = owner.waiting;
    if (next && this.mayHave(owner, next.size)) this.turns.add(owner);
    this.admit();
    this.forget(name, owner);
  }

  async run<T>(name: string, task: () => Promise<T>, size = 1): Promise<T> {
    await this.acquire(name, size);
    try {
      return await task();
    } finally {
      this.release(name, size);
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

  /** A large task whose turn it is holds up smaller ones, or it would never begin. */
  private admit(): void {
    for (const owner of this.turns) {
      const [{ size, go }] = owner.waiting as [Waiting];
      if (!this.isFree(size)) return;
      // Their next task waits for another turn, after those of all others.
      this.turns.delete(owner);
      owner.waiting.shift();
      this.waiting -= 1;
      this.grant(owner, size);
      const [next] = owner.waiting;
      if (next && this.mayHave(owner, next.size)) this.turns.add(owner);
      go();
    }
  }

  private grant(owner: Owner, size: number): void {
    this.held += size;
    owner.held += size;
  }

  private isFree(size: number): boolean {
    return this.held === 0 || this.held + size <= this.options.slots;
  }

  private mayHave({ held }: Owner, size: number): boolean {
    return held === 0 || held + size <= this.options.perOwner;
  }

  private forget(name: string, { held, waiting }: Owner): void {
    if (held === 0 && waiting.length === 0) this.owners.delete(name);
  }
}
