import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { SettleRefund, UndoRefund } from '../customer-accounts/account.commands.ts';
import { accountStream } from '../customer-accounts/account.events.ts';
import type { RefundEvent } from './refund.events.ts';

/** Books what refunds give back to a customer's account (docs/BILLING.md#customer-account). */
export const refundAccountsProcess = reactingTo<RefundEvent>()({
  name: 'refund-accounts',
  key: ({ data: { customerId } }) => accountStream(customerId),
  on: {
    RefundSucceeded({ customerId, organizationId, orderId, refundId, paymentAmount, balanceAmount, currency }) {
      const refund = { refundId, paymentAmount, balanceAmount, currency };
      return [send(SettleRefund, { customerId, organizationId, orderId, ...refund })];
    },
    RefundReversed: ({ customerId, refundId }) => [send(UndoRefund, { customerId, refundId })],
  },
});
