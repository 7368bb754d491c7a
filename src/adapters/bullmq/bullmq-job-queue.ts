import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobQueue } from '../../kernel/ports/job-queue.ts';
import { withTimeout } from '../../kernel/coordination/waiting.ts';

/** BullMQ orders delayed jobs only until 2039; an early wake-up is harmless, because its handler checks the log. */
const MAX_DELAY_MS = 7 * 86_400_000;
/** Requests must not wait for wake-ups, which may be lost. */
const PATIENCE_MS = 2_000;
/** Supervisors usually kill a stopping process after ten seconds. */
const SHUTDOWN_MS = 8_000;

export interface BullMqJobQueueOptions {
  /** URL, such as `redis://host:6379`. */
  url: string;
  /** Prefix of its keys. */
  prefix: string;
  /** Called with what a handler throws; the wake-up counts as handled. */
  onError: (id: string, error: unknown) => void;
  /** Called while Redis is unavailable: wake-ups are lost until it returns. */
  onLost: (error: Error) => void;
}

interface WakeUp {
  id: string;
}

/** Wake-ups through BullMQ on Redis, shared by any number of processes, one at a time per id. Nothing here needs to be durable. */
export class BullMqJobQueue implements JobQueue {
  private readonly producer: Redis;
  private readonly queues = new Map<string, Queue<WakeUp>>();
  private readonly workers: Worker<WakeUp>[] = [];
  private readonly consumers: Redis[] = [];
  private closed = false;

  constructor(private readonly options: BullMqJobQueueOptions) {
    // Without Redis an add would wait for ever (docs/DRIVERS.md#redis-and-bullmq).
    this.producer = this.connect({ maxRetriesPerRequest: 1, commandTimeout: PATIENCE_MS });
  }

  async wake(id: string, at?: string): Promise<void> {
    if (this.closed) return;
    const due = at === undefined ? Date.now() : Date.parse(at);
    if (Number.isNaN(due)) throw new Error(`${at} is not a time`);
    const delay = Math.min(Math.max(due - Date.now(), 0), MAX_DELAY_MS);
    // One pending wake-up per id. An immediate one replaces a later one; an id woken while its handler runs is handled again afterwards.
    const deduplication = { id: encodeURIComponent(id), keepLastIfActive: true, reschedule: delay === 0 };
    try {
      await this.queueOf(kindOf(id)).add('wake', { id }, { delay, deduplication });
    } catch (error) {
      this.options.onLost(error as Error);
    }
  }

  work(kind: string, handle: (id: string) => Promise<void>, concurrency = 1): void {
    const connection = this.connect({ maxRetriesPerRequest: null });
    const worker = new Worker<WakeUp>(kind, (job) => this.handle(job, handle), {
      connection,
      concurrency,
      prefix: this.options.prefix,
    });
    worker.on('error', (error) => this.options.onLost(error));
    this.consumers.push(connection);
    this.workers.push(worker);
  }

  async close(): Promise<void> {
    this.closed = true;
    // Waits for running handlers; without Redis, BullMQ would never report that they have ended.
    const isUnavailable = this.producer.status !== 'ready';
    const ended = Promise.allSettled<void>([
      ...this.workers.map((worker) => worker.close(isUnavailable)),
      ...[...this.queues.values()].map((queue) => queue.close()),
    ]);
    await withTimeout(ended, isUnavailable ? PATIENCE_MS : SHUTDOWN_MS, () => []);
    for (const connection of [this.producer, ...this.consumers]) connection.disconnect();
  }

  private async handle({ data: { id } }: Job<WakeUp>, handle: (id: string) => Promise<void>): Promise<void> {
    try {
      await handle(id);
    } catch (error) {
      this.options.onError(id, error);
    }
  }

  private queueOf(kind: string): Queue<WakeUp> {
    const known = this.queues.get(kind);
    if (known) return known;
    const queue = new Queue<WakeUp>(kind, {
      connection: this.producer,
      prefix: this.options.prefix,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', (error) => this.options.onLost(error));
    this.queues.set(kind, queue);
    return queue;
  }

  private connect(options: { maxRetriesPerRequest: number | null; commandTimeout?: number }): Redis {
    const connection = new Redis(this.options.url, {
      ...options,
      connectTimeout: PATIENCE_MS,
      // Also applies to the connections that BullMQ duplicates from this one.
      retryStrategy: (times) => (this.closed ? null : Math.min(times * 50, PATIENCE_MS)),
    });
    connection.on('error', (error: Error) => this.options.onLost(error));
    return connection;
  }
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}
