import { Handles } from '../../../app/commands.ts';
import type { Type } from '@nestjs/common';
import { localDay } from '../../../app/time-zones.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { UTC } from '../../../kernel/ports/clock.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import { customerStream, type CustomerEvent } from '../customers/customer.events.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import { paymentStream, type PaymentEvent } from '../payments/payment.events.ts';
import { paymentOf } from '../refunds/paid-order.rules.ts';
import { creditNoteDecider } from './credit-note.decider.ts';
import { DocumentNumbers } from './document-numbers.service.ts';
import { CancelCreditNote, IssueCreditNote, IssueInvoice } from './invoice.commands.ts';
import { invoiceDecider } from './invoice.decider.ts';
import { creditNoteStream, invoiceStream, type InvoiceEvent } from './invoice.events.ts';
import { buyerOf, cardOf, sellerOf } from './invoice.rules.ts';

/** What the order does not say for good is gathered from the streams themselves, at that moment. */
@Handles(IssueInvoice)
export class IssueInvoiceHandler {
  constructor(
    private readonly executor: Executor,
    private readonly memberships: MembershipReader,
    private readonly numbers: DocumentNumbers,
  ) {}

  async execute(command: IssueInvoice): Promise<void> {
    const { orderId, paidAt } = command.data;
    const stream = invoiceStream(orderId);
    const { state } = await this.executor.state(invoiceDecider, stream, 'any');
    if (state.status === 'issued') return;
    const { timeZone, ...facts } = await this.factsOf(orderId);
    const { organizationId } = facts;
    const context = { ...command.context, organizationId };
    const about = { organizationId, documentId: orderId, at: paidAt, timeZone };
    const number = await this.numbers.take('invoice', about, context);
    const issued = { orderId, ...facts, ...number, paidAt };
    await this.executor.execute(invoiceDecider, stream, command.with(issued, { context }));
  }

  private async factsOf(orderId: string) {
    const order = await this.executor.load<OrderEvent>(orderStream(orderId), 'any');
    const [created] = order;
    if (created?.type !== 'OrderCreated') throw new NotFound();
    const { organizationId, customerId } = created.data;
    const scope = { organizationIds: [organizationId] };
    const payment = paymentOf(order);
    const [profile, customer, paid] = await Promise.all([
      this.memberships.profile(organizationId),
      this.executor.history<CustomerEvent>(customerStream(customerId), scope),
      payment ? this.executor.load<PaymentEvent>(paymentStream(payment.paymentId), scope) : [],
    ]);
    if (!profile) throw new NotFound();
    const timeZone = profile.timeZone ?? UTC;
    return {
      organizationId,
      customerId,
      seller: sellerOf(profile, timeZone),
      buyer: buyerOf(created.data, project(customerProjection, customer)),
      card: cardOf(paid),
      timeZone,
    };
  }
}

@Handles(IssueCreditNote)
export class IssueCreditNoteHandler {
  constructor(
    private readonly executor: Executor,
    private readonly numbers: DocumentNumbers,
  ) {}

  async execute(command: IssueCreditNote): Promise<void> {
    const { refundId, orderId, paymentId, refundedAt: at } = command.data;
    const stream = creditNoteStream(refundId);
    const { state } = await this.executor.state(creditNoteDecider, stream, 'any');
    if (state.status !== 'absent') return;
    const { organizationId, customerId, seller } = await invoiceOf(this.executor, orderId);
    const context = { ...command.context, organizationId };
    const about = { organizationId, documentId: refundId, at, timeZone: seller.timeZone };
    const number = await this.numbers.take('credit_note', about, context);
    const issued = { refundId, orderId, organizationId, customerId, paymentId, ...number };
    await this.executor.execute(creditNoteDecider, stream, command.with(issued, { context }));
  }
}

@Handles(CancelCreditNote)
export class CancelCreditNoteHandler {
  constructor(private readonly executor: Executor) {}

  async execute(command: CancelCreditNote): Promise<void> {
    const { refundId, orderId, canceledAt } = command.data;
    const { seller } = await invoiceOf(this.executor, orderId);
    const facts = { refundId, canceledOn: localDay(canceledAt, seller.timeZone) };
    await this.executor.execute(creditNoteDecider, creditNoteStream(refundId), command.with(facts));
  }
}

export const invoiceHandlers: Type[] = [IssueInvoiceHandler, IssueCreditNoteHandler, CancelCreditNoteHandler];

/** It was issued before anything of the order could be refunded. @throws NotFound */
async function invoiceOf(executor: Executor, orderId: string): Promise<InvoiceEvent['data']> {
  const [issued] = await executor.load<InvoiceEvent>(invoiceStream(orderId), 'any');
  if (!issued) throw new NotFound();
  return issued.data;
}
