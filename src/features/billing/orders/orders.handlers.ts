import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE, LOG } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isRefusal, NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { MeasureSubscription } from '../customer-meters/customer-meter.commands.ts';
import { ReturnApplied, SettleOrder } from '../customer-accounts/account.commands.ts';
import { RequestPayment, ReversePayment, SettlePayment } from '../payments/payment.commands.ts';
import type { PaymentStatus } from '../payments/payment.events.ts';
import { WIRE_STATUS } from '../payments/payment-status.rules.ts';
import { Unbillable } from '../pricing/lines.ts';
import { FailRenewal } from '../subscriptions/subscription.commands.ts';
import { owesNothing, SubscriptionReader, type BilledSubscription } from '../subscriptions/subscriptions.queries.ts';
import {
  BillSubscription,
  CreateOrder,
  FailOrderPayment,
  PayOrder,
  RetryOrderPayment,
  VoidOrder,
  VoidUnpaidOrders,
} from './order.commands.ts';
import { orderDecider, type OrderState, type PendingOrder } from './order.decider.ts';
import { PaymentOfAnotherAmount } from './order.errors.ts';
import { orderOf, OrderDrafts, settlementOf } from './order-drafts.service.ts';
import { orderStream, type OrderEvent } from './order.events.ts';
import { OrderReader } from './orders.queries.ts';

/**
 * Creates an order that a subscription owes and requests its payment; if nothing is due it is created paid (docs/BILLING.md#renewal).
 * The payment is requested from the order, so that the two cannot differ. Every step may be repeated, because ids derive from the order's.
 */
@Handles(BillSubscription)
export class BillSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly subscriptions: SubscriptionReader,
    private readonly drafts: OrderDrafts,
  ) {}

  async execute({ data: { subscriptionId, orderId }, context }: BillSubscription): Promise<void> {
    const billed = await this.billed(subscriptionId, orderId, context);
    if (owesNothing(billed)) return;
    const scoped = { ...context, organizationId: billed.subscription.organization_id };
    const state = await this.created(orderId, billed, scoped);
    if (state.status === 'pending') await this.request(state, scoped);
  }

  /** With what its meters have measured until the event that caused the order. */
  private async billed(subscriptionId: string, orderId: string, context: Context): Promise<BilledSubscription> {
    const billed = () => this.subscriptions.billed(subscriptionId, orderId);
    const found = await billed();
    if (!found) throw new NotFound();
    if (found.bill.isMeasured) return found;
    await this.commands.execute(new MeasureSubscription({ subscriptionId }, context));
    return (await billed())!;
  }

  /** The account is settled before the order is created, so that no credit is used twice, and only if the order is not there yet. */
  private async created(orderId: string, billed: BilledSubscription, context: Context): Promise<OrderState> {
    const stream = orderStream(orderId);
    const { state, history } = await this.executor.state(orderDecider, stream, context.scope);
    if (state.status !== 'absent') {
      await this.returnUnused(history.events, context);
      return state;
    }
    const draft = await this.drafts.of(orderId, billed);
    const settled = await this.commands.execute(new SettleOrder(settlementOf(draft), context));
    const applied = settled.state.settled[orderId]?.applied ?? 0;
    const create = new CreateOrder(orderOf(draft, applied), context);
    const executed = await this.executor.execute(orderDecider, stream, create);
    // Another process may have created it meanwhile, when the balance was another.
    if (appliedTo(executed.history.events) !== applied) await this.returnUnused(executed.history.events, context);
    return executed.state;
  }

  /** What was applied to the order that came second; its process may have ended before it returned that. */
  private async returnUnused([created]: readonly OrderEvent[], context: Context): Promise<void> {
    if (created?.type !== 'OrderCreated') return;
    const { customerId, orderId, appliedBalanceAmount: unless } = created.data;
    await this.commands.execute(new ReturnApplied({ customerId, orderId, unless }, context));
  }

  private async request(order: PendingOrder, context: Context): Promise<void> {
    const { orderId, paymentId, paymentMethodId } = order;
    if (paymentId === null || paymentMethodId === null)
      throw new Unbillable(`Order ${orderId} is not free, and there is nothing to charge`);
    await requestPayment(this.commands, order, { paymentId, paymentMethodId }, context);
  }
}

/** Charges an order that failed again, with what its subscription is charged with now. A payment that has failed already is reported once more. */
@Handles(RetryOrderPayment)
export class RetryOrderPaymentHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { orderId, ...payment }, context }: RetryOrderPayment): Promise<void> {
    const { state } = await this.executor.state(orderDecider, orderStream(orderId), context.scope);
    if (state.status !== 'pending') return;
    const { organizationId, subscriptionId } = state;
    const { paymentId } = payment;
    const status = await requestPayment(this.commands, state, payment, { ...context, organizationId });
    if (subscriptionId !== null && status !== 'absent' && WIRE_STATUS[status] === 'failed')
      await this.commands.execute(new FailRenewal({ subscriptionId, orderId, paymentId }, context));
  }
}

/** Exactly what is due. */
async function requestPayment(
  commands: Commands,
  { orderId, organizationId, customerId, subscriptionId, due }: PendingOrder,
  payment: { paymentId: string; paymentMethodId: string },
  context: Context,
): Promise<PaymentStatus | 'absent'> {
  const purpose = { kind: 'order' as const, orderId, subscriptionId };
  const request = { ...payment, organizationId, customerId, purpose, ...due };
  const { state } = await commands.execute(new RequestPayment(request, context));
  await commands.execute(new SettlePayment({ paymentId: payment.paymentId }, context));
  return state.status;
}

function appliedTo([created]: readonly OrderEvent[]): number {
  return created?.type === 'OrderCreated' ? created.data.appliedBalanceAmount : 0;
}

/** Books a payment. What the order does not accept is refunded, and a payment of another amount has failed. */
@Handles(PayOrder)
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

@Handles(VoidUnpaidOrders)
export class VoidUnpaidOrdersHandler {
  constructor(
    private readonly executor: Executor,
    private readonly subscriptions: SubscriptionReader,
    private readonly orders: OrderReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { subscriptionId, reason, except }, context }: VoidUnpaidOrders): Promise<void> {
    const subscription = await this.subscriptions.folded(subscriptionId);
    if (subscription?.status !== 'canceled' && subscription?.status !== 'incomplete_expired') return;
    await caughtUp(this.runtime, this.store, 'billing');
    for (const orderId of await this.orders.pendingOf(subscription.organization_id, subscriptionId)) {
      if (orderId === except) continue;
      const command = new VoidOrder({ orderId, reason }, context, `VoidOrder:${orderId}`);
      await this.executor.execute(orderDecider, orderStream(orderId), command);
    }
  }
}

export const orderHandlers: Type[] = [
  BillSubscriptionHandler,
  RetryOrderPaymentHandler,
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
