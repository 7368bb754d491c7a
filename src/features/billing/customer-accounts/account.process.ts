import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { ReturnApplied, SettleRefund, UndoRefund } from './account.commands.ts';
import { accountStream } from './account.events.ts';

type AccountCause = Extract<OrderEvent | RefundEvent, { type: 'OrderVoided' | 'RefundSucceeded' | 'RefundReversed' }>;

/** Books what refunds give back, and undoes what was applied to an order that will not be paid (docs/BILLING.md#customer-account). */
export const accountProcess: ProcessManager<AccountCause> = {
  name: 'customer-accounts',
  handles: ['OrderVoided', 'RefundSucceeded', 'RefundReversed'],
  key: ({ data: { customerId } }) => accountStream(customerId),

  react({ type, data }) {
    const { customerId, organizationId, orderId } = data;
    switch (type) {
      case 'OrderVoided':
        return [send(ReturnApplied, { customerId, orderId })];
      case 'RefundSucceeded': {
        const { refundId, paymentAmount, balanceAmount, currency } = data;
        const refund = { refundId, paymentAmount, balanceAmount, currency };
        return [send(SettleRefund, { customerId, organizationId, orderId, ...refund })];
      }
      case 'RefundReversed':
        return [send(UndoRefund, { customerId, refundId: data.refundId })];
    }
  },
};
