import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiCustomFieldData, ApiMetadata, EmptyIsNull, IsMetadata, type CustomFieldData } from '../billing.dto.ts';
import { SubscriptionMeter } from '../customer-meters/customer-meters.dto.ts';
import { SynonymOf } from '../../../app/http/synonyms.ts';
import { Customer } from '../customers/customers.dto.ts';
import { ApiDiscountBase, type DiscountBase } from '../discounts/discounts.dto.ts';
import type { Metadata } from '../metadata.ts';
import { ApiPrices, Product, type ProductPrice } from '../products/products.dto.ts';
import { IsTrialCount, IsTrialInterval, type TrialInterval } from '../trials.dto.ts';
import type { CancellationReason, ChangeBehavior } from './subscription.events.ts';

export const CHANGE_BEHAVIORS: readonly ChangeBehavior[] = ['invoice', 'prorate', 'next_period'];

export const CANCELLATION_REASONS: readonly CancellationReason[] = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
];

const REASON = { enum: CANCELLATION_REASONS, nullable: true };

/** One of three changes: `product_id`, `cancel_at_period_end` or `revoke` (docs/BILLING.md#subscription-updates). */
export class SubscriptionUpdate {
  /** Prices are swapped at once, or when the period ends. */
  @IsOptional()
  @IsUUID()
  product_id?: string | null;
  @IsOptional()
  @IsIn(CHANGE_BEHAVIORS)
  proration_behavior?: ChangeBehavior | null;
  @IsOptional()
  @IsBoolean()
  cancel_at_period_end?: boolean;
  /** Ends it at once. */
  @IsOptional()
  @IsIn([true])
  revoke?: true;
  @ApiPropertyOptional(REASON)
  @IsOptional()
  @IsIn(CANCELLATION_REASONS)
  customer_cancellation_reason?: CancellationReason | null;
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  @EmptyIsNull()
  customer_cancellation_comment?: string | null;
}

/** By the seller: the card of the customer's latest subscription is charged, so that no checkout is needed. */
export class SubscriptionCreate {
  /** A recurring product without a custom price. */
  @IsUUID()
  product_id: string;
  /** Either this or `external_customer_id`. */
  @IsOptional()
  @IsUUID()
  customer_id?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  external_customer_id?: string | null;
  /** The name of `external_customer_id` in older clients. */
  @SynonymOf('external_customer_id')
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  customer_external_id?: string | null;
  /** Instead of the product's trial, with `trial_interval_count`; null for none. */
  @IsTrialInterval()
  trial_interval?: TrialInterval | null;
  @IsTrialCount()
  trial_interval_count?: number | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

class PendingSubscriptionChange {
  product_id: string;
  takes_effect_at: string;
}

class SubscriptionDunning {
  /** The order whose payment has failed. */
  order_id: string;
  /** Charges that were due and have failed, the first of them that of the renewal. */
  attempts: number;
  next_attempt_at: string | null;
  /** Until then it keeps its benefits. */
  grace_ends_at: string | null;
}

/** What sellers and customers see alike. */
/** `pending_change` as newer clients look for it. */
export class PendingSubscriptionUpdate {
  id: string;
  created_at: string;
  /** Another change replaces it, with an id of its own. */
  @ApiProperty({ type: String, nullable: true })
  modified_at: null;
  applies_at: string;
  product_id: string;
  @ApiProperty({ type: Number, nullable: true })
  seats: null;
  @ApiProperty({ type: Number, nullable: true })
  units: null;
}

/** A charge to come, before tax. */
export class ComingCharge {
  at: string;
  /** Minor units. */
  amount: number;
}

class AfterDiscount extends ComingCharge {
  /** How many charges before it have the discount. */
  charges_left: number;
}

export class SubscriptionFields {
  id: string;
  created_at: string;
  modified_at: string | null;
  /** Cents per period. */
  amount: number;
  currency: string;
  recurring_interval: 'month' | 'year';
  /** 1. */
  recurring_interval_count: number;
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';
  current_period_start: string;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
  canceled_at: string | null;
  started_at: string | null;
  ends_at: string | null;
  ended_at: string | null;
  customer_id: string;
  product_id: string;
  discount_id: string | null;
  checkout_id: string | null;
  @ApiProperty(REASON)
  customer_cancellation_reason: CancellationReason | null;
  customer_cancellation_comment: string | null;
  /** Not in the contract: when it expires without its first payment, while it is incomplete. */
  expires_at: string | null;
  /** Not in the contract: when its trial ends, while it has one. */
  trial_ends_at: string | null;
  /** Of the trial that it began with, also when that is over. */
  trial_start: string | null;
  trial_end: string | null;
  /** Not in the contract: what it changes to when the next period begins. */
  @ApiProperty({ type: PendingSubscriptionChange, nullable: true })
  pending_change: PendingSubscriptionChange | null;
  @ApiProperty({ type: PendingSubscriptionUpdate, nullable: true })
  pending_update: PendingSubscriptionUpdate | null;
  /** Nothing is sold by seats or units. */
  @ApiProperty({ type: Number, nullable: true })
  seats: null;
  @ApiProperty({ type: Number, nullable: true })
  units: null;
  /** Meters have the subscription's periods. */
  @ApiProperty({ type: String, nullable: true })
  current_meter_period_start: null;
  @ApiProperty({ type: String, nullable: true })
  current_meter_period_end: null;
  /** Subscriptions cannot be paused. */
  @ApiProperty({ enum: [false] })
  pause_at_period_end: false;
  @ApiProperty({ type: String, nullable: true })
  paused_at: null;
  @ApiProperty({ type: String, nullable: true })
  resumes_at: null;
  /** Not in the contract: the first charge without the discount that its amount has; null without one, or if it lasts. */
  @ApiProperty({ type: AfterDiscount, nullable: true })
  after_discount: AfterDiscount | null;
  /** Not in the contract: null unless it is past due or unpaid. */
  @ApiProperty({ type: SubscriptionDunning, nullable: true })
  dunning: SubscriptionDunning | null;
}

export class SubscriptionBase extends SubscriptionFields {
  @ApiMetadata()
  metadata: Metadata;
  @ApiCustomFieldData()
  custom_field_data: CustomFieldData;
}

export class Subscription extends SubscriptionBase {
  customer: Customer;
  product: Product;
  @ApiDiscountBase()
  discount: DiscountBase | null;
  /** As they were at purchase. */
  @ApiPrices()
  prices: ProductPrice[];
  meters: SubscriptionMeter[];
}

export class SubscriptionCurrencyTotal {
  currency: string;
  count: number;
  /** Minor units of the currency, per period of each subscription. */
  amount: number;
  /** Yearly amounts count as a twelfth; rounded once. */
  monthly_amount: number;
  /** The same of those that are charged: neither in trial, past due, nor ended (docs/BILLING.md#metrics). */
  monthly_recurring_revenue: number;
}

/** Sums over exactly the rows of the list with the same filters, one per currency. */
export class SubscriptionTotals {
  count: number;
  totals: SubscriptionCurrencyTotal[];
}

export class CancellationReasonCount {
  @ApiProperty({ enum: CANCELLATION_REASONS })
  reason: CancellationReason;
  count: number;
}

/** Over exactly the rows of the list with the same filters: how many were canceled for each reason that was given. */
export class CancellationReasons {
  /** The most frequent first; without those that nobody gave. */
  items: CancellationReasonCount[];
}

export class SubscriptionList {
  items: Subscription[];
  pagination: Pagination;
}
