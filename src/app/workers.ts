import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config.ts';
import { addSeconds, type Clock } from '../kernel/ports/clock.ts';
import type { JobQueue } from '../kernel/ports/job-queue.ts';
import { Lease } from '../kernel/coordination/lease.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { Vault } from '../kernel/ports/vault.ts';
import { HealthChecks, reasonOf } from './health/health-checks.ts';
import { Runtime } from './runtime.ts';
import { CLOCK, CONFIG, JOBS, LOG, VAULT } from './tokens.ts';

const SWEEP_MS = 1_000;
/** Longer than a worker waits for anything. */
const HELD_SECONDS = 30;
const ASKED_AGAIN_SECONDS = 1;

/** One kind of work outside the log: done on a wake-up, and found by polling, because wake-ups may be lost. */
export interface Work {
  /** Prefix of its wake-ups: `{kind}/{id}`. */
  kind: string;
  atOnce: number;
  handle(id: string): Promise<void>;
  /** Ids of due work, according to the read models. */
  due(): Promise<Iterable<string>>;
}

export function jobOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** Runs workers on wake-ups, with a sweeper that repeats lost ones (docs/PROCESSES.md#work). */
@Injectable()
export class Workers implements OnApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
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
  ) {}

  start(work: Work): void {
    if (!this.runtime.runs('worker')) return;
    this.checks.register(`sweep of ${work.kind}`, () => this.failures.get(work.kind));
    this.jobs.work(
      work.kind,
      (job) => this.withoutOverlap(job, () => work.handle(job.slice(work.kind.length + 1))),
      work.atOnce,
    );
    this.timers.push(setInterval(() => void this.sweep(work), SWEEP_MS));
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Only one process at a time does a job; others try again later. */
  private async withoutOverlap(job: string, task: () => Promise<void>): Promise<void> {
    if (!this.config.shared) return task();
    const lease = new Lease(job, HELD_SECONDS, { vault: this.vault, clock: this.clock });
    if (await lease.take()) return lease.during(task);
    return this.jobs.wake(job, addSeconds(this.clock.machineNow(), ASKED_AGAIN_SECONDS));
  }

  private async sweep(work: Work): Promise<void> {
    if (!this.runtime.isStarted) return;
    try {
      for (const id of await work.due()) await this.jobs.wake(jobOf(work.kind, id));
      this.failures.delete(work.kind);
    } catch (error) {
      this.failures.set(work.kind, reasonOf(error));
      this.log.error('Looking for due work failed', { kind: work.kind, error });
    }
  }
}
