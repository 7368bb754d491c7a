import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { kindOf, type JobQueue, type WorkOptions } from '../../kernel/ports/job-queue.ts';
import { pause, withTimeout } from '../../kernel/coordination/waiting.ts';

/** BullMQ orders delayed jobs only until 2039; an early wake-up is harmless, because its handler checks the log. */
const MAX_DELAY_MS = 7 * 86_400_000;
/** Requests must not wait for wake-ups, which may be lost. */
const PATIENCE_MS = 2_000;
/** Supervisors usually kill a stopping process after ten seconds. */
const SHUTDOWN_MS = 8_000;
const LOOK_EVERY_MS = 20;
/** As long as it takes to take over a lead: a handler's process that has not renewed its lock since then has died. */
const LOCKED_MS = 10_000;
const LOCKS_CHECKED_EVERY_MS = 5_000;
/** Each worker decides about retries, because a process that only wakes does not know its kind: see `retryAfter`. */
const ATTEMPTS = Number.MAX_SAFE_INTEGER;
const NO_RETRY = -1;

export interface BullMqJobQueueOptions {
  /** URL, such as `redis://host:6379`. */
  url: string;
  /** Prefix of its keys. */
  prefix: string;
  /** Called with what a handler throws. */
  onError: (id: string, error: unknown) => void;
  /** Called while Redis is unavailable: wake-ups are lost until it returns. */
  onLost: (error: Error) => void;
}

interface WakeUp {
  id: string;
}

type Handle = (id: string, attempt: number) => Promise<void>;

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
    await this.add(id, { delay, deduplication: { keepLastIfActive: true, reschedule: delay === 0 } });
  }

  async remind(id: string): Promise<void> {
    if (!this.closed) await this.add(id, { deduplication: {} });
  }

  work(kind: string, handle: Handle, { concurrency = 1, limit, retryAfter }: WorkOptions = {}): void {
    const connection = this.connect({ maxRetriesPerRequest: null });
    const worker = new Worker<WakeUp>(kind, (job) => this.handle(job, handle), {
      connection,
      concurrency,
      prefix: this.options.prefix,
      lockDuration: LOCKED_MS,
      stalledInterval: LOCKS_CHECKED_EVERY_MS,
      // However often its process has died.
      maxStalledCount: ATTEMPTS,
      ...(limit && { limiter: { max: limit.max, duration: limit.perMs } }),
      settings: { backoffStrategy: (attempt) => retryAfter?.(attempt) ?? NO_RETRY },
    });
    worker.on('error', (error) => this.options.onLost(error));
    this.consumers.push(connection);
    this.workers.push(worker);
  }

  async idle(kind: string): Promise<void> {
    try {
      const isBusy = async () => (await this.queueOf(kind).getJobCountByTypes('waiting', 'active')) > 0;
      while (!this.closed && (await isBusy())) await pause(LOOK_EVERY_MS);
    } catch (error) {
      this.options.onLost(error as Error);
    }
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

  private async handle({ data: { id }, attemptsMade }: Job<WakeUp>, handle: Handle): Promise<void> {
    let failed = false;
    try {
      await handle(id, attemptsMade + 1);
    } catch (error) {
      this.options.onError(id, error);
      failed = true;
    }
    // Redis keeps the message, which must not quote the handler's error.
    if (failed) throw new Error('Failed');
  }

  private async add(
    id: string,
    { delay, deduplication }: { delay?: number; deduplication: { keepLastIfActive?: true; reschedule?: boolean } },
  ): Promise<void> {
    try {
      const options = { delay, deduplication: { id: encodeURIComponent(id), ...deduplication } };
      await this.queueOf(kindOf(id)).add('wake', { id }, options);
    } catch (error) {
      this.options.onLost(error as Error);
    }
  }

  private queueOf(kind: string): Queue<WakeUp> {
    const known = this.queues.get(kind);
    if (known) return known;
    const queue = new Queue<WakeUp>(kind, {
      connection: this.producer,
      prefix: this.options.prefix,
      defaultJobOptions: {
        removeOnComplete: true,
        removeOnFail: true,
        attempts: ATTEMPTS,
        backoff: { type: 'custom' },
        stackTraceLimit: 0,
      },
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
