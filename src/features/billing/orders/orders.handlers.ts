import type { Type } from '@nestjs/common';
import { CommandBus, CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import type { Instant } from '../../../kernel/clock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { addressOf } from '../address.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { ChargePayment, RequestPayment } from '../payments/payment.commands.ts';
import type { Price } from '../products/product.events.ts';
import { ProductReader } from '../products/products.queries.ts';
import { SubscriptionReader, type SubscriptionDocument } from '../subscriptions/subscriptions.queries.ts';
import { BillRenewal, CreateOrder, FailOrderPayment, PayOrder } from './order.commands.ts';
import { orderDecider } from './order.decider.ts';
import { orderStream, type OrderItem } from './order.events.ts';

/**
 * The order of a renewal, and its charge without anybody there; where nothing is due it is born paid (BILLING_FACTS §4.4, steps 4 to 7).
 * Every step may be repeated: ids come from the order's.
 */
@CommandHandler(BillRenewal)
export class BillRenewalHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    private readonly subscriptions: SubscriptionReader,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  async execute({ data, context }: BillRenewal): Promise<void> {
    const { subscriptionId, orderId } = data;
    const subscription = await this.subscriptions.folded(subscriptionId);
    if (!subscription) throw new NotFound();
    const { organization_id: organizationId, customer_id: customerId, currency } = subscription;
    const { amount, payment_method_id: paymentMethodId } = subscription;
    const scoped = { ...context, organizationId };
    const paymentId = amount > 0 ? deriveUuid(orderId, 'payment') : null;
    await this.create(data, subscription, paymentId, scoped);
    if (paymentId === null) return;
    if (paymentMethodId === null) throw new Error('A subscription that costs money has no payment method');
    const purpose = { kind: 'order' as const, orderId, subscriptionId };
    const about = { paymentId, organizationId, customerId, purpose };
    await this.commands.execute(new RequestPayment({ ...about, amount, currency, paymentMethodId }, scoped));
    await this.commands.execute(new ChargePayment({ paymentId }, scoped));
  }

  private async create(
    { orderId, subscriptionId, period }: BillRenewal['data'],
    subscription: SubscriptionDocument,
    paymentId: string | null,
    context: BillRenewal['context'],
  ): Promise<void> {
    const [customers, products] = await Promise.all([
      this.customers.find([subscription.customer_id]),
      this.products.find([subscription.product_id]),
    ]);
    const name = products.get(subscription.product_id)?.name ?? subscription.product_id;
    const label = `${name} — From ${dateText(period.start)} to ${dateText(period.end)}`;
    const address = customers.get(subscription.customer_id)?.billing_address;
    const data: CreateOrder['data'] = {
      orderId,
      organizationId: subscription.organization_id,
      customerId: subscription.customer_id,
      subscriptionId,
      productId: subscription.product_id,
      checkoutId: null,
      billingReason: 'subscription_cycle',
      status: paymentId === null ? 'paid' : 'pending',
      items: subscription.bought_prices.map((price) => itemOf(price, label, orderId)),
      discountAmount: 0,
      taxAmount: 0,
      currency: subscription.currency,
      period,
      paymentId,
      paymentMethodId: subscription.payment_method_id,
      billingAddress: address ? addressOf(address) : null,
      metadata: subscription.metadata,
    };
    await this.executor.execute(orderDecider, orderStream(orderId), new CreateOrder(data, context));
  }
}

/** `Jan 31, 2026`. */
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function dateText(instant: Instant): string {
  return DATE.format(new Date(instant));
}

/** One static price as a line of an order: free is 0 (BILLING_FACTS §4.4 step 4). */
function itemOf(price: Price, label: string, orderId: string): OrderItem {
  const amount = price.amountType === 'fixed' ? price.amount : 0;
  const id = deriveUuid(orderId, `item:${price.id}`);
  return { id, label, amount, taxAmount: 0, proration: false, priceId: price.id };
}

export const orderHandlers: Type[] = [
  BillRenewalHandler,
  ...handlersOf(
    orderDecider,
    ({ orderId }: { orderId: string }) => orderStream(orderId),
    CreateOrder,
    PayOrder,
    FailOrderPayment,
  ),
];
