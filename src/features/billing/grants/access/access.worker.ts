import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { HttpMetrics } from '../../../../app/health/http-metrics.ts';
import { atMostEvery, gauge } from '../../../../app/health/metric.ts';
import { CLOCK, JOBS } from '../../../../app/tokens.ts';
import { jobOf, Workers, type Work } from '../../../../app/work/workers.ts';
import type { Clock, Instant } from '../../../../kernel/ports/clock.ts';
import type { Find, Where } from '../../../../kernel/ports/document-store.ts';
import type { JobQueue } from '../../../../kernel/ports/job-queue.ts';
import { accessProjection, type AccessDocument } from './access.projection.ts';
import { AccessService } from './access.service.ts';
import { ACCESS_WORK } from '../grant-streams.service.ts';

const PAGE = 500;
const COUNTED_EVERY_MS = 10_000;

/** Calls Discord and GitHub. What fails has a schedule of its own, in the log: a restart goes on with it. */
@Injectable()
export class AccessWorker implements Work, OnApplicationBootstrap {
  readonly kind = ACCESS_WORK;
  readonly atOnce = 8;
  readonly isAwaited = true;
  readonly isLocked = true;

  constructor(
    private readonly workers: Workers,
    private readonly accesses: AccessService,
    private readonly documents: Documents,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    { registry }: HttpMetrics,
  ) {
    const parked = atMostEvery(COUNTED_EVERY_MS, () => this.parked());
    const help =
      'Customers to whom Discord or GitHub does not give, or from whom it does not take, a benefit until somebody retries';
    gauge(registry, 'benefit_accesses_parked', help, [], async (set) => set(await parked()));
  }

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    return (await this.dueNow(PAGE)).map(({ id }) => id);
  }

  async oldest(): Promise<Instant | undefined> {
    return (await this.dueNow(1))[0]?.next_attempt_at ?? undefined;
  }

  async handle(id: string): Promise<void> {
    const [customerId, benefitId] = id.split('_') as [string, string];
    const next = await this.accesses.settle({ customerId, benefitId });
    if (next !== undefined) await this.jobs.wake(jobOf(ACCESS_WORK, id), next);
  }

  private async parked(): Promise<number> {
    const where: Where = { eq: ['is_parked', true] };
    return (await this.documents.find(accessProjection, { where, limit: 0, counted: true }, 'any')).total;
  }

  private async dueNow(limit: number): Promise<AccessDocument[]> {
    const query: Find = {
      where: { lte: ['next_attempt_at', this.clock.machineNow()] },
      sort: [{ field: 'next_attempt_at', direction: 'asc' }],
      limit,
    };
    return (await this.documents.find(accessProjection, query, 'any')).items;
  }
}
