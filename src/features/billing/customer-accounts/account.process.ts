import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { ReturnApplied, SettleRefund, UndoRefund } from './account.commands.ts';
import { accountStream } from './account.events.ts';

/** Books what refunds give back, and undoes what was applied to an order that will not be paid (docs/BILLING.md#customer-account). */
export const accountProcess = reactingTo<OrderEvent | RefundEvent>()({
  name: 'customer-accounts',
  key: ({ data: { customerId } }) => accountStream(customerId),
  on: {
    OrderVoided: ({ customerId, orderId }) => [send(ReturnApplied, { customerId, orderId })],
    RefundSucceeded({ customerId, organizationId, orderId, refundId, paymentAmount, balanceAmount, currency }) {
      const refund = { refundId, paymentAmount, balanceAmount, currency };
      return [send(SettleRefund, { customerId, organizationId, orderId, ...refund })];
    },
    RefundReversed: ({ customerId, refundId }) => [send(UndoRefund, { customerId, refundId })],
  },
});
