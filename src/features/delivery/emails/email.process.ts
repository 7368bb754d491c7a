import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../../billing/orders/order.events.ts';
import { SchedulePaymentFailed, ScheduleReceipt } from './email.commands.ts';

/** Tells customers what became of their money: a receipt for what was paid, a word where a charge failed. */
export const emailProcess: ProcessManager<Exclude<OrderEvent, { type: 'OrderVoided' }>> = {
  name: 'emails',
  from: 'beginning',
  handles: ['OrderCreated', 'OrderPaid', 'OrderPaymentFailed'],

  react({ type, data }) {
    const { orderId } = data;
    switch (type) {
      case 'OrderCreated':
        return data.status === 'paid' ? [send(ScheduleReceipt, { orderId })] : [];
      case 'OrderPaid':
        return [send(ScheduleReceipt, { orderId })];
      case 'OrderPaymentFailed':
        return [send(SchedulePaymentFailed, { orderId })];
    }
  },
};
