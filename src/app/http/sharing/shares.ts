/** Even among many, everybody may have so many requests in work. */
const LEAST = 2;
/** Of one owner: as many as may be in work in all. Beyond them, requests are refused. */
const MAX_WAITING = 128;

interface Owner {
  inWork: number;
  waiting: (() => void)[];
}

export interface SharesOptions {
  /** Requests in work, while only one owner has any. */
  most: number;
  /** While several have some and the process is busy: each may have an equal part of it. */
  whileBusy: number;
  isBusy(): boolean;
}

/**
 * The requests in work, which owners share: whoever has many in work waits, and those that have few do not. The requests of one owner begin in order, and
 * their turns alternate with those of all others.
 */
export class Shares {
  private readonly owners = new Map<string, Owner>();
  /** Who has something in work. */
  private active = 0;

  constructor(private readonly options: SharesOptions) {}

  /** Whether nothing of an owner is in work, and nothing waits. */
  isIdle(name: string): boolean {
    return !this.owners.has(name);
  }

  /** Whether so many of an owner wait that another is refused. */
  isFull(name: string): boolean {
    return (this.owners.get(name)?.waiting.length ?? 0) >= MAX_WAITING;
  }

  /** Calls back at once or later, when the request may begin; it ends with `remove`. */
  begin(name: string, go: () => void): void {
    const owner = this.opened(name);
    if (owner.waiting.length === 0 && this.hasRoom(owner)) {
      this.count(owner, 1);
      go();
    } else owner.waiting.push(go);
  }

  /** A request that had paused goes on: it does not wait again. It may have ended before that. */
  add(name: string): void {
    const owner = this.opened(name);
    this.count(owner, 1);
    this.forget(name, owner);
  }

  remove(name: string): void {
    const owner = this.opened(name);
    this.count(owner, -1);
    this.forget(name, owner);
    for (const [next, waiting] of this.owners) this.admit(next, waiting);
  }

  private opened(name: string): Owner {
    const owner = this.owners.get(name) ?? { inWork: 0, waiting: [] };
    this.owners.set(name, owner);
    return owner;
  }

  private admit(name: string, owner: Owner): void {
    if (owner.waiting.length === 0 || !this.hasRoom(owner)) return;
    // Their next request comes after those of all others.
    this.owners.delete(name);
    this.owners.set(name, owner);
    const go = owner.waiting.shift()!;
    this.count(owner, 1);
    go();
  }

  private hasRoom({ inWork }: Owner): boolean {
    const active = this.active + (inWork === 0 ? 1 : 0);
    const { most, whileBusy, isBusy } = this.options;
    if (active === 1) return inWork < most;
    return inWork < Math.max(LEAST, Math.floor((isBusy() ? whileBusy : most) / active));
  }

  private count(owner: Owner, change: 1 | -1): void {
    const wasActive = owner.inWork > 0;
    owner.inWork += change;
    this.active += Number(owner.inWork > 0) - Number(wasActive);
  }

  private forget(name: string, { inWork, waiting }: Owner): void {
    if (inWork === 0 && waiting.length === 0) this.owners.delete(name);
  }
}
