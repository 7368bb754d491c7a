import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { jobOf, Workers, type Work } from '../../../app/workers.ts';
import { addSeconds, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { JobQueue, Rate } from '../../../kernel/ports/job-queue.ts';
import { PENDING_SECONDS, refundProjection, type RefundDocument } from './refund.projection.ts';
import { RefundService } from './refund.service.ts';

const REFUND_WORK = 'refund';
const PAGE = 500;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 900_000;

/** Wakes the worker of one refund. */
export function refundJob(paymentId: string, refundId: string): string {
  return jobOf(REFUND_WORK, workOf(paymentId, refundId));
}

/** Requests refunds from the processor and asks about them (docs/PROCESSES.md#payments). */
@Injectable()
export class RefundWorker implements Work, OnApplicationBootstrap {
  readonly kind = REFUND_WORK;
  readonly atOnce = 16;
  readonly limit: Rate | undefined;
  readonly isAwaited = true;
  readonly isLocked = true;
  /** Where the next page of the sweep begins: refunds that wait for the processor stay in it for long. */
  private skip = 0;

  constructor(
    private readonly workers: Workers,
    private readonly refunds: RefundService,
    private readonly documents: Documents,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const perSecond = refunds.paymentsPerSecond;
    if (perSecond !== undefined) this.limit = { max: perSecond, perMs: 1_000 };
  }

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    const items = await this.waiting(this.skip);
    this.skip = items.length === PAGE ? this.skip + PAGE : 0;
    return items.map(({ id, payment_id }) => workOf(payment_id, id));
  }

  now(clock: Clock): Instant {
    return clock.now();
  }

  /** Refunds that are pending at the processor wait for it, not for this program. */
  async oldest(): Promise<Instant | undefined> {
    return (await this.waiting(0)).find(({ modified_at }) => modified_at === null)?.next_call_at ?? undefined;
  }

  async handle(id: string): Promise<void> {
    const [paymentId, refundId] = id.split('~') as [string, string];
    const refund = await this.refunds.settle(paymentId, refundId);
    if (refund?.status !== 'pending') return;
    await this.jobs.wake(refundJob(paymentId, refundId), addSeconds(this.clock.machineNow(), PENDING_SECONDS));
  }

  retryAfter(attempt: number): number {
    return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
  }

  private async waiting(skip: number): Promise<RefundDocument[]> {
    const { items } = await this.documents.find(
      refundProjection,
      {
        where: { lte: ['next_call_at', this.clock.now()] },
        sort: [{ field: 'next_call_at', direction: 'asc' }],
        skip,
        limit: PAGE,
      },
      'any',
    );
    return items;
  }
}

function workOf(paymentId: string, refundId: string): string {
  return `${paymentId}~${refundId}`;
}
