import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../../config.ts';
import { addSeconds, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import type { JobQueue, WorkOptions } from '../../kernel/ports/job-queue.ts';
import { Lease } from '../../kernel/coordination/lease.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import { FailingWork } from './failing-work.ts';
import { HealthChecks, reasonOf } from '../health/health-checks.ts';
import { OldestUndone } from '../health/oldest-undone.ts';
import { WorkMetrics } from '../health/work-metrics.ts';
import { inBackground } from '../outside.ts';
import { Runtime } from '../runtime.ts';
import { CLOCK, CONFIG, JOBS, LOG, VAULT } from '../tokens.ts';

const SWEEP_MS = 1_000;
/** Longer than a worker waits for anything. */
const HELD_SECONDS = 30;
const ASKED_AGAIN_SECONDS = 1;

/** One kind of work outside the log: done on a wake-up, and found by polling, because wake-ups may be lost. */
export interface Work extends Pick<WorkOptions, 'limit' | 'retryAfter'> {
  /** Prefix of its wake-ups: `{kind}/{id}`. */
  kind: string;
  atOnce: number;
  /** Whether `Runtime.settled` waits until what is due of it is done. */
  isAwaited?: boolean;
  /** Whether it takes a lock itself, so that only one process works on an id. */
  isLocked?: boolean;
  /** @param attempt counts from 1 */
  handle(id: string, attempt: number): Promise<void>;
  /** Ids of due work, according to the read models. */
  due(): Promise<Iterable<string>>;
  /** Since when the oldest undone work has been wanted; undefined if everything is done. */
  oldest?(): Promise<Instant | undefined>;
  /** Why the oldest undone work is not done yet, if an attempt has failed. */
  why?(): Promise<string | null>;
  /** By which the work is due; machine time by default. */
  now?(clock: Clock): Instant;
}

export function jobOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** Runs workers on wake-ups, with a sweeper that repeats lost ones (docs/PROCESSES.md#work). */
@Injectable()
export class Workers implements OnApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  /** The sweep of each kind that runs: one at a time. */
  private readonly sweeping = new Map<string, Promise<void>>();
  /** Why the last sweep of each kind failed. */
  private readonly failures = new Map<string, string>();

  constructor(
    private readonly runtime: Runtime,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(LOG) private readonly log: Log,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly checks: HealthChecks,
    private readonly failing: FailingWork,
    private readonly metrics: WorkMetrics,
    private readonly undone: OldestUndone,
  ) {}

  start(work: Work): void {
    const { kind, atOnce: concurrency, limit, retryAfter } = work;
    if (work.isAwaited) this.runtime.awaitedWork.set(kind, () => this.sweepAfresh(work));
    if (!this.runtime.runs('worker')) return;
    this.checks.register(`sweep of ${kind}`, () => this.failures.get(kind));
    this.metrics.declare(kind);
    if (work.oldest)
      this.undone.register(
        kind,
        () => work.oldest!(),
        work.now,
        () => work.why?.(),
      );
    const handle = (job: string, attempt: number): Promise<void> => {
      const task = () => this.attempt(work, job, attempt);
      return inBackground(() => (work.isLocked ? task() : this.withoutOverlap(job, task)));
    };
    this.jobs.work(kind, handle, { concurrency, limit, retryAfter });
    this.timers.push(setInterval(() => void this.sweep(work), SWEEP_MS));
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** What is retried is shown to operators until it succeeds. */
  private async attempt(work: Work, job: string, attempt: number): Promise<void> {
    try {
      await this.metrics.observe(work.kind, () => work.handle(job.slice(work.kind.length + 1), attempt));
      if (attempt > 1) await this.failing.remove(job);
    } catch (error) {
      if (work.retryAfter) await this.failing.put(job, { attempt, error, retryInMs: work.retryAfter(attempt) });
      throw error;
    }
  }

  /** Only one process at a time does a job; others try again later. */
  private async withoutOverlap(job: string, task: () => Promise<void>): Promise<void> {
    if (!this.config.shared) return task();
    const lease = new Lease(job, HELD_SECONDS, { vault: this.vault, clock: this.clock });
    if (await lease.take()) return lease.during(task);
    return this.jobs.wake(job, addSeconds(this.clock.machineNow(), ASKED_AGAIN_SECONDS));
  }

  /** One that runs may have looked for due work before it was due. */
  private async sweepAfresh(work: Work): Promise<void> {
    await this.sweeping.get(work.kind);
    await this.sweep(work);
  }

  private async sweep(work: Work): Promise<void> {
    if (!this.runtime.isStarted || !this.runtime.runs('worker')) return;
    const sweep = this.sweeping.get(work.kind) ?? this.wakeDue(work).finally(() => this.sweeping.delete(work.kind));
    this.sweeping.set(work.kind, sweep);
    await sweep;
  }

  private async wakeDue(work: Work): Promise<void> {
    const { kind } = work;
    try {
      // A retry keeps its back-off; work without one has a schedule of its own, which says that it is due.
      const wake = (job: string) => (work.retryAfter ? this.jobs.remind(job) : this.jobs.wake(job));
      const due = [...(await work.due())];
      this.metrics.found(kind, due.length);
      for (const id of due) await wake(jobOf(kind, id));
      this.failures.delete(kind);
    } catch (error) {
      this.failures.set(kind, reasonOf(error));
      this.log.error('Looking for due work failed', { kind, error });
    }
  }
}
