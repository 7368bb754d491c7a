import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { CustomerMeterEvent } from './customer-meter.events.ts';

/** A balance has changed, without a type of its own in the contract. */
const balance = { types: [], customer: ({ customerId }: { customerId: string }) => customerId };

export const customerMeterAnnouncements: Announcements<CustomerMeterEvent> = {
  MeterPriceSet: null,
  MeterPeriodClosed: balance,
  MeterUsageKept: balance,
  MeterCredited: balance,
  MeterUsageCarried: balance,
  /** Announced like the usage itself. */
  MeterUsageLinked: null,
};
