/**
 * Keys of rows that are being written: what is read meanwhile must not be remembered, because it may be from before the commit, and would be
 * taken for what the file has after it.
 */
export class KeysInFlight {
  private readonly counts = new Map<string, number>();
  /** Writes that may change any row. */
  private ofAll = 0;

  has(key: string): boolean {
    return this.ofAll > 0 || this.counts.has(key);
  }

  /** @param keys of what `write` writes */
  async during<T>(keys: readonly string[], write: () => Promise<T>): Promise<T> {
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    try {
      return await write();
    } finally {
      for (const key of keys) this.release(key);
    }
  }

  async duringAll(write: () => Promise<void>): Promise<void> {
    this.ofAll++;
    await write().finally(() => this.ofAll--);
  }

  private release(key: string): void {
    const left = this.counts.get(key)! - 1;
    if (left > 0) this.counts.set(key, left);
    else this.counts.delete(key);
  }
}
