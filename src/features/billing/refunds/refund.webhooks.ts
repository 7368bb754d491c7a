import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import { orderStream } from '../orders/order.events.ts';
import type { RefundEvent } from './refund.events.ts';

const order = ({ orderId }: { orderId: string }) => orderStream(orderId);

/** A refund is announced once the processor has answered, so that one which succeeds at once is created `succeeded` (docs/BILLING.md#order-of-messages). */
export const refundAnnouncements: Announcements<RefundEvent> = {
  RefundRequested: null,
  RefundPending: { types: ['refund.created'] },
  RefundSucceeded: { types: (data) => [reported(data), 'order.refunded'], others: { order } },
  RefundFailed: { types: (data) => [reported(data)] },
  RefundCanceled: { types: (data) => [reported(data)] },
  RefundReversed: { types: ['refund.updated'] },
};

function reported({ isFirstReport }: { isFirstReport: boolean }): string {
  return isFirstReport ? 'refund.created' : 'refund.updated';
}
