import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK, JOBS } from '../../../app/tokens.ts';
import { jobOf, Workers, type Work } from '../../../app/work/workers.ts';
import { addSeconds, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { JobQueue, Rate } from '../../../kernel/ports/job-queue.ts';
import { ProcessorCalls, retryCallAfter } from '../payments/processor-calls.service.ts';
import { PENDING_SECONDS, refundProjection, type RefundDocument } from './refund.projection.ts';
import { RefundService } from './refund.service.ts';

const REFUND_WORK = 'refund';

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
  private readonly calls: ProcessorCalls<RefundDocument>;

  constructor(
    private readonly workers: Workers,
    private readonly refunds: RefundService,
    documents: Documents,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.calls = new ProcessorCalls(documents, clock, refundProjection);
    const perSecond = refunds.paymentsPerSecond;
    if (perSecond !== undefined) this.limit = { max: perSecond, perMs: 1_000 };
  }

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    return (await this.calls.next()).map(({ id, payment_id }) => workOf(payment_id, id));
  }

  now(clock: Clock): Instant {
    return clock.now();
  }

  /** Refunds that are pending at the processor wait for it, not for this program. */
  oldest(): Promise<Instant | undefined> {
    return this.calls.oldest(({ modified_at }) => modified_at === null);
  }

  async handle(id: string): Promise<void> {
    const [paymentId, refundId] = id.split('~') as [string, string];
    const refund = await this.refunds.settle(paymentId, refundId);
    if (refund?.status !== 'pending') return;
    await this.jobs.wake(refundJob(paymentId, refundId), addSeconds(this.clock.machineNow(), PENDING_SECONDS));
  }

  retryAfter(attempt: number): number {
    return retryCallAfter(attempt);
  }
}

function workOf(paymentId: string, refundId: string): string {
  return `${paymentId}~${refundId}`;
}
