import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { LOG } from '../../../app/tokens.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import {
  ChargePayment,
  EnquirePayment,
  RecordPaymentOutcome,
  RefundMismatch,
  RequestPayment,
  ReversePayment,
} from './payment.commands.ts';
import { paymentDecider, type PaymentState } from './payment.decider.ts';
import { paymentStream } from './payment.events.ts';
import { PaymentService } from './payment.service.ts';

@CommandHandler(ChargePayment)
export class ChargePaymentHandler {
  constructor(private readonly payments: PaymentService) {}

  execute({ data: { paymentId }, context }: ChargePayment): Promise<PaymentState> {
    return this.payments.charge(paymentId, context);
  }
}

@CommandHandler(EnquirePayment)
export class EnquirePaymentHandler {
  constructor(private readonly payments: PaymentService) {}

  execute({ data: { id }, context }: EnquirePayment): Promise<PaymentState> {
    return this.payments.enquire(id, context);
  }
}

/** Requests the refund, then makes it; the ticker repeats the second step if it failed. */
@CommandHandler(ReversePayment)
export class ReversePaymentHandler {
  constructor(
    private readonly executor: Executor,
    private readonly payments: PaymentService,
  ) {}

  async execute(command: ReversePayment): Promise<PaymentState> {
    const { paymentId } = command.data;
    await this.executor.execute(paymentDecider, paymentStream(paymentId), command);
    return this.payments.settleReversal(paymentId, command.context);
  }
}

/** Also listed by `tillbook payments mismatched`. */
@CommandHandler(RefundMismatch)
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

export const paymentHandlers: Type[] = [
  ChargePaymentHandler,
  EnquirePaymentHandler,
  ReversePaymentHandler,
  RefundMismatchHandler,
  ...handlersOf(
    paymentDecider,
    ({ paymentId }: { paymentId: string }) => paymentStream(paymentId),
    RequestPayment,
    RecordPaymentOutcome,
  ),
];
