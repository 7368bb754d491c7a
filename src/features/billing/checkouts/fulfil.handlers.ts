import { Inject } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { LOG } from '../../../app/tokens.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { DomainError, isRefusal } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { isSameMoney, type Money } from '../../../kernel/money.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { ReleaseRedemption } from '../discounts/discount.commands.ts';
import { CreateOrder } from '../orders/order.commands.ts';
import { orderStream, type BillingReason, type OrderLine } from '../orders/order.events.ts';
import { ReversePayment } from '../payments/payment.commands.ts';
import { trialLine } from '../orders/renewal.rules.ts';
import { billOf, type Bill } from '../pricing/bill.ts';
import { itemLineId } from '../pricing/lines.ts';
import type { Period } from '../pricing/proration.ts';
import type { Price } from '../products/product.events.ts';
import { priceOf, type ProductDocument } from '../products/product.projection.ts';
import { ProductReader } from '../products/products.queries.ts';
import { CreateSubscription, UpgradeSubscription } from '../subscriptions/subscription.commands.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
  type SubscriptionItem,
  type SubscriptionItems,
} from '../subscriptions/subscription.events.ts';
import { CompleteConfirm, FulfilCheckout, ReopenCheckout, SucceedCheckout } from './checkout.commands.ts';
import { checkoutDecider, type CheckoutState, type Offer } from './checkout.decider.ts';
import {
  checkoutStream,
  priceIdsOf,
  type CheckoutCustomer,
  type CheckoutEvent,
  type CheckoutSelection,
} from './checkout.events.ts';
import { billTerms, checkoutBill } from './checkout.rules.ts';
import { ConfirmService } from './confirm.service.ts';

type Paid = Extract<CheckoutState, { status: 'confirming' | 'confirmed' | 'succeeded' }>;
/** The static one first, or metered ones only. */
type Prices = readonly [Price, ...Price[]];
type Changed = Executed<CheckoutState, CheckoutEvent>;
type Reopened = Extract<CheckoutEvent, { type: 'CheckoutReopened' }>['data'];

/** What was paid for is not available. */
class CannotFulfil extends DomainError {
  constructor(message: string) {
    super('CannotFulfil', message, 409);
  }
}

/** Opens the checkout again, and frees its customer for another subscription. */
@Handles(ReopenCheckout)
export class ReopenCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly confirms: ConfirmService,
  ) {}

  execute(command: ReopenCheckout): Promise<Changed> {
    return this.confirms.withLock(command.data.checkoutId, () => this.reopen(command));
  }

  async reopen(command: ReopenCheckout): Promise<Changed> {
    const stream = checkoutStream(command.data.checkoutId);
    const executed: Changed = await this.executor.execute(checkoutDecider, stream, command);
    for (const event of executed.appended)
      if (event.type === 'CheckoutReopened' || event.type === 'CheckoutConfirmFailed')
        await this.release(event.data, command.context);
    return executed;
  }

  private async release({ checkoutId, released, releasedRedemption: held }: Reopened, context: Context): Promise<void> {
    if (released) await this.claims.release(released.claim, released.owner, context);
    if (!held) return;
    const data = { ...held, checkoutId, reason: 'payment_failed' as const };
    await this.commands.execute(new ReleaseRedemption(data, context, `ReleaseRedemption:${held.attempt}`));
  }
}

/** Creates the subscription, then the order, then completes the checkout. The confirm fixed their ids, so steps may be repeated (docs/PROCESSES.md#payments). */
@Handles(FulfilCheckout)
export class FulfilCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly confirms: ConfirmService,
    private readonly reopening: ReopenCheckoutHandler,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
    @Inject(LOG) private readonly log: Log,
  ) {}

  execute({ data, context }: FulfilCheckout): Promise<void> {
    return this.confirms.withLock(data.checkoutId, () => this.fulfil(data, context));
  }

  private async fulfil({ checkoutId, payment }: FulfilCheckout['data'], context: Context): Promise<void> {
    const paymentId = payment?.paymentId ?? null;
    const { state } = await this.confirms.current(checkoutId);
    const isAwaited = 'confirmation' in state && state.confirmation.paymentId === paymentId;
    if (!isAwaited) return this.refund(paymentId, 'The checkout does not wait for this payment', context);
    if (state.status === 'succeeded') return;
    const scoped = { ...context, organizationId: state.offer.organizationId };
    // The payment may succeed before the confirm that requested it has ended.
    if (state.status === 'confirming')
      await this.apply(checkoutId, new CompleteConfirm({ checkoutId, paymentId }, scoped));
    try {
      await this.create(state, payment, scoped);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.log.warn('A checkout could not be fulfilled', { checkoutId, code: error.code });
      await this.refund(paymentId, error.message, scoped);
      await this.reopening.reopen(new ReopenCheckout({ checkoutId, paymentId, reason: error.message }, scoped));
    }
  }

  private async create(paid: Paid, payment: Money | null, context: Context): Promise<void> {
    const { checkoutId, selection } = paid.offer;
    const { orderId, subscriptionId, customerId } = paid.confirmation;
    const tenant = { organizationIds: [paid.offer.organizationId] };
    const [product = refuse('The product no longer exists'), customer] = await Promise.all([
      this.products.folded(selection.productId, tenant),
      this.customers.folded(customerId, tenant),
      this.executor.prepare([orderStream(orderId), ...(subscriptionId ? [subscriptionStream(subscriptionId)] : [])]),
    ]);
    const prices = pricesOf(product, selection);
    if (!customer || customer.deleted_at !== null) refuse('The customer was deleted');
    const bill = billOfOrder(paid, product, prices[0]);
    refuseOtherMoney(bill, payment);
    const period = subscriptionId ? await this.subscribe(paid, subscriptionId, prices, context) : null;
    await this.commands.execute(new CreateOrder(orderOf(paid, bill, period), context));
    await this.apply(checkoutId, new SucceedCheckout({ checkoutId, orderId, subscriptionId }, context));
  }

  /** @returns its first period */
  private async subscribe(
    { offer, confirmation }: Paid,
    subscriptionId: string,
    prices: Prices,
    context: Context,
  ): Promise<Period> {
    const { selection, organizationId, checkoutId, terms, customer } = offer;
    const { orderId, customerId, paymentMethodId, activeClaim, discount, trial = null } = confirmation;
    const bought = {
      subscriptionId,
      items: itemsOf(selection, prices),
      currency: selection.currency,
      discount,
      recurringInterval: selection.recurringInterval!,
      checkoutId,
      billedBy: orderId,
      paymentMethodId,
      billingAddress: customer.customerBillingAddress,
      billingName: billingNameOf(customer),
      metadata: terms.metadata,
      customFieldData: customer.customFieldData,
    };
    const { history } = await this.commands.execute(
      offer.subscriptionId === null
        ? new CreateSubscription({ ...bought, organizationId, customerId, trial, activeClaim }, context)
        : new UpgradeSubscription(bought, context),
    );
    return firstPeriodOf(checkoutId, history.events);
  }

  private async refund(paymentId: string | null, reason: string, context: Context): Promise<void> {
    if (paymentId !== null) await this.commands.execute(new ReversePayment({ paymentId, reason }, context));
  }

  private apply(checkoutId: string, command: CompleteConfirm | SucceedCheckout): Promise<unknown> {
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command);
  }
}

function firstPeriodOf(checkoutId: string, events: readonly SubscriptionEvent[]): Period {
  for (const { type, data } of events) {
    if (type === 'SubscriptionCreated' && data.checkoutId === checkoutId)
      return { start: data.startedAt, end: data.currentPeriodEnd };
    if (type === 'SubscriptionUpgraded' && data.checkoutId === checkoutId)
      return { start: data.periodStart, end: data.periodEnd };
  }
  refuse('The subscription has not started');
}

/** What only a meter bills has no line at purchase, and a trial costs nothing. */
function billOfOrder(
  { offer: { selection }, confirmation }: Paid,
  { name }: ProductDocument,
  price: Price,
): Bill<OrderLine> {
  const id = itemLineId(confirmation.orderId, price.id);
  const line = { id, label: name, priceId: price.id, quantity: 1 };
  if (confirmation.trial) return billOf([trialLine(line)], selection.currency, { discount: null, tax: null });
  return checkoutBill(selection, billTerms(confirmation), line);
}

/** The order is created paid, so exactly what is due must have been taken (docs/BILLING.md#order-states). */
function refuseOtherMoney({ currency, totals }: Bill<OrderLine>, payment: Money | null): void {
  const due = { amount: totals.totalAmount, currency };
  if (!isSameMoney(due, payment ?? { amount: 0, currency })) refuse('What was paid is not what is due');
}

function orderOf({ offer, confirmation }: Paid, bill: Bill<OrderLine>, period: Period | null): CreateOrder['data'] {
  const { selection, organizationId, checkoutId, terms, customer } = offer;
  const { orderId, customerId, subscriptionId, paymentId, paymentMethodId } = confirmation;
  return {
    orderId,
    organizationId,
    customerId,
    subscriptionId,
    productId: selection.productId,
    checkoutId,
    billingReason: billingReasonOf(offer, subscriptionId),
    status: 'paid',
    ...bill,
    appliedBalanceAmount: 0,
    dueAmount: bill.totals.totalAmount,
    period,
    paymentId,
    paymentMethodId,
    billingAddress: customer.customerBillingAddress,
    billingName: billingNameOf(customer),
    metadata: terms.metadata,
    customFieldData: customer.customFieldData,
  };
}

function billingReasonOf({ subscriptionId: upgraded }: Offer, subscriptionId: string | null): BillingReason {
  if (upgraded !== null) return 'subscription_update';
  return subscriptionId === null ? 'purchase' : 'subscription_create';
}

/** A business is billed under its own name. */
function billingNameOf({ customerBillingName, customerName }: CheckoutCustomer): string | null {
  return customerBillingName ?? customerName;
}

/** The prices as they were bought, even if they are archived now. */
function pricesOf(product: ProductDocument, selection: CheckoutSelection): Prices {
  const [first, ...others] = priceIdsOf(selection);
  const bought = (priceId: string): Price =>
    priceOf(product.prices.find(({ id }) => id === priceId) ?? refuse('The price no longer exists'));
  return [bought(first), ...others.map(bought)];
}

function itemsOf({ productId, amount }: CheckoutSelection, [first, ...others]: Prices): SubscriptionItems {
  const item = (price: Price): SubscriptionItem => ({
    productId,
    price,
    quantity: 1,
    ...(price.amountType === 'custom' && { chosenAmount: amount }),
  });
  return [item(first), ...others.map(item)];
}

function refuse(message: string): never {
  throw new CannotFulfil(message);
}
