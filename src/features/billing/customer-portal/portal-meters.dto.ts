import { OmitType } from '@nestjs/swagger';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { CustomerMeter, SubscriptionMeter } from '../customer-meters/customer-meters.dto.ts';

/** A meter without what is the seller's own: its filter and its metadata. */
export class PortalMeter {
  id: string;
  created_at: string;
  modified_at: string | null;
  name: string;
}

/** What the customer has used of a meter in its open period. */
export class PortalCustomerMeter extends OmitType(CustomerMeter, ['customer', 'meter']) {
  meter: PortalMeter;
}

export class PortalCustomerMeterList {
  items: PortalCustomerMeter[];
  pagination: Pagination;
}

/** What a subscription is charged for a meter in its open period. */
export class PortalSubscriptionMeter extends OmitType(SubscriptionMeter, ['meter']) {
  meter: PortalMeter;
}
