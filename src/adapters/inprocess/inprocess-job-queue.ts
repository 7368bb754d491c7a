import type { JobQueue } from '../../kernel/ports/job-queue.ts';

/** Beyond this many milliseconds, setTimeout fires immediately. */
const MAX_DELAY = 2 ** 31 - 1;

export interface InprocessJobQueueOptions {
  /** Called with what a handler throws; the wake-up counts as handled. */
  onError: (id: string, error: unknown) => void;
  /** Machine time in milliseconds since 1970. */
  now?: () => number;
}

interface Worker {
  handle: (id: string) => Promise<void>;
  concurrency: number;
  running: Map<string, Promise<void>>;
}

/** Wake-ups by timers, which are lost when the process ends. */
export class InprocessJobQueue implements JobQueue {
  private readonly workers = new Map<string, Worker>();
  /** Not due yet. */
  private readonly timers = new Map<string, { due: number; timer: NodeJS.Timeout }>();
  /** Due, and waiting for a free worker, per kind in the order they became due. */
  private readonly ready = new Map<string, Set<string>>();
  private readonly now: () => number;
  private closed = false;

  constructor(private readonly options: InprocessJobQueueOptions) {
    this.now = options.now ?? Date.now;
  }

  async wake(id: string, at?: string): Promise<void> {
    if (this.closed || this.ready.get(kindOf(id))?.has(id)) return;
    const due = at === undefined ? this.now() : Date.parse(at);
    if (Number.isNaN(due)) throw new Error(`${at} is not a time`);
    const pending = this.timers.get(id);
    // One wake-up per id: the earlier. One that is overdue because the clock was moved ahead is scheduled again.
    if (pending && pending.due <= due && pending.due > this.now() - 1_000) return;
    clearTimeout(pending?.timer);
    this.arm(id, due);
  }

  work(kind: string, handle: (id: string) => Promise<void>, concurrency = 1): void {
    if (this.workers.has(kind)) throw new Error(`${kind} already has a worker`);
    this.workers.set(kind, { handle, concurrency, running: new Map() });
    this.startNext(kind);
  }

  /** Discards pending wake-ups and waits for running handlers. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.ready.clear();
    await Promise.all([...this.workers.values()].flatMap(({ running }) => [...running.values()]));
  }

  private arm(id: string, due: number): void {
    const delay = Math.min(Math.max(due - this.now(), 0), MAX_DELAY);
    this.timers.set(id, { due, timer: setTimeout(() => this.fire(id, due), delay) });
  }

  private fire(id: string, due: number): void {
    if (due > this.now()) return this.arm(id, due);
    this.timers.delete(id);
    const kind = kindOf(id);
    const ready = this.ready.get(kind) ?? new Set();
    this.ready.set(kind, ready.add(id));
    this.startNext(kind);
  }

  private startNext(kind: string): void {
    const worker = this.workers.get(kind);
    if (!worker) return;
    for (const id of this.ready.get(kind) ?? []) {
      if (worker.running.size >= worker.concurrency) return;
      // One at a time per id: an id woken while its handler runs is handled afterwards.
      if (worker.running.has(id)) continue;
      this.ready.get(kind)!.delete(id);
      worker.running.set(id, this.run(kind, worker, id));
    }
  }

  private async run(kind: string, worker: Worker, id: string): Promise<void> {
    // Deferred, so that it is in `running` before it can end.
    await Promise.resolve();
    try {
      await worker.handle(id);
    } catch (error) {
      this.options.onError(id, error);
    } finally {
      worker.running.delete(id);
      this.startNext(kind);
    }
  }
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}
