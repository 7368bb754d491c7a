import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK, JOBS, PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { jobOf, Workers, type Work } from '../../../app/work/workers.ts';
import { addSeconds, msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { JobQueue, Rate } from '../../../kernel/ports/job-queue.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import { paymentProjection, PENDING_SECONDS, type PaymentDocument } from './payment.projection.ts';
import { PaymentService } from './payment.service.ts';
import { ProcessorCalls, retryCallAfter } from './processor-calls.service.ts';

const PAYMENT_WORK = 'payment';
/** After a payment became pending. */
export const FIRST_INQUIRY_SECONDS = 15;

/** Wakes the worker of one payment. */
export function paymentJob(paymentId: string): string {
  return jobOf(PAYMENT_WORK, paymentId);
}

/**
 * Seconds until the processor is asked again about what it has not settled: as long as that has taken so far, within limits. A buyer who has
 * just approved a payment does not wait long, should no report arrive; a bank debit that takes days is not asked about all the time.
 */
export function pauseBeforeInquiry(since: Instant, now: Instant): number {
  const seconds = Math.ceil((msOf(now) - msOf(since)) / 1_000);
  return Math.min(Math.max(seconds, FIRST_INQUIRY_SECONDS), PENDING_SECONDS);
}

/** Charges, refunds and asks about payments (docs/PROCESSES.md#payments). */
@Injectable()
export class PaymentWorker implements Work, OnApplicationBootstrap {
  readonly kind = PAYMENT_WORK;
  readonly atOnce = 32;
  readonly limit: Rate | undefined;
  readonly isAwaited = true;
  readonly isLocked = true;
  private readonly calls: ProcessorCalls<PaymentDocument>;

  constructor(
    private readonly workers: Workers,
    private readonly payments: PaymentService,
    documents: Documents,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROCESSOR) processor: PaymentProcessor | null,
  ) {
    this.calls = new ProcessorCalls(documents, clock, paymentProjection);
    if (processor?.paymentsPerSecond !== undefined) this.limit = { max: processor.paymentsPerSecond, perMs: 1_000 };
  }

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    return (await this.calls.next()).map(({ id }) => id);
  }

  now(clock: Clock): Instant {
    return clock.now();
  }

  /** Payments that are pending at the processor wait for it, not for this program. */
  oldest(): Promise<Instant | undefined> {
    return this.calls.oldest(({ status }) => status !== 'pending');
  }

  async handle(paymentId: string, attempt: number): Promise<void> {
    const { state, since } = await this.payments.settle(paymentId, attempt > 1);
    if (state.status !== 'pending' && state.status !== 'reversing') return;
    const now = this.clock.machineNow();
    await this.jobs.wake(paymentJob(paymentId), addSeconds(now, pauseBeforeInquiry(since, now)));
  }

  retryAfter(attempt: number): number {
    return retryCallAfter(attempt);
  }
}
