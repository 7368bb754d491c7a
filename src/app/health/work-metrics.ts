import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { kindOf } from '../../kernel/ports/job-queue.ts';
import { FailingWork } from '../work/failing-work.ts';
import { HttpMetrics } from './http-metrics.ts';
import { atMostEvery, gauge } from './metric.ts';

const LISTED_EVERY_MS = 500;

/** Throughput, errors and backlog of work, by kind; each kind has a queue of its own. */
@Injectable()
export class WorkMetrics {
  private readonly durations: Histogram<'kind'>;
  private readonly errors: Counter<'kind'>;
  /** By kind, as the last sweep of this process found it. */
  private readonly due = new Map<string, number>();

  constructor({ registry }: HttpMetrics, failing: FailingWork) {
    this.durations = new Histogram({
      name: 'work_duration_seconds',
      help: 'Duration of attempts at work, by kind, whether they succeeded or not',
      labelNames: ['kind'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    this.errors = new Counter({
      name: 'work_errors_total',
      help: 'Attempts at work that failed with an error, by kind',
      labelNames: ['kind'],
      registers: [registry],
    });
    gauge(
      registry,
      'work_due',
      'Work that the last sweep of this process found due, at most a page',
      ['kind'],
      (set) => {
        for (const [kind, count] of this.due) set(count, { kind });
      },
    );
    const list = atMostEvery(LISTED_EVERY_MS, () => failing.list());
    gauge(
      registry,
      'work_failing',
      'Outside calls that failed and are being retried, in all processes',
      ['kind'],
      async (set) => {
        const counts = new Map([...this.due.keys()].map((kind) => [kind, 0]));
        for (const kind of (await list()).map(({ job }) => kindOf(job))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
        for (const [kind, count] of counts) set(count, { kind });
      },
    );
  }

  /** Shows a kind from now on, even before there is any work of it. */
  declare(kind: string): void {
    this.due.set(kind, 0);
    this.durations.zero({ kind });
    this.errors.inc({ kind }, 0);
  }

  /** The work of a kind that a sweep has found due. */
  found(kind: string, count: number): void {
    this.due.set(kind, count);
  }

  /** Times an attempt. */
  async observe(kind: string, attempt: () => Promise<void>): Promise<void> {
    const end = this.durations.startTimer({ kind });
    try {
      await attempt();
    } catch (error) {
      this.errors.inc({ kind });
      throw error;
    } finally {
      end();
    }
  }
}
