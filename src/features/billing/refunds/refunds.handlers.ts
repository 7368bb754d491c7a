import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { JOBS, LOG } from '../../../app/tokens.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import { paymentStream, type PaymentEvent } from '../payments/payment.events.ts';
import { paidOrderOf, paymentOf } from './paid-order.rules.ts';
import { RecordRefundOutcome, RequestRefund, SendRefundMail, type RefundsState } from './refund.commands.ts';
import { refundDecider, type PaidOrder } from './refund.decider.ts';
import { RefundUnknownPayment } from './refund.errors.ts';
import { refundsStream, type RefundEvent } from './refund.events.ts';
import { refundMail } from './refund.mails.ts';
import { Addressees } from '../customer-mails/addressees.service.ts';
import { RefundService } from './refund.service.ts';
import { refundJob } from './refund.worker.ts';

/** Requests a refund, then calls the processor. If the call fails, the worker repeats it, and the refund is pending until then. */
@Handles(RequestRefund)
export class RequestRefundHandler {
  constructor(
    private readonly executor: Executor,
    private readonly refunds: RefundService,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async execute(command: RequestRefund): Promise<Executed<RefundsState, RefundEvent>> {
    const { refundId } = command.data;
    const order = await this.orderOf(command);
    const { paymentId, organizationId } = order;
    const stream = refundsStream(paymentId);
    const context = { ...command.context, organizationId };
    const facts = { ...command.data, order };
    const requested = await this.executor.execute(refundDecider, stream, command.with(facts, { context }));
    try {
      await this.refunds.settle(paymentId, refundId, context);
    } catch (error) {
      this.log.warn('A refund could not be requested from the processor; it is retried', { refundId, error });
      await this.jobs.wake(refundJob(paymentId, refundId));
      return requested;
    }
    const { state, revision, history } = await this.executor.state(refundDecider, stream, 'any');
    return { state, revision, history, appended: requested.appended };
  }

  /** @throws InvalidInput it is not one of the caller's · RefundUnknownPayment */
  private async orderOf({ data: { orderId }, context: { scope } }: RequestRefund): Promise<PaidOrder> {
    const order = await this.executor.load<OrderEvent>(orderStream(orderId), scope);
    if (order.length === 0) throw InvalidInput.at('body.order_id', 'Order not found');
    const payment = paymentOf(order);
    const taken = payment && (await this.executor.load<PaymentEvent>(paymentStream(payment.paymentId), scope));
    const paid = taken && paidOrderOf(order, taken);
    if (!paid) throw new RefundUnknownPayment();
    return paid;
  }
}

/** One mail per refund, even if the processor reports its success twice. */
@Handles(SendRefundMail)
export class SendRefundMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { paymentId, refundId }, context }: SendRefundMail): Promise<void> {
    const { state, history } = await this.executor.state(refundDecider, refundsStream(paymentId), 'any');
    const refund = state.refunds[refundId];
    const succeeded = history.events.find(({ type, data }) => type === 'RefundSucceeded' && data.refundId === refundId);
    if (!refund || !succeeded) throw new NotFound();
    const { customerId, organizationId, orderId, currency } = refund;
    const addressee = await this.addressees.find({ organizationId, customerId }, refundMail);
    if (!addressee) return;
    const mail = mailOf(refundMail, {
      emailId: deriveUuid(refundId, 'refund-mail'),
      ...addressee.address,
      values: {
        ...addressee.names,
        orderId,
        amount: refund.amount,
        tax: refund.taxAmount,
        payment: refund.paymentAmount,
        balance: refund.balanceAmount,
        currency,
        refundedAt: succeeded.metadata.occurredAt,
        timeZone: addressee.timeZone,
      },
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

export const refundHandlers: Type[] = [
  RequestRefundHandler,
  SendRefundMailHandler,
  ...handlersOf(refundDecider, ({ paymentId }: { paymentId: string }) => refundsStream(paymentId), RecordRefundOutcome),
];
