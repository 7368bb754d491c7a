import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import { ReturnApplied } from './account.commands.ts';

/** Undoes what was applied to an order that will not be paid. */
export const accountProcess: ProcessManager<Extract<OrderEvent, { type: 'OrderVoided' }>> = {
  name: 'customer-accounts',
  from: 'beginning',
  handles: ['OrderVoided'],
  react: ({ data: { customerId, orderId } }) => [send(ReturnApplied, { customerId, orderId })],
};
