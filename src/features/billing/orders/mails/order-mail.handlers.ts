import type { Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import type { Instant } from '../../../../kernel/ports/clock.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import type { OptionalMail } from '../../../accounts/organizations/organization.events.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { Addressees } from '../../customer-mails/addressees.service.ts';
import { BenefitReader } from '../../benefits/benefits.queries.ts';
import { ProductReader } from '../../products/products.queries.ts';
import { nextCharge } from '../../subscriptions/next-charge.rules.ts';
import { paidSubscription } from '../../subscriptions/paid-order.rules.ts';
import { meteredIn, subscriptionStream, type SubscriptionEvent } from '../../subscriptions/subscription.events.ts';
import { subscriptionProjection } from '../../subscriptions/subscription.projection.ts';
import { SendPaymentFailedMail, SendReceipt } from '../order.commands.ts';
import { mailBillOf } from './mail-bill.rules.ts';
import { orderStream, type BillingReason, type OrderCreated, type OrderEvent } from '../order.events.ts';
import { givenBenefits, paymentFailedMail, receiptMail, type BillingEvent } from './order.mails.ts';

/** One receipt per order, whichever event says that it is paid. */
@Handles(SendReceipt)
export class SendReceiptHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly products: ProductReader,
    private readonly benefits: BenefitReader,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { orderId }, context }: SendReceipt): Promise<void> {
    const facts = await gather(this.executor, this.addressees, orderId, receiptMail);
    if (!facts) return;
    const { address, values, bill } = facts;
    const paid = paidFacts(facts);
    const benefits = isPurchase(paid.billingReason) ? await this.benefitsOf(facts.created.data.productId, address) : '';
    const emailId = deriveUuid(orderId, 'receipt');
    const mail = mailOf(receiptMail, {
      emailId,
      ...address,
      values: { ...values, ...bill, ...paid, ...(benefits !== '' && { benefits }) },
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }

  /** From their streams: read models and grants may be behind the order. */
  private async benefitsOf(productId: string, { organizationId }: { organizationId: string }): Promise<string> {
    const scope = { organizationIds: [organizationId] };
    const product = await this.products.folded(productId, scope);
    const benefits = await this.benefits.live(product?.benefit_ids ?? [], scope);
    return givenBenefits(benefits.map(({ terms: { type }, description }) => ({ type, description })));
  }
}

/** One mail per failed charge. */
@Handles(SendPaymentFailedMail)
export class SendPaymentFailedMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly products: ProductReader,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { orderId, nextAttemptAt, graceEndsAt }, context }: SendPaymentFailedMail): Promise<void> {
    const facts = await gather(this.executor, this.addressees, orderId, paymentFailedMail);
    if (!facts) return;
    const { address, values, bill, timeZone, created, history } = facts;
    const { productId } = created.data;
    const status = history && project(subscriptionProjection, history)?.status;
    const product = (await this.products.named([productId])).get(productId)?.name ?? '';
    const emailId = deriveUuid(context.requestId, 'payment-failed');
    const dunning = { nextAttemptAt, graceEndsAt, status: status ?? null, timeZone };
    const mail = mailOf(paymentFailedMail, {
      emailId,
      ...address,
      values: { ...values, ...bill, product, ...dunning },
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }
}

export const orderMailHandlers: Type[] = [SendReceiptHandler, SendPaymentFailedMailHandler];

interface Facts {
  timeZone: string;
  created: Recorded<OrderCreated>;
  paidAt: Instant;
  history: readonly Recorded<SubscriptionEvent>[] | undefined;
}

/** What mails about an order need, from the streams themselves; undefined if nobody is to be told. */
async function gather(executor: Executor, addressees: Addressees, orderId: string, mail: { kind: OptionalMail }) {
  const order = await executor.load<OrderEvent>(orderStream(orderId), 'any');
  const created = order[0];
  if (created?.type !== 'OrderCreated') throw new NotFound('There is no such order');
  const { organizationId, customerId, subscriptionId } = created.data;
  const scope = { organizationIds: [organizationId] };
  const [addressee, history] = await Promise.all([
    addressees.find({ organizationId, customerId }, mail),
    subscriptionId === null ? undefined : executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), scope),
  ]);
  if (!addressee) return undefined;
  const { address, names, timeZone } = addressee;
  return {
    address,
    timeZone,
    created,
    paidAt: (order.find(({ type }) => type === 'OrderPaid') ?? created).metadata.occurredAt,
    history,
    values: { ...names, orderId },
    bill: mailBillOf(created.data, created.data.paymentId !== null, timeZone),
  };
}

/** What a receipt says besides the bill. */
function paidFacts({ created, paidAt, history = [], timeZone }: Facts) {
  const { orderId, billingReason } = created.data;
  const billedBy = history.map((event) => billingEventOf(event, orderId)).find(Boolean);
  const subscription = paidSubscription(history, { orderId, paidAt });
  const next = subscription && nextCharge(subscription);
  return {
    paidAt,
    timeZone,
    billingReason,
    ...(billedBy && { billedBy }),
    ...(subscription && { status: subscription.status }),
    ...(next && { nextChargeAt: next.at, nextChargeAmount: next.amount }),
    ...(next?.then && { fullChargeAt: next.then.at, fullChargeAmount: next.then.amount }),
    ...(next && { meters: meteredIn(subscription.items).length }),
  };
}

function billingEventOf({ type, data }: SubscriptionEvent, orderId: string): BillingEvent | undefined {
  switch (type) {
    case 'SubscriptionProductChanged':
    case 'SubscriptionEnded':
    case 'SubscriptionRevoked':
      return data.orderId === orderId ? type : undefined;
    default:
      return undefined;
  }
}

/** Rather than a renewal, or a change of what was bought. */
function isPurchase(reason: BillingReason): boolean {
  return reason === 'purchase' || reason === 'subscription_create';
}
