import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobQueue } from '../../kernel/ports/job-queue.ts';
import { withTimeout } from '../../kernel/coordination/waiting.ts';

/** BullMQ's order of delayed jobs ends in 2039; waking early does nothing, because whoever wakes looks at the log. */
const MAX_DELAY_MS = 7 * 86_400_000;
/** Wake-ups can be lost, requests must not wait for them. */
const PATIENCE_MS = 2_000;
/** Whoever stops the program waits ten seconds, usually. */
const PARTING_MS = 8_000;

export interface BullMqJobQueueOptions {
  /** `redis://host:6379` and its kind. */
  url: string;
  /** Before the names of its keys. */
  prefix: string;
  /** Hears what a handler throws; the wake-up is over all the same. */
  onError: (id: string, error: unknown) => void;
  /** Hears that Redis does not answer: wake-ups are lost until it does. */
  onLost: (error: Error) => void;
}

interface WakeUp {
  id: string;
}

/** Wake-ups by BullMQ on Redis: any number of processes share them, one at a time per id. Nothing here must survive. */
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
    // One pending per id. What is to come at once brings a later one forward; what is woken while it runs comes again after.
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
    // What runs comes to its end; without Redis nothing would ever be said to have ended.
    const isAway = this.producer.status !== 'ready';
    const ended = Promise.allSettled<void>([
      ...this.workers.map((worker) => worker.close(isAway)),
      ...[...this.queues.values()].map((queue) => queue.close()),
    ]);
    await withTimeout(ended, isAway ? PATIENCE_MS : PARTING_MS, () => []);
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
      // Also of the connections that BullMQ makes of this one.
      retryStrategy: (times) => (this.closed ? null : Math.min(times * 50, PATIENCE_MS)),
    });
    connection.on('error', (error: Error) => this.options.onLost(error));
    return connection;
  }
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}
