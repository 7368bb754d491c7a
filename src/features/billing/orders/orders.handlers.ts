import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { Commands, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE, LOG, TAX_CALCULATOR } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isRefusal, NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { addressOf } from '../address.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { RequestPayment, ReversePayment, SettlePayment } from '../payments/payment.commands.ts';
import { billOf, type Bill, type Line } from '../pricing/bill.ts';
import { Unbillable } from '../pricing/lines.ts';
import type { Tax } from '../pricing/terms.ts';
import { ProductReader } from '../products/products.queries.ts';
import { SubscriptionReader, type SubscriptionDocument } from '../subscriptions/subscriptions.queries.ts';
import type { TaxCalculator, TaxedSale } from '../pricing/tax-calculator.ts';
import { BillRenewal, CreateOrder, FailOrderPayment, PayOrder, VoidOrder, VoidUnpaidOrders } from './order.commands.ts';
import { orderDecider, type PendingOrder } from './order.decider.ts';
import { PaymentOfAnotherAmount } from './order.errors.ts';
import { orderStream } from './order.events.ts';
import { OrderReader } from './orders.queries.ts';
import { renewalLines } from './renewal.rules.ts';

/**
 * Creates the order of a renewal and requests its payment; if nothing is due it is created paid (docs/BILLING.md#renewal).
 * The payment is requested from the order, so that the two cannot differ. Every step may be repeated, because ids derive from the order's.
 */
@CommandHandler(BillRenewal)
export class BillRenewalHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly subscriptions: SubscriptionReader,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
    @Inject(TAX_CALCULATOR) private readonly taxes: TaxCalculator,
  ) {}

  async execute({ data, context }: BillRenewal): Promise<void> {
    const subscription = await this.subscriptions.asRenewed(data.subscriptionId, data.orderId);
    if (!subscription) throw new NotFound();
    const scoped = { ...context, organizationId: subscription.organization_id };
    const create = new CreateOrder(await this.orderOf(data, subscription), scoped);
    const { state } = await this.executor.execute(orderDecider, orderStream(data.orderId), create);
    if (state.status === 'pending') await this.request(state, scoped);
  }

  private async request(order: PendingOrder, context: Context): Promise<void> {
    const { orderId, organizationId, customerId, subscriptionId, due, paymentId, paymentMethodId } = order;
    if (paymentId === null || paymentMethodId === null)
      throw new Unbillable(`Order ${orderId} is not free, and there is nothing to charge`);
    const purpose = { kind: 'order' as const, orderId, subscriptionId };
    const request = { paymentId, organizationId, customerId, purpose, ...due, paymentMethodId };
    await this.commands.execute(new RequestPayment(request, context));
    await this.commands.execute(new SettlePayment({ paymentId }, context));
  }

  /** Nobody can be asked for a missing part of an address any more: then nothing is added. */
  private async taxOf(
    sale: Pick<TaxedSale, 'organizationId' | 'at' | 'address' | 'taxId'>,
    { items, currency }: Bill<Line>,
  ): Promise<Tax | null> {
    const lines = items.map(({ amount, discountAmount }) => ({ amount: amount - discountAmount }));
    const tax = await this.taxes.determine({ ...sale, isBusiness: sale.taxId !== null, currency, lines });
    return tax === 'unknown_location' ? null : tax;
  }

  private async orderOf(
    { orderId, period }: BillRenewal['data'],
    subscription: SubscriptionDocument,
  ): Promise<CreateOrder['data']> {
    const { customer_id: customerId, product_id: productId, currency, organization_id: organizationId } = subscription;
    const [customers, edited, products] = await Promise.all([
      this.customers.find([customerId]),
      this.customers.billingSetSince(customerId, subscription.started_at),
      this.products.find([productId]),
    ]);
    const productName = products.get(productId)?.name ?? productId;
    // What the customer has changed since the checkout comes first, then what the checkout said.
    const known = subscription.billing_address ?? customers.get(customerId)?.billing_address;
    const billingAddress = edited.address ?? (known ? addressOf(known) : null);
    const lines = renewalLines(orderId, subscription.items, currency, { productName, ...period });
    const { discount_terms: discount } = subscription;
    const taxId = customers.get(customerId)?.tax_id ?? null;
    const sale = { organizationId, at: period.start, address: billingAddress, taxId };
    const tax = await this.taxOf(sale, billOf(lines, currency, { discount, tax: null }));
    const bill = billOf(lines, currency, { discount, tax });
    const isDue = bill.totals.totalAmount > 0;
    return {
      orderId,
      organizationId,
      customerId,
      subscriptionId: subscription.id,
      productId,
      checkoutId: null,
      billingReason: 'subscription_cycle',
      status: isDue ? 'pending' : 'paid',
      ...bill,
      period,
      paymentId: isDue ? deriveUuid(orderId, 'payment') : null,
      paymentMethodId: subscription.payment_method_id,
      billingAddress,
      billingName: edited.name ?? subscription.billing_name ?? customers.get(customerId)?.name ?? null,
      metadata: subscription.metadata,
      customFieldData: subscription.custom_field_values,
    };
  }
}

/** Books a payment. What the order does not accept is refunded, and a payment of another amount has failed. */
@CommandHandler(PayOrder)
export class PayOrderHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async execute(command: PayOrder): Promise<void> {
    const { orderId, paymentId } = command.data;
    const { context } = command;
    try {
      await this.executor.execute(orderDecider, orderStream(orderId), command);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const isMismatch = error instanceof PaymentOfAnotherAmount;
      const about = { orderId, paymentId, reason: error.message };
      this.log[isMismatch ? 'error' : 'warn']('An order does not accept a payment, which is refunded', about);
      if (isMismatch)
        await this.commands.execute(new FailOrderPayment({ orderId, paymentId, code: 'payment_mismatched' }, context));
      await this.commands.execute(new ReversePayment({ paymentId, reason: error.message }, context));
    }
  }
}

@CommandHandler(VoidUnpaidOrders)
export class VoidUnpaidOrdersHandler {
  constructor(
    private readonly executor: Executor,
    private readonly subscriptions: SubscriptionReader,
    private readonly orders: OrderReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { subscriptionId, reason }, context }: VoidUnpaidOrders): Promise<void> {
    const subscription = await this.subscriptions.folded(subscriptionId);
    if (subscription?.status !== 'canceled') return;
    await caughtUp(this.runtime, this.store, 'billing');
    for (const orderId of await this.orders.pendingOf(subscription.organization_id, subscriptionId)) {
      const command = new VoidOrder({ orderId, reason }, context, `VoidOrder:${orderId}`);
      await this.executor.execute(orderDecider, orderStream(orderId), command);
    }
  }
}

export const orderHandlers: Type[] = [
  BillRenewalHandler,
  PayOrderHandler,
  VoidUnpaidOrdersHandler,
  ...handlersOf(
    orderDecider,
    ({ orderId }: { orderId: string }) => orderStream(orderId),
    CreateOrder,
    FailOrderPayment,
    VoidOrder,
  ),
];
