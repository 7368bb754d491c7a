import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SendPaymentFailedMail, SendReceipt } from './order.commands.ts';
import type { OrderEvent } from './order.events.ts';

/** Mails customers a receipt for what they paid, and a notice when a charge fails. */
export const orderMailProcess: ProcessManager<
  Extract<OrderEvent, { type: 'OrderCreated' | 'OrderPaid' | 'OrderPaymentFailed' }>
> = {
  // Its checkpoint is stored under this name: under another, a late mailer would send receipts of years ago.
  name: 'emails',
  from: 'beginning',
  handles: ['OrderCreated', 'OrderPaid', 'OrderPaymentFailed'],

  react({ type, data }) {
    const { orderId } = data;
    switch (type) {
      case 'OrderCreated':
        return data.status === 'paid' ? [send(SendReceipt, { orderId })] : [];
      case 'OrderPaid':
        return [send(SendReceipt, { orderId })];
      case 'OrderPaymentFailed':
        return [send(SendPaymentFailedMail, { orderId })];
    }
  },
};
