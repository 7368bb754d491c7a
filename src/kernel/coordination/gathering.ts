import { setImmediate as turn } from 'node:timers/promises';

interface Waiting<T, R> {
  item: T;
  weight: number;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Items of one key that come while earlier ones are handled, or in the same turn of the event loop, are handled together. */
export class Gathering<T, R> {
  private readonly waiting = new Map<string, Waiting<T, R>[]>();

  /**
   * @param handle one group of a key at a time; its results are those of the items, in their order
   * @param weigh the share of a group that an item takes, at most 1; the first of a group may take more
   */
  constructor(
    private readonly handle: (items: readonly T[]) => Promise<readonly R[]>,
    private readonly weigh: (item: T) => number,
  ) {}

  /** Whether an item of the key waits or is handled. */
  isBusy(key: string): boolean {
    return this.waiting.has(key);
  }

  /** @returns the item's result; fails if its group does */
  add(key: string, item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const waiting = { item, weight: this.weigh(item), resolve, reject };
      const queue = this.waiting.get(key);
      if (queue) queue.push(waiting);
      else void this.work(key, [waiting]);
    });
  }

  private async work(key: string, queue: Waiting<T, R>[]): Promise<void> {
    this.waiting.set(key, queue);
    while (queue.length > 0) {
      await turn();
      const group = this.groupOf(queue);
      try {
        const results = await this.handle(group.map(({ item }) => item));
        group.forEach(({ resolve }, n) => resolve(results[n]!));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.waiting.delete(key);
  }

  /** Takes the first items that fit together. */
  private groupOf(queue: Waiting<T, R>[]): Waiting<T, R>[] {
    let sum = 0;
    const next = queue.findIndex(({ weight }, n) => (sum += weight) > 1 && n > 0);
    return queue.splice(0, next < 0 ? queue.length : next);
  }
}
