import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiCustomFieldData, ApiMetadata, type CustomFieldData } from '../billing.dto.ts';
import { Address, Customer } from '../customers/customers.dto.ts';
import { OrderPayment } from '../payments/payments.dto.ts';
import { ApiDiscountBase, type DiscountBase } from '../discounts/discounts.dto.ts';
import type { Metadata } from '../metadata.ts';
import { ProductTerms } from '../products/products.dto.ts';
import type { ChangeBehavior } from '../subscriptions/subscription.events.ts';
import { CHANGE_BEHAVIORS, SubscriptionBase } from '../subscriptions/subscriptions.dto.ts';
import type { UsageCreditEvent } from '../customer-accounts/account.events.ts';
import type { ExplainedKind } from './explanations/order-explanation.rules.ts';
import { BILLING_REASONS, type BillingReason } from './order.events.ts';

const EXPLAINED_KINDS: readonly ExplainedKind[] = [
  'item',
  'subtotal',
  'discount',
  'net',
  'tax',
  'total',
  'balance',
  'due',
];

const USAGE_CREDIT_TYPES: readonly UsageCreditEvent['type'][] = ['UsageCredited', 'UsageCreditCanceled'];

export class OrderItem {
  created_at: string;
  modified_at: string | null;
  id: string;
  label: string;
  /** Cents. */
  amount: number;
  tax_amount: number;
  proration: boolean;
  product_price_id: string | null;
  /** The period that it pays for; null for one-time products. */
  start_timestamp: string | null;
  end_timestamp: string | null;
}

export class OrderProduct extends ProductTerms {
  @ApiMetadata()
  metadata: Metadata;
}

export class OrderTaxRate {
  name: string;
  /** Such as `8.875`. */
  percent: string;
  country: string;
  /** null for the whole country. */
  state: string | null;
  /** Cents. */
  amount: number;
}

/** How the tax was computed. */
export class OrderTax {
  rates: OrderTaxRate[];
  /** The buyer owes it to the state themselves: nothing was added. */
  reverse_charge: boolean;
}

/** What sellers and customers see alike. Amounts in cents. */
export class OrderFields {
  id: string;
  /** Derived from the id, for people: eight characters, such as `K7Q2-M9PX`. */
  number: string;
  /** Such as `INV-2026-00001`; until the order is paid null, in the versions from 0.35 to 0.45 an empty text. */
  invoice_number: string | null;
  is_invoice_generated: boolean;
  created_at: string;
  modified_at: string | null;
  /** `void` in the versions that have the word, since 0.45; before, a void order is `pending`, and `voided_at` says since when it is void. */
  @ApiProperty({ enum: ['pending', 'paid', 'refunded', 'partially_refunded', 'void'] })
  status: 'pending' | 'paid' | 'refunded' | 'partially_refunded' | 'void';
  voided_at: string | null;
  paid: boolean;
  paid_at: string | null;
  subtotal_amount: number;
  discount_amount: number;
  net_amount: number;
  /** Legacy name of the net amount. */
  amount: number;
  tax_amount: number;
  /** Not in the contract. null if the seller collected no tax. */
  @ApiProperty({ type: () => OrderTax, nullable: true })
  tax: OrderTax | null;
  total_amount: number;
  /** Not in the contract. What the customer's account adds to the total: below 0 for a credit, above 0 for a debt. */
  applied_balance_amount: number;
  /** What was paid from the customer's account, an earlier name of newer clients. */
  from_balance_amount: number;
  /** Nobody takes a fee. */
  platform_fee_amount: number;
  @ApiProperty({ type: String, nullable: true })
  platform_fee_currency: null;
  /** What was sold: the product's name. */
  description: string;
  /** Not in the contract. What is to be paid. */
  due_amount: number;
  refunded_amount: number;
  refunded_tax_amount: number;
  /** Of the net amount, what has not been refunded; 0 unless a payment has paid the order. */
  refundable_amount: number;
  /** The tax that goes with it. */
  refundable_tax_amount: number;
  /** Invoices are the only documents of orders. */
  @ApiProperty({ type: String, nullable: true })
  receipt_number: null;
  /** Nothing is sold by seats or units. */
  @ApiProperty({ type: Number, nullable: true })
  seats: null;
  @ApiProperty({ type: Number, nullable: true })
  units: null;
  currency: string;
  billing_reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  billing_address: Address | null;
  billing_name: string | null;
  customer_id: string;
  product_id: string;
  discount_id: string | null;
  subscription_id: string | null;
  checkout_id: string | null;
  /** Legacy name of the customer's id. */
  user_id: string;
  items: OrderItem[];
}

export class Order extends OrderFields {
  @ApiMetadata()
  metadata: Metadata;
  @ApiCustomFieldData()
  custom_field_data: CustomFieldData;
  customer: Customer;
  product: OrderProduct;
  @ApiDiscountBase()
  discount: DiscountBase | null;
  subscription: SubscriptionBase | null;
}

export class OrderCurrencyTotal {
  currency: string;
  /** Of all orders, paid or not. */
  count: number;
  /** Of paid orders, before tax and refunds; in minor units, like all amounts here. */
  net_amount: number;
  /** Of paid orders: what was refunded, before tax. */
  refunded_amount: number;
  /** Of paid orders: what discounts took off the subtotal. */
  discount_amount: number;
  /** Of orders that wait for their payment, with tax. */
  unpaid_amount: number;
}

/** Sums over the rows of the list with the same filters, one per currency. What is void counts for nothing. */
export class OrderTotals {
  count: number;
  totals: OrderCurrencyTotal[];
}

/** Every attempt to charge an order. */
export class OrderPaymentList {
  /** Newest first. */
  items: OrderPayment[];
}

export class OrderUsageCreditEntry {
  /** The entry of the customer's account. */
  event_id: string;
  @ApiProperty({ enum: USAGE_CREDIT_TYPES })
  type: UsageCreditEvent['type'];
  at: string;
  /** In minor units; below 0 for what is no longer credited. */
  amount: number;
  /** How many usage events that the order has billed were voided by then. */
  voids: number;
  /** The event that it was booked for: `UsageVoided`, `OrderCreated` of what was voided before, or `OrderVoided`. */
  cause_event_id: string;
}

/** What the customer's account was credited because usage that the order has billed was voided. */
export class OrderUsageCredit {
  /** In minor units. */
  amount: number;
  currency: string;
  /** The 100 newest, newest first. */
  entries: OrderUsageCreditEntry[];
}

export class OrderList {
  items: Order[];
  pagination: Pagination;
}

/** What a change of product would cost. */
export class SubscriptionPreviewRequest {
  @IsUUID()
  product_id: string;
  /** As the organization's settings say if it is missing. */
  @IsOptional()
  @IsIn(CHANGE_BEHAVIORS)
  proration_behavior?: ChangeBehavior | null;
}

class OrderPreviewItem {
  label: string;
  product_price_id: string | null;
  amount: number;
  discount_amount: number;
  tax_amount: number;
  proration: boolean;
}

class OrderPreviewPeriod {
  start: string;
  end: string;
}

/** An order as it would be created. Amounts in minor units. */
export class OrderPreview {
  at: string;
  @ApiProperty({ enum: BILLING_REASONS })
  billing_reason: BillingReason;
  currency: string;
  period: OrderPreviewPeriod;
  items: OrderPreviewItem[];
  subtotal_amount: number;
  discount_amount: number;
  net_amount: number;
  tax_amount: number;
  total_amount: number;
  /** What the customer's account adds: below 0 for a credit. */
  applied_balance_amount: number;
  /** What would be charged. */
  due_amount: number;
}

export class OrderPreviews {
  /** null if nothing would be billed now. */
  @ApiProperty({ type: OrderPreview, nullable: true })
  now: OrderPreview | null;
  /** null if there will be no other order. */
  @ApiProperty({ type: OrderPreview, nullable: true })
  next: OrderPreview | null;
  /** How the change would take effect, as asked or as the settings say; null without a change. */
  @ApiProperty({ enum: CHANGE_BEHAVIORS, nullable: true })
  proration_behavior: ChangeBehavior | null;
}

class ExplainedAmount {
  @ApiProperty({ enum: EXPLAINED_KINDS })
  kind: ExplainedKind;
  /** null unless it is an item. */
  item_id: string | null;
  label: string;
  /** In minor units. */
  amount: number;
  /** Such as `16 of 30 days left × 300.00 = 160.00`, in units of the currency. */
  arithmetic: string;
  /** Those of `events` that made it. */
  event_ids: string[];
}

class ExplainingEvent {
  id: string;
  type: string;
  at: string;
}

/** How the amounts of an order were made. */
export class OrderExplanation {
  order_id: string;
  currency: string;
  amounts: ExplainedAmount[];
  /** The events that made them, in order. */
  events: ExplainingEvent[];
}

/** A part of a period, between two cuts of the log. */
export class MeteredWindow {
  /** The event that it begins after; null: the beginning. */
  from_event_id: string | null;
  from: string | null;
  until_event_id: string;
  until: string;
}

export class MeteredDay {
  day: string;
  @ApiProperty({ format: 'double' })
  quantity: number;
}

/** A usage event that was counted (`event`) or taken off (`void`), or what an earlier period could not take off (`carried`). */
export class MeteredRow {
  @ApiProperty({ enum: ['event', 'void', 'carried'] })
  kind: 'event' | 'void' | 'carried';
  event_id: string;
  name: string;
  timestamp: string;
  /** null if the meter only counts. */
  @ApiProperty({ format: 'double' })
  value: number | null;
}

/** What a metered line was computed from. */
export class MeteredLineUsage {
  meter_id: string;
  @ApiProperty({ enum: ['count', 'sum', 'max', 'min', 'avg'] })
  func: 'count' | 'sum' | 'max' | 'min' | 'avg';
  /** As the line says. */
  @ApiProperty({ format: 'double' })
  consumed_units: number;
  /** What its events come to now: the same, unless their customer was erased after a changed meter had counted them. */
  @ApiProperty({ format: 'double' })
  measured_units: number;
  /** Events that happened before the period, and were reported in it. */
  late_events: number;
  windows: MeteredWindow[];
  /** By the days on which the events happened. */
  days: MeteredDay[];
  /** The first hundred. */
  rows: MeteredRow[];
}
