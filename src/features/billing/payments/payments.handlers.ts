import { Inject, type Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { JOBS, LOG, VAULT } from '../../../app/tokens.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import {
  ChargePayment,
  ForgetPaymentMethod,
  RecordDispute,
  RecordPaymentOutcome,
  RefundMismatch,
  RequestPayment,
  ReversePayment,
  SettlePayment,
} from './payment.commands.ts';
import { paymentDecider, type PaymentState } from './payment.decider.ts';
import { paymentStream } from './payment.events.ts';
import { PaymentService } from './payment.service.ts';
import { removedMethodEntry, removedMethodJob } from './removed-method.worker.ts';
import { FIRST_INQUIRY_SECONDS, paymentJob } from './payment.worker.ts';

@Handles(SettlePayment)
export class SettlePaymentHandler {
  constructor(@Inject(JOBS) private readonly jobs: JobQueue) {}

  execute({ data: { paymentId } }: SettlePayment): Promise<void> {
    return this.jobs.wake(paymentJob(paymentId));
  }
}

/** If the call fails, the worker repeats it. */
@Handles(ChargePayment)
export class ChargePaymentHandler {
  constructor(
    private readonly payments: PaymentService,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute({ data: { paymentId }, context }: ChargePayment): Promise<PaymentState> {
    try {
      const state = await this.payments.charge(paymentId, context);
      if (state.status === 'pending')
        await this.jobs.wake(paymentJob(paymentId), addSeconds(context.machineNow, FIRST_INQUIRY_SECONDS));
      return state;
    } catch (error) {
      await this.jobs.wake(paymentJob(paymentId));
      throw error;
    }
  }
}

/** The worker makes the refund. */
@Handles(ReversePayment)
export class ReversePaymentHandler {
  constructor(
    private readonly executor: Executor,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: ReversePayment): Promise<void> {
    const { paymentId } = command.data;
    const { state } = await this.executor.execute(paymentDecider, paymentStream(paymentId), command);
    if (state.status === 'reversing') await this.jobs.wake(paymentJob(paymentId));
  }
}

/** Also listed by `tillbook payments mismatched`. */
@Handles(RefundMismatch)
export class RefundMismatchHandler {
  constructor(
    private readonly executor: Executor,
    private readonly reversing: ReversePaymentHandler,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async execute({ data, context }: RefundMismatch): Promise<void> {
    const { paymentId, ...received } = data;
    const { state } = await this.executor.state(paymentDecider, paymentStream(paymentId), 'any');
    if (state.status === 'mismatched') {
      const { organizationId, purpose, amount, currency } = state;
      const about = { paymentId, organizationId, purpose, requested: { amount, currency }, received };
      this.log.error('A payment does not match what was requested and is refunded', about);
    }
    const reason = 'The payment does not match what was requested';
    await this.reversing.execute(new ReversePayment({ paymentId, reason }, context));
  }
}

/** The note outlives a lost wake-up. */
@Handles(ForgetPaymentMethod)
export class ForgetPaymentMethodHandler {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute({ data: { paymentMethodId } }: ForgetPaymentMethod): Promise<void> {
    await this.vault.put(removedMethodEntry(paymentMethodId), '');
    await this.jobs.wake(removedMethodJob(paymentMethodId));
  }
}

export const paymentHandlers: Type[] = [
  SettlePaymentHandler,
  ChargePaymentHandler,
  ReversePaymentHandler,
  RefundMismatchHandler,
  ForgetPaymentMethodHandler,
  ...handlersOf(
    paymentDecider,
    ({ paymentId }: { paymentId: string }) => paymentStream(paymentId),
    RequestPayment,
    RecordPaymentOutcome,
    RecordDispute,
  ),
];
