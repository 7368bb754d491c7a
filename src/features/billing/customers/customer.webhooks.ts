import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { CustomerEvent } from './customer.events.ts';

const customer = ({ customerId }: { customerId: string }) => customerId;

export const customerAnnouncements: Announcements<CustomerEvent> = {
  CustomerCreated: { types: ['customer.created'], customer },
  CustomerUpdated: { types: ['customer.updated'], customer },
  CustomerErasureRequested: { types: ['customer.updated'], customer },
  CustomerErasureWithdrawn: { types: ['customer.updated'], customer },
  CustomerErasureRefused: { types: ['customer.updated'], customer },
  CustomerDeleted: { types: ['customer.deleted'], customer },
};
