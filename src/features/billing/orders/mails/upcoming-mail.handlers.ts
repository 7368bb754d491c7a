import type { Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { Addressees } from '../../customer-mails/addressees.service.ts';
import { PaymentCards } from '../../payments/payment-cards.queries.ts';
import { ProductReader } from '../../products/products.queries.ts';
import { meteredIn, subscriptionStream, type SubscriptionEvent } from '../../subscriptions/subscription.events.ts';
import { subscriptionProjection } from '../../subscriptions/subscription.projection.ts';
import type { SubscriptionStatus } from '../../subscriptions/subscription-status.rules.ts';
import { mailBillOf } from './mail-bill.rules.ts';
import { SendRenewalUpcomingMail, SendTrialEndingMail } from '../order.commands.ts';
import { renewalUpcomingMail, trialEndingMail } from './order.mails.ts';
import { OrderPreviewer } from '../order-previews.service.ts';

/** With what the first order will be, as its preview shows it. */
@Handles(SendTrialEndingMail)
export class SendTrialEndingMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly previews: OrderPreviewer,
    private readonly products: ProductReader,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { subscriptionId }, context }: SendTrialEndingMail): Promise<void> {
    const { executor, addressees, previews, products } = this;
    const upcoming = await gather(
      { executor, addressees, previews, products },
      subscriptionId,
      'trialing',
      trialEndingMail,
    );
    if (!upcoming) return;
    const { address, values, at: endsAt } = upcoming;
    const emailId = deriveUuid(context.requestId, 'trial-ending');
    const mail = mailOf(trialEndingMail, { emailId, ...address, values: { ...values, endsAt } });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }
}

/** With what the next order will be, and the card that it is charged to. */
@Handles(SendRenewalUpcomingMail)
export class SendRenewalUpcomingMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly previews: OrderPreviewer,
    private readonly products: ProductReader,
    private readonly cards: PaymentCards,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { subscriptionId }, context }: SendRenewalUpcomingMail): Promise<void> {
    const { executor, addressees, previews, products } = this;
    const upcoming = await gather(
      { executor, addressees, previews, products },
      subscriptionId,
      'active',
      renewalUpcomingMail,
    );
    if (!upcoming || upcoming.values.total === 0) return;
    const { address, values, at: renewsAt, meters, paymentMethodId, customerId } = upcoming;
    const card =
      paymentMethodId === null
        ? undefined
        : await this.cards.find(paymentMethodId, { organizationId: address.organizationId, customerId });
    const charged = { renewsAt, meters, brand: card?.brand ?? null, last4: card?.last4 ?? null };
    const emailId = deriveUuid(context.requestId, 'renewal-upcoming');
    const mail = mailOf(renewalUpcomingMail, { emailId, ...address, values: { ...values, ...charged } });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId: address.organizationId }));
  }
}

export const upcomingMailHandlers: Type[] = [SendTrialEndingMailHandler, SendRenewalUpcomingMailHandler];

interface Sources {
  executor: Executor;
  addressees: Addressees;
  previews: OrderPreviewer;
  products: ProductReader;
}

/** What mails about the next order need; undefined if there will be none, or nobody is to be told. */
async function gather(
  { executor, addressees, previews, products }: Sources,
  subscriptionId: string,
  status: SubscriptionStatus,
  mail: Parameters<Addressees['find']>[1],
) {
  const events = await executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), 'any');
  const subscription = project(subscriptionProjection, events);
  if (!subscription || subscription.status !== status || subscription.cancel_at_period_end) return undefined;
  const { customer_id: customerId, organization_id: organizationId, payment_method_id, product_id } = subscription;
  const [next, addressee, named] = await Promise.all([
    previews.upcoming(subscriptionId, { organizationIds: [organizationId] }),
    addressees.find({ organizationId, customerId }, mail),
    products.named([product_id]),
  ]);
  if (!next || !addressee) return undefined;
  const { address, names, timeZone } = addressee;
  const { order, at } = next;
  const product = named.get(product_id)?.name ?? '';
  const bill = mailBillOf(order, order.status === 'pending', timeZone);
  const values = { ...names, subscriptionId, product, ...bill, timeZone };
  const meters = meteredIn(subscription.items).length;
  return { address, at, meters, customerId, paymentMethodId: payment_method_id, values };
}
