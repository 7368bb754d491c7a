import type { IntentOf } from '../../../kernel/command.ts';
import type { Decider } from '../../../kernel/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { sum } from '../../../kernel/money.ts';
import type { CreateOrder, FailOrderPayment, PayOrder } from './order.commands.ts';
import type { BillingReason, OrderEvent } from './order.events.ts';

type OrderIntent = IntentOf<CreateOrder | PayOrder | FailOrderPayment>;

/** What its payment pays. */
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
  | { status: 'absent' }
  | ({ status: 'pending'; failedPaymentId: string | null; price: Price } & Order)
  | { status: 'paid' };

export const orderDecider: Decider<OrderIntent, OrderState, OrderEvent> = {
  category: 'order',
  initial: { status: 'absent' },

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateOrder':
        return state.status === 'absent' ? [{ type: 'OrderCreated', data: intent.data }] : [];
      case 'PayOrder':
        return pay(intent.data, state);
      case 'FailOrderPayment':
        return failPayment(intent.data, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'OrderCreated': {
        const { status, productId, currency, items, discountAmount } = event.data;
        if (status === 'paid') return { status };
        const netAmount = sum(items.map(({ amount }) => amount)) - discountAmount;
        return { ...orderOf(event.data), status, price: { productId, netAmount, currency }, failedPaymentId: null };
      }
      case 'OrderPaid':
        return { status: 'paid' };
      case 'OrderPaymentFailed':
        return state.status === 'pending' ? { ...state, failedPaymentId: event.data.paymentId } : state;
    }
  },
};

function pay({ paymentId }: PayOrder['data'], state: OrderState): OrderEvent[] {
  if (state.status === 'absent') throw new NotFound();
  if (state.status === 'paid') return [];
  return [{ type: 'OrderPaid', data: { ...orderOf(state), paymentId, ...state.price } }];
}

function failPayment({ paymentId, code }: FailOrderPayment['data'], state: OrderState): OrderEvent[] {
  if (state.status === 'absent') throw new NotFound();
  if (state.status === 'paid' || state.failedPaymentId === paymentId) return [];
  return [{ type: 'OrderPaymentFailed', data: { ...orderOf(state), paymentId, code } }];
}

function orderOf({ orderId, organizationId, customerId, subscriptionId, billingReason }: Order): Order {
  return { orderId, organizationId, customerId, subscriptionId, billingReason };
}
