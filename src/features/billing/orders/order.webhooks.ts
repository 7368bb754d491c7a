import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { OrderEvent } from './order.events.ts';

export const orderAnnouncements: Announcements<OrderEvent> = {
  OrderCreated: {
    types: ({ status }) => (status === 'paid' ? ['order.created', 'order.updated', 'order.paid'] : ['order.created']),
  },
  OrderPaid: { types: ['order.updated', 'order.paid'] },
  OrderPaymentFailed: null,
  OrderVoided: { types: ['order.updated'] },
};
