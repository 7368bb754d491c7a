import { Notifier } from '../../kernel/coordination/waiting.ts';
import { kindOf, type JobQueue, type WorkOptions } from '../../kernel/ports/job-queue.ts';
import { RateWindow } from './rate-window.ts';

/** Beyond this many milliseconds, setTimeout fires immediately. */
const MAX_DELAY = 2 ** 31 - 1;

export interface InprocessJobQueueOptions {
  /** Called with what a handler throws. */
  onError: (id: string, error: unknown) => void;
  /** Machine time in milliseconds since 1970. */
  now?: () => number;
}

interface Worker {
  handle: (id: string, attempt: number) => Promise<void>;
  concurrency: number;
  window: RateWindow | undefined;
  retryAfter: WorkOptions['retryAfter'];
  running: Map<string, Promise<void>>;
  /** How often the last attempts of an id failed. */
  failures: Map<string, number>;
}

/** Wake-ups by timers, which are lost when the process ends. */
export class InprocessJobQueue implements JobQueue {
  private readonly workers = new Map<string, Worker>();
  /** Not due yet. */
  private readonly timers = new Map<string, { due: number; timer: NodeJS.Timeout }>();
  /** Due, and waiting for a free worker, per kind in the order they became due. */
  private readonly ready = new Map<string, Set<string>>();
  private readonly handled = new Notifier();
  private readonly now: () => number;
  private closed = false;

  constructor(private readonly options: InprocessJobQueueOptions) {
    this.now = options.now ?? Date.now;
  }

  async wake(id: string, at?: string): Promise<void> {
    if (this.closed || this.readyOf(kindOf(id)).has(id)) return;
    const due = at === undefined ? this.now() : Date.parse(at);
    if (Number.isNaN(due)) throw new Error(`${at} is not a time`);
    const pending = this.timers.get(id);
    // One wake-up per id: the earlier. One that is overdue because the clock was moved ahead is scheduled again.
    if (pending && pending.due <= due && !this.isOverdue(pending.due)) return;
    clearTimeout(pending?.timer);
    this.arm(id, due);
  }

  async remind(id: string): Promise<void> {
    const pending = this.timers.get(id);
    if (this.workers.get(kindOf(id))?.running.has(id) || (pending && !this.isOverdue(pending.due))) return;
    await this.wake(id);
  }

  work(kind: string, handle: Worker['handle'], options: WorkOptions = {}): void {
    if (this.workers.has(kind)) throw new Error(`${kind} already has a worker`);
    const { concurrency = 1, limit, retryAfter } = options;
    const window = limit && new RateWindow(limit);
    this.workers.set(kind, { handle, concurrency, window, retryAfter, running: new Map(), failures: new Map() });
    this.startNext(kind);
  }

  async idle(kind: string): Promise<void> {
    const worker = this.workers.get(kind);
    while (worker && !this.closed && (worker.running.size > 0 || this.readyOf(kind).size > 0))
      await this.handled.next();
  }

  /** Discards pending wake-ups and waits for running handlers. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.ready.clear();
    for (const { window } of this.workers.values()) window?.close();
    this.handled.ring();
    await Promise.all([...this.workers.values()].flatMap(({ running }) => [...running.values()]));
  }

  private isOverdue(due: number): boolean {
    return due <= this.now() - 1_000;
  }

  private arm(id: string, due: number): void {
    if (due <= this.now()) return this.enqueue(id);
    const delay = Math.min(due - this.now(), MAX_DELAY);
    this.timers.set(id, { due, timer: setTimeout(() => this.arm(id, due), delay) });
  }

  private enqueue(id: string): void {
    this.timers.delete(id);
    this.readyOf(kindOf(id)).add(id);
    this.startNext(kindOf(id));
  }

  private startNext(kind: string): void {
    const worker = this.workers.get(kind);
    if (!worker) return;
    for (const id of this.readyOf(kind)) {
      if (this.closed || worker.running.size >= worker.concurrency) return;
      // One at a time per id: an id woken while its handler runs is handled afterwards.
      if (worker.running.has(id)) continue;
      if (worker.window && !worker.window.take(() => this.startNext(kind))) return;
      this.readyOf(kind).delete(id);
      worker.running.set(id, this.run(kind, worker, id));
    }
  }

  private async run(kind: string, worker: Worker, id: string): Promise<void> {
    // Deferred, so that it is in `running` before it can end.
    await Promise.resolve();
    const { failures, retryAfter } = worker;
    const attempt = (failures.get(id) ?? 0) + 1;
    try {
      await worker.handle(id, attempt);
      failures.delete(id);
    } catch (error) {
      this.options.onError(id, error);
      if (retryAfter) {
        failures.set(id, attempt);
        await this.wake(id, new Date(this.now() + retryAfter(attempt)).toISOString());
      }
    } finally {
      worker.running.delete(id);
      this.startNext(kind);
      this.handled.ring();
    }
  }

  private readyOf(kind: string): Set<string> {
    const ready = this.ready.get(kind) ?? new Set();
    this.ready.set(kind, ready);
    return ready;
  }
}
