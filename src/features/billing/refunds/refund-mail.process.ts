import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SendRefundMail } from './refund.commands.ts';
import type { RefundEvent } from './refund.events.ts';

/** Mails customers about their refunds. */
export const refundMailProcess: ProcessManager<Extract<RefundEvent, { type: 'RefundSucceeded' }>> = {
  name: 'refund-mails',
  handles: ['RefundSucceeded'],
  react: ({ data: { paymentId, refundId } }) => [send(SendRefundMail, { paymentId, refundId })],
};
