import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { JobQueue } from '../kernel/job-queue.ts';
import type { Log } from '../kernel/log.ts';
import { Runtime } from './runtime.ts';
import { JOBS, LOG } from './tokens.ts';

const SWEEP_MS = 1_000;

/** One kind of work outside the log: done when woken, and looked for, because a wake-up may be lost. */
export interface Work {
  /** Of its wake-ups: `{kind}/{id}`. */
  kind: string;
  atOnce: number;
  handle(id: string): Promise<void>;
  /** Ids of what is due, as far as the read models show. */
  due(): Promise<Iterable<string>>;
}

export function jobOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** Runs workers on wake-ups, with a sweeper that wakes what the queue has lost (DESIGN §6). */
@Injectable()
export class Workers implements OnApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly runtime: Runtime,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(LOG) private readonly log: Log,
  ) {}

  start(work: Work): void {
    this.jobs.work(work.kind, (job) => work.handle(job.slice(work.kind.length + 1)), work.atOnce);
    this.timers.push(setInterval(() => void this.sweep(work), SWEEP_MS));
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private async sweep(work: Work): Promise<void> {
    if (this.runtime.projector.position === undefined) return;
    try {
      for (const id of await work.due()) await this.jobs.wake(jobOf(work.kind, id));
    } catch (error) {
      this.log.error('Looking for what the queue has lost failed', { kind: work.kind, error: (error as Error).name });
    }
  }
}
