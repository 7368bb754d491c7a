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
import { SendPaymentFailedMail, SendReceipt, SendTrialEndingMail } from './order.commands.ts';
import { orderStream, type OrderEvent, type OrderItem } from './order.events.ts';
import { paymentFailedMail, receiptMail, trialEndingMail } from './order.mails.ts';
import { OrderPreviewer } from './order-previews.service.ts';
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

  async execute({ data: { orderId, nextAttemptAt, graceEndsAt }, context }: SendPaymentFailedMail): Promise<void> {
    const facts = await gather(this.executor, this.memberships, orderId);
    if (!facts) return;
    const { address, values, paid, status } = facts;
    const emailId = deriveUuid(context.requestId, 'payment-failed');
    const dunning = { nextAttemptAt, graceEndsAt, status: status ?? null, timeZone: paid.timeZone };
    const mail = mailOf(paymentFailedMail, { emailId, ...address, values: { ...values, ...dunning } });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }
}

/** With what the first order will be, as its preview shows it. */
@CommandHandler(SendTrialEndingMail)
export class SendTrialEndingMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly memberships: MembershipReader,
    private readonly previews: OrderPreviewer,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { subscriptionId }, context }: SendTrialEndingMail): Promise<void> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), 'any');
    const subscription = project(subscriptionProjection, events);
    if (!subscription || subscription.status !== 'trialing') return;
    const { customer_id: customerId, organization_id: organizationId } = subscription;
    const [{ next }, addressee] = await Promise.all([
      this.previews.next(subscriptionId, { organizationIds: [organizationId] }),
      addresseeOf(this.executor, this.memberships, { organizationId, customerId }),
    ]);
    if (!next || !addressee) return;
    const { address, names, timeZone } = addressee;
    const { at: endsAt, currency, total_amount: total, due_amount: due, items } = next;
    const description = items.map(({ label }) => withDays(label, next.period, timeZone)).join(', ');
    const values = { ...names, description, currency, total, due, endsAt, timeZone };
    const emailId = deriveUuid(context.requestId, 'trial-ending');
    const mail = mailOf(trialEndingMail, { emailId, ...address, values });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

export const orderMailHandlers: Type[] = [SendReceiptHandler, SendPaymentFailedMailHandler, SendTrialEndingMailHandler];

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
  const [addressee, subscription] = await Promise.all([
    addresseeOf(executor, memberships, { organizationId, customerId }),
    subscriptionId === null
      ? undefined
      : executor
          .load<SubscriptionEvent>(subscriptionStream(subscriptionId), scope)
          .then((events) => project(subscriptionProjection, events)),
  ]);
  if (!addressee) return undefined;
  const { address, names, timeZone } = addressee;
  const next = subscription && nextCharge(subscription);
  const { metadata } = order.find(({ type }) => type === 'OrderPaid') ?? created;
  const lineOf = ({ label }: OrderItem) => (period ? withDays(label, period, timeZone) : label);
  return {
    address,
    status: subscription?.status,
    values: { ...names, orderId, description: items.map(lineOf).join(', '), subtotal, total, currency },
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

/** Whom a mail goes to, and from whom; undefined if the customer is erased. */
async function addresseeOf(
  executor: Executor,
  memberships: MembershipReader,
  { organizationId, customerId }: { organizationId: string; customerId: string },
) {
  const [organization, customer] = await Promise.all([
    memberships.profile(organizationId),
    executor.load<CustomerEvent>(customerStream(customerId), { organizationIds: [organizationId] }),
  ]);
  const to = latest(customer, 'email');
  if (!to || to === erasedEmail(customerId)) return undefined;
  return {
    address: { person: subjectOf.customer(customerId), organizationId, to },
    names: { organizationName: organization?.name ?? '', customerName: latest(customer, 'name') ?? null },
    timeZone: organization?.timeZone ?? UTC,
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
