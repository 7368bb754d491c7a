/** Runs one task per key at a time, in order, within this process; `KeyedLock` also among processes. */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Always in the order of the keys given, so that callers do not wait for each other. */
  withLocks<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
    const [key, ...others] = keys;
    return key === undefined ? task() : this.withLock(key, () => this.withLocks(others, task));
  }

  async withLock<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    const tail = mine.catch(() => undefined);
    this.tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    }
  }
}
