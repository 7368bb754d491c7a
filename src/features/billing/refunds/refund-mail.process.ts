import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { SendRefundMail } from './refund.commands.ts';
import type { RefundEvent } from './refund.events.ts';

/** Mails customers about their refunds. */
export const refundMailProcess = reactingTo<RefundEvent>()({
  name: 'refund-mails',
  on: { RefundSucceeded: ({ paymentId, refundId }) => [send(SendRefundMail, { paymentId, refundId })] },
});
