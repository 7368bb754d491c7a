import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { isSameMoney, type Money } from '../../../kernel/money.ts';
import { placeOf } from '../address.ts';
import type { CreateOrder, FailOrderPayment, PayOrder, VoidOrder } from './order.commands.ts';
import { OrderNotPayable, PaymentOfAnotherAmount } from './order.errors.ts';
import type { BillingReason, OrderEvent } from './order.events.ts';
import { STATUS_AFTER } from './order-status.rules.ts';

type OrderIntent = IntentOf<CreateOrder | PayOrder | FailOrderPayment | VoidOrder>;

/** What is booked when it is paid. */
interface Price {
  productId: string;
  netAmount: number;
  currency: string;
}

interface Order {
  orderId: string;
  organizationId: string;
  customerId: string;
  subscriptionId: string | null;
  billingReason: BillingReason;
}

export type OrderState =
  { status: 'absent' } | PendingOrder | { status: 'paid'; paymentId: string | null } | { status: 'void' };

export interface PendingOrder extends Order {
  status: 'pending';
  price: Price;
  /** Requested from the processor; no other amount pays it. */
  due: Money;
  paymentId: string | null;
  paymentMethodId: string | null;
  failedPaymentId: string | null;
}

export const orderDecider: Decider<OrderIntent, OrderState, OrderEvent> = {
  category: 'order',
  initial: { status: 'absent' },

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateOrder':
        return state.status === 'absent'
          ? [{ type: 'OrderCreated', data: { ...intent.data, place: placeOf(intent.data.billingAddress) } }]
          : [];
      case 'PayOrder':
        return pay(intent.data, state);
      case 'FailOrderPayment':
        return failPayment(intent.data, state);
      case 'VoidOrder':
        return voidOrder(intent.data, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'OrderCreated': {
        const { status, productId, currency, totals, dueAmount, paymentId, paymentMethodId } = event.data;
        if (status === 'paid') return { status, paymentId };
        const price = { productId, netAmount: totals.netAmount, currency };
        const due = { amount: dueAmount, currency };
        return { ...orderOf(event.data), status, price, due, paymentId, paymentMethodId, failedPaymentId: null };
      }
      case 'OrderPaid':
        return { status: STATUS_AFTER[event.type], paymentId: event.data.paymentId };
      case 'OrderPaymentFailed':
        return state.status === 'pending' ? { ...state, failedPaymentId: event.data.paymentId } : state;
      case 'OrderVoided':
        return { status: STATUS_AFTER[event.type] };
    }
  },
};

/** Accepts exactly what is due, in its currency, once. */
function pay({ paymentId, amount, currency }: PayOrder['data'], state: OrderState): OrderEvent[] {
  if (state.status === 'absent') throw new NotFound();
  if (state.status === 'paid' && state.paymentId === paymentId) return [];
  if (state.status !== 'pending') throw new OrderNotPayable(state.status);
  const paid = { amount, currency };
  if (!isSameMoney(paid, state.due)) throw new PaymentOfAnotherAmount(state.due, paid);
  return [{ type: 'OrderPaid', data: { ...orderOf(state), paymentId, ...state.price } }];
}

function failPayment({ paymentId, code }: FailOrderPayment['data'], state: OrderState): OrderEvent[] {
  if (state.status === 'absent') throw new NotFound();
  if (state.status !== 'pending' || state.failedPaymentId === paymentId) return [];
  return [{ type: 'OrderPaymentFailed', data: { ...orderOf(state), paymentId, code } }];
}

/** When a subscription ends, the payment for its last period may still be pending, so only an order whose payment failed is void. */
function voidOrder({ reason }: VoidOrder['data'], state: OrderState): OrderEvent[] {
  if (state.status === 'absent') throw new NotFound();
  if (state.status !== 'pending') return [];
  if (reason === 'subscription_ended' && state.failedPaymentId === null) return [];
  return [{ type: 'OrderVoided', data: { ...orderOf(state), reason } }];
}

function orderOf({ orderId, organizationId, customerId, subscriptionId, billingReason }: Order): Order {
  return { orderId, organizationId, customerId, subscriptionId, billingReason };
}
