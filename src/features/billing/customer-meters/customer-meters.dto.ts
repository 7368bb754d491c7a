import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { Customer } from '../customers/customers.dto.ts';
import { Meter } from '../meters/meters.dto.ts';

/** What a customer has used of a meter in its open period. */
export class CustomerMeter {
  id: string;
  created_at: string;
  modified_at: string | null;
  customer_id: string;
  meter_id: string;
  @ApiProperty({ format: 'double' })
  consumed_units: number;
  /** Below 0 by what a bill had counted and a change has taken back. */
  credited_units: number;
  /** Credited − consumed: below 0 if more was consumed. */
  @ApiProperty({ format: 'double' })
  balance: number;
  customer: Customer;
  meter: Meter;
}

export class CustomerMeterList {
  items: CustomerMeter[];
  pagination: Pagination;
}

/** What a subscription is charged for a meter in its open period. */
export class SubscriptionMeter {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiProperty({ format: 'double' })
  consumed_units: number;
  /** Below 0 by what a bill had counted and a change has taken back. */
  credited_units: number;
  /** What the period comes to if it ends now, in minor units. */
  amount: number;
  meter_id: string;
  meter: Meter;
}
