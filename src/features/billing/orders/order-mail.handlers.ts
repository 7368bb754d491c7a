import { CommandHandler } from '@nestjs/cqrs';
import type { Type } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { dayText } from '../../../kernel/day-text.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { UTC, type Instant } from '../../../kernel/ports/clock.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { erasedEmail, subjectOf, type Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { customerStream, type CustomerEvent } from '../customers/customer.events.ts';
import { nextCharge } from '../subscriptions/next-charge.rules.ts';
import { subscriptionStream, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { subscriptionProjection } from '../subscriptions/subscription.projection.ts';
import { SendPaymentFailedMail, SendReceipt } from './order.commands.ts';
import { orderStream, type OrderEvent, type OrderItem } from './order.events.ts';
import { paymentFailedMail, receiptMail } from './order.mails.ts';
import { periodSuffix } from './renewal.rules.ts';

interface Period {
  start: Instant;
  end: Instant;
}

/** One receipt per order, whichever event says that it is paid. */
@CommandHandler(SendReceipt)
export class SendReceiptHandler {
  constructor(
    private readonly executor: Executor,
    private readonly memberships: MembershipReader,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { orderId }, context }: SendReceipt): Promise<void> {
    const facts = await gather(this.executor, this.memberships, orderId);
    if (!facts) return;
    const { address, values, paid } = facts;
    const emailId = deriveUuid(orderId, 'receipt');
    const mail = mailOf(receiptMail, { emailId, ...address, values: { ...values, ...paid } });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }
}

/** One mail per failed charge. */
@CommandHandler(SendPaymentFailedMail)
export class SendPaymentFailedMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly memberships: MembershipReader,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { orderId }, context }: SendPaymentFailedMail): Promise<void> {
    const facts = await gather(this.executor, this.memberships, orderId);
    if (!facts) return;
    const { address, values } = facts;
    const emailId = deriveUuid(context.requestId, 'payment-failed');
    const mail = mailOf(paymentFailedMail, { emailId, ...address, values });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }
}

export const orderMailHandlers: Type[] = [SendReceiptHandler, SendPaymentFailedMailHandler];

/** What mails about an order need, from the streams themselves; undefined if its customer is erased. */
async function gather(executor: Executor, memberships: MembershipReader, orderId: string) {
  const order = await executor.load<OrderEvent>(orderStream(orderId), 'any');
  const created = order[0];
  if (created?.type !== 'OrderCreated') throw new NotFound('There is no such order');
  const { organizationId, customerId, subscriptionId, items, currency, period, billingReason } = created.data;
  const {
    subtotalAmount: subtotal,
    discountAmount: discount,
    taxAmount: tax,
    totalAmount: total,
  } = created.data.totals;
  const scope = { organizationIds: [organizationId] };
  const [organization, customer, subscription] = await Promise.all([
    memberships.profile(organizationId),
    executor.load<CustomerEvent>(customerStream(customerId), scope),
    subscriptionId === null
      ? undefined
      : executor
          .load<SubscriptionEvent>(subscriptionStream(subscriptionId), scope)
          .then((events) => project(subscriptionProjection, events)),
  ]);
  const to = latest(customer, 'email');
  if (!to || to === erasedEmail(customerId)) return undefined;
  const next = subscription && nextCharge(subscription);
  const { metadata } = order.find(({ type }) => type === 'OrderPaid') ?? created;
  const timeZone = organization?.timeZone ?? UTC;
  const lineOf = ({ label }: OrderItem) => (period ? withDays(label, period, timeZone) : label);
  return {
    address: { person: subjectOf.customer(customerId), organizationId, to },
    values: {
      organizationName: organization?.name ?? '',
      customerName: latest(customer, 'name') ?? null,
      orderId,
      description: items.map(lineOf).join(', '),
      subtotal,
      total,
      currency,
    },
    paid: {
      discount,
      tax,
      paidAt: metadata.occurredAt,
      timeZone,
      billingReason,
      ...(next && { nextChargeAt: next.at }),
    },
  };
}

/** The label of a renewal's line, with the days of its period as mails write them; other labels unchanged. */
function withDays(label: string, { start, end }: Period, zone: string): string {
  const suffix = periodSuffix(start, end);
  if (!label.endsWith(suffix)) return label;
  return `${label.slice(0, -suffix.length)}, ${dayText(start, zone)} to ${dayText(end, zone)}`;
}

/** The last value that any event of a stream gave a field. */
function latest(events: readonly Recorded[], field: string): string | null | undefined {
  const set = events.filter(({ data }) => field in data).at(-1);
  return (set?.data as Record<string, string | null> | undefined)?.[field];
}
