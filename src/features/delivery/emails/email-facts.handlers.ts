import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MAILER } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { erasedEmail, subjectOf, type Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { organizationStream, type OrganizationEvent } from '../../accounts/organizations/organization.events.ts';
import { customerStream, type CustomerEvent } from '../../billing/customers/customer.events.ts';
import { orderStream, type OrderEvent } from '../../billing/orders/order.events.ts';
import { orderTotals } from '../../billing/pricing.ts';
import { ScheduleEmail, SchedulePaymentFailed, ScheduleReceipt } from './email.commands.ts';
import { type Mailer } from './mailer.ts';

interface OrderFacts {
  organizationId: string;
  customerId: string;
  to: string;
  values: {
    organizationName: string;
    customerName: string | null;
    orderId: string;
    description: string;
    subtotal: number;
    discount: number;
    tax: number;
    total: number;
    currency: string;
    paidAt: string;
  };
}

/** One receipt per order, whichever event says that it is paid. */
@CommandHandler(ScheduleReceipt)
export class ScheduleReceiptHandler implements ICommandHandler<ScheduleReceipt> {
  constructor(
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  async execute({ data: { orderId }, context }: ScheduleReceipt): Promise<void> {
    if (!this.mailer.enabled) return;
    const facts = await gather(this.executor, orderId);
    if (!facts) return;
    const { organizationId, customerId, to, values } = facts;
    const emailId = deriveUuid(orderId, 'receipt');
    const person = subjectOf.customer(customerId);
    const mail = { emailId, kind: 'receipt', person, organizationId, to, values } as const;
    await this.commands.execute(new ScheduleEmail(mail, within(context, organizationId)));
  }
}

/** One word per charge that failed. */
@CommandHandler(SchedulePaymentFailed)
export class SchedulePaymentFailedHandler implements ICommandHandler<SchedulePaymentFailed> {
  constructor(
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  async execute({ data: { orderId }, context }: SchedulePaymentFailed): Promise<void> {
    if (!this.mailer.enabled) return;
    const facts = await gather(this.executor, orderId);
    if (!facts) return;
    const { organizationId, customerId, to, values } = facts;
    const { organizationName, customerName, description, subtotal, total, currency } = values;
    const emailId = deriveUuid(context.requestId, 'payment-failed');
    const mail = {
      emailId,
      kind: 'payment-failed',
      person: subjectOf.customer(customerId),
      organizationId,
      to,
      values: { organizationName, customerName, orderId, description, subtotal, total, currency },
    } as const;
    await this.commands.execute(new ScheduleEmail(mail, within(context, organizationId)));
  }
}

/** What a mail about an order says, from the streams themselves; undefined where its customer is erased. */
async function gather(executor: Executor, orderId: string): Promise<OrderFacts | undefined> {
  const order = await executor.load<OrderEvent>(orderStream(orderId), 'any');
  const created = order[0];
  if (created?.type !== 'OrderCreated') throw new NotFound('There is no such order');
  const { organizationId, customerId, items, discountAmount: discount, taxAmount: tax, currency } = created.data;
  const { subtotalAmount: subtotal, totalAmount: total } = orderTotals(created.data);
  const [organization, customer] = await Promise.all([
    executor.load<OrganizationEvent>(organizationStream(organizationId), 'any'),
    executor.load<CustomerEvent>(customerStream(customerId), 'any'),
  ]);
  const to = latest(customer, 'email');
  if (!to || to === erasedEmail(customerId)) return undefined;
  const paid = order.find(({ type }) => type === 'OrderPaid') ?? created;
  return {
    organizationId,
    customerId,
    to,
    values: {
      organizationName: latest(organization, 'name') ?? '',
      customerName: latest(customer, 'name') ?? null,
      orderId,
      description: items.map(({ label }) => label).join(', '),
      subtotal,
      discount,
      tax,
      total,
      currency,
      paidAt: paid.metadata.occurredAt,
    },
  };
}

/** The last value that any event of a stream gave a field. */
function latest(events: readonly Recorded[], field: string): string | null | undefined {
  const set = events.filter(({ data }) => field in data).at(-1);
  return (set?.data as Record<string, string | null> | undefined)?.[field];
}

function within(context: Context, organizationId: string): Context {
  return { ...context, organizationId };
}
