import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { ReturnApplied } from '../customer-accounts/account.commands.ts';
import { accountStream } from '../customer-accounts/account.events.ts';
import type { OrderEvent } from './order.events.ts';

/** Undoes what was applied to an order that will not be paid (docs/BILLING.md#customer-account). */
export const voidedOrdersProcess = reactingTo<OrderEvent>()({
  name: 'voided-orders',
  key: ({ data: { customerId } }) => accountStream(customerId),
  on: { OrderVoided: ({ customerId, orderId }) => [send(ReturnApplied, { customerId, orderId })] },
});
