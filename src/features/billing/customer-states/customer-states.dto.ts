import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ApiCustomFieldData, ApiMetadata, type CustomFieldData } from '../billing.dto.ts';
import { CustomerMeter, SubscriptionMeter } from '../customer-meters/customer-meters.dto.ts';
import { Customer } from '../customers/customers.dto.ts';
import type { Metadata } from '../metadata.ts';

/** What a subscription is charged for a meter in its open period. */
export class CustomerStateSubscriptionMeter extends OmitType(SubscriptionMeter, ['meter']) {}

/** What a customer has used of a meter in its open period. */
export class CustomerStateMeter extends OmitType(CustomerMeter, ['customer_id', 'customer', 'meter']) {}

export class CustomerStateSubscription {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiCustomFieldData()
  custom_field_data: CustomFieldData;
  @ApiMetadata()
  metadata: Metadata;
  @ApiProperty({ enum: ['active'] })
  status: 'active';
  /** In cents per period. */
  amount: number;
  currency: string;
  @ApiProperty({ enum: ['month', 'year'] })
  recurring_interval: 'month' | 'year';
  current_period_start: string;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
  canceled_at: string | null;
  started_at: string | null;
  trial_start: string | null;
  trial_end: string | null;
  ends_at: string | null;
  product_id: string;
  discount_id: string | null;
  /** Nothing is sold by seats or units. */
  @ApiProperty({ type: Number, nullable: true })
  seats: null;
  @ApiProperty({ type: Number, nullable: true })
  units: null;
  meters: CustomerStateSubscriptionMeter[];
}

export class CustomerStateBenefitGrant {
  id: string;
  created_at: string;
  modified_at: string | null;
  granted_at: string;
  benefit_id: string;
  benefit_type: string;
  @ApiMetadata()
  benefit_metadata: Metadata;
  properties: object;
}

export class CustomerState extends Customer {
  active_subscriptions: CustomerStateSubscription[];
  granted_benefits: CustomerStateBenefitGrant[];
  active_meters: CustomerStateMeter[];
}
