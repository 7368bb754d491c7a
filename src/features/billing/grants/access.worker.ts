import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { jobOf, Workers, type Work } from '../../../app/workers.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Find } from '../../../kernel/ports/document-store.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { accessProjection, type AccessDocument } from './access.projection.ts';
import { AccessService } from './access.service.ts';
import { ACCESS_WORK } from './grant-streams.service.ts';

const PAGE = 500;

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
  ) {}

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

  private async dueNow(limit: number): Promise<AccessDocument[]> {
    const query: Find = {
      where: { lte: ['next_attempt_at', this.clock.machineNow()] },
      sort: [{ field: 'next_attempt_at', direction: 'asc' }],
      limit,
    };
    return (await this.documents.find(accessProjection, query, 'any')).items;
  }
}
