import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../../limits.ts';
import { Nested } from '../../../app/http/dto.ts';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsInt,
  IsIP,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { Accent } from '../../accounts/organizations/accent.dto.ts';
import { PublicOrganization } from '../../accounts/organizations/public-organization.dto.ts';
import { ApiCustomFieldData, ApiMetadata, EmptyIsNull, IsMetadata, type CustomFieldData } from '../billing.dto.ts';
import { ADDRESS_FIELD_MODES, type AddressFieldMode } from './checkout.rules.ts';
import { IsEmbedOrigin, IsWebUrl } from './checkout.validators.ts';
import { SynonymOf } from '../../../app/http/synonyms.ts';
import { Address, AddressInput } from '../customers/customers.dto.ts';
import { AttachedCustomField } from '../custom-fields/custom-fields.dto.ts';
import { ApiDiscountBase, type DiscountBase } from '../discounts/discounts.dto.ts';
import type { Metadata } from '../metadata.ts';
import { ApiPrice, CheckoutProduct, PRICES, type ProductPrice } from '../products/products.dto.ts';
import { ApiTrialInterval, IsTrialCount, IsTrialInterval, type TrialInterval } from '../trials.dto.ts';
import { ComingCharge } from '../subscriptions/subscriptions.dto.ts';

const MAX_TEXT = 500;
const MAX_URL = 2_000;
/** In any currency. */
const MOST_AMOUNT = 999_999_999_999;

/** What a buyer fills in. */
export class CheckoutUpdatePublic {
  @IsOptional()
  @IsUUID()
  product_id?: string | null;
  @IsOptional()
  @IsUUID()
  product_price_id?: string | null;
  /** In minor units of the price's currency; only at custom prices, within their limits. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_AMOUNT)
  amount?: number | null;
  /** By slug; validated by the type of each field, and unknown keys are dropped. */
  @ApiCustomFieldData({ optional: true })
  @IsOptional()
  @IsObject()
  custom_field_data?: Record<string, unknown> | null;
  /** Ignored if the checkout allows no codes. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  discount_code?: string | null;
  @IsOptional()
  @IsBoolean()
  is_business_customer?: boolean | null;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  customer_name?: string | null;
  @IsOptional()
  @IsEmail({}, { message: 'Input should be a valid email address' })
  customer_email?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  customer_billing_name?: string | null;
  @IsOptional()
  @Nested(() => AddressInput)
  customer_billing_address?: AddressInput | null;
  @IsOptional()
  @IsString()
  @MaxLength(100)
  @EmptyIsNull()
  customer_tax_id?: string | null;
}

export class CheckoutConfirm extends CheckoutUpdatePublic {
  /** From the payment processor; in the sandbox a test token such as `ctoken_ok`. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  confirmation_token_id?: string | null;
}

/** What a seller may set as well. */
export class CheckoutUpdate extends CheckoutUpdatePublic {
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata | null;
  /** null removes it. */
  @IsOptional()
  @IsUUID()
  discount_id?: string | null;
  @IsOptional()
  @IsBoolean()
  allow_discount_codes?: boolean | null;
  @IsOptional()
  @IsBoolean()
  require_billing_address?: boolean | null;
  /** Whether a subscription may begin with a trial; `true` by default. */
  @IsOptional()
  @IsBoolean()
  allow_trial?: boolean | null;
  /** Instead of the product's, with `trial_interval_count`; null removes it. */
  @IsTrialInterval()
  trial_interval?: TrialInterval | null;
  @IsTrialCount()
  trial_interval_count?: number | null;
  @IsOptional()
  @IsIP()
  customer_ip_address?: string | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  customer_metadata?: Metadata | null;
  /** `{CHECKOUT_ID}` stands for the checkout's id. */
  @IsOptional()
  @MaxLength(MAX_URL)
  @IsWebUrl()
  success_url?: string | null;
  /** The site that may show the checkout's page in a frame; `http` only for loopback. */
  @IsOptional()
  @MaxLength(MAX_URL)
  @IsEmbedOrigin()
  embed_origin?: string | null;
}

export class CheckoutCreate extends CheckoutUpdate {
  /** The first is selected. */
  @ValidateIf(
    ({ product_id, product_price_id }: CheckoutCreate, products) =>
      products !== undefined || (product_id == null && product_price_id == null),
  )
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.request.productsOffered.most)
  @IsUUID(undefined, { each: true })
  products?: string[];
  /** Legacy form of `products` with one product. */
  declare product_id?: string | null;
  /** Legacy form of `products` with one product: one of its prices. */
  declare product_price_id?: string | null;
  @IsOptional()
  @IsUUID()
  customer_id?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  customer_external_id?: string | null;
  /** The name of `customer_external_id` in newer clients. */
  @SynonymOf('customer_external_id')
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  external_customer_id?: string | null;
  /** The free subscription to upgrade. */
  @IsOptional()
  @IsUUID()
  subscription_id?: string | null;
}

/** By a buyer, without the seller. */
export class CheckoutCreatePublic {
  @IsUUID()
  product_id: string;
  @IsOptional()
  @IsEmail({}, { message: 'Input should be a valid email address' })
  customer_email?: string | null;
  /** The free subscription to upgrade; `customer_email` has to be the one of its customer. */
  @IsOptional()
  @IsUUID()
  subscription_id?: string | null;
}

export class CheckoutBillingAddressFields {
  country: boolean;
  state: boolean;
  city: boolean;
  postal_code: boolean;
  line1: boolean;
  line2: boolean;
}

/** Fields of addresses in the words of newer clients. */
class CheckoutAddressFields {
  @ApiProperty({ enum: ADDRESS_FIELD_MODES })
  country: AddressFieldMode;
  @ApiProperty({ enum: ADDRESS_FIELD_MODES })
  state: AddressFieldMode;
  @ApiProperty({ enum: ADDRESS_FIELD_MODES })
  city: AddressFieldMode;
  @ApiProperty({ enum: ADDRESS_FIELD_MODES })
  postal_code: AddressFieldMode;
  @ApiProperty({ enum: ADDRESS_FIELD_MODES })
  line1: AddressFieldMode;
  @ApiProperty({ enum: ADDRESS_FIELD_MODES })
  line2: AddressFieldMode;
}

/** Amounts in cents. */
class CheckoutBase {
  id: string;
  created_at: string;
  modified_at: string | null;
  /** The only name in the contract. */
  payment_processor: 'stripe';
  status: 'open' | 'expired' | 'confirmed' | 'succeeded';
  client_secret: string;
  url: string;
  expires_at: string;
  success_url: string;
  /** Checkouts have no way back but the browser's. */
  @ApiProperty({ type: String, nullable: true })
  return_url: null;
  organization_id: string;
  embed_origin: string | null;
  amount: number;
  discount_amount: number;
  net_amount: number;
  /** null until an address is known. */
  tax_amount: number | null;
  /** Tax is added to prices; null like its amount. */
  @ApiProperty({ enum: ['exclusive'], nullable: true })
  tax_behavior: 'exclusive' | null;
  total_amount: number;
  currency: string;
  product_id: string;
  product_price_id: string;
  discount_id: string | null;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  allow_trial: boolean;
  /** The checkout's own. */
  @ApiTrialInterval()
  trial_interval: TrialInterval | null;
  trial_interval_count: number | null;
  /** The one that confirming begins: the checkout's own, else the product's. Nothing is charged before it ends. */
  @ApiTrialInterval()
  active_trial_interval: TrialInterval | null;
  active_trial_interval_count: number | null;
  /** When the trial of its subscription ends; null before it has one. */
  trial_end: string | null;
  is_discount_applicable: boolean;
  is_free_product_price: boolean;
  is_payment_required: boolean;
  is_payment_setup_required: boolean;
  is_payment_form_required: boolean;
  customer_id: string | null;
  is_business_customer: boolean;
  customer_name: string | null;
  customer_email: string | null;
  customer_ip_address: string | null;
  customer_billing_name: string | null;
  customer_billing_address: Address | null;
  customer_tax_id: string | null;
  /** The browser tells only the processor. */
  @ApiProperty({ type: String, nullable: true })
  payment_method_type: null;
  /** Nothing is sold by the seat or unit. */
  @ApiProperty({ type: Number, nullable: true })
  units: null;
  @ApiProperty({ type: Number, nullable: true })
  min_units: null;
  @ApiProperty({ type: Number, nullable: true })
  max_units: null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  payment_processor_metadata: Record<string, string>;
  @ApiCustomFieldData()
  custom_field_data: CustomFieldData;
  products: CheckoutProduct[];
  /** The products' prices, by the product's id. */
  @ApiProperty({ type: 'object', additionalProperties: PRICES })
  prices: Record<string, ProductPrice[]>;
  product: CheckoutProduct;
  @ApiPrice()
  product_price: ProductPrice;
  @ApiDiscountBase()
  discount: DiscountBase | null;
  attached_custom_fields: AttachedCustomField[];
  customer_billing_address_fields: CheckoutBillingAddressFields;
  /** Which fields of the address are asked for, in the words of newer clients. */
  billing_address_fields: CheckoutAddressFields;
}

export class Checkout extends CheckoutBase {
  @ApiMetadata()
  metadata: Metadata;
  customer_external_id: string | null;
  /** The same, by its name in newer clients. */
  external_customer_id: string | null;
  /** The subscription that it created, or upgrades. */
  subscription_id: string | null;
  @ApiMetadata()
  customer_metadata: Metadata;
}

/** The next charge of the subscription that a checkout created, or the first one after the trial that it would begin now. */
export class NextCharge extends ComingCharge {
  currency: string;
  /** The first charge without the discount; null without one, or if it lasts. */
  then: ComingCharge | null;
}

export class CheckoutPublic extends CheckoutBase {
  organization: PublicOrganization;
  /** Not in the contract: the organization's colour; null: ours. */
  accent: Accent | null;
  /** Not in the contract: for the confirmation page. null if nothing will be charged. */
  next_charge: NextCharge | null;
  /** Not in the contract: why the last payment was declined, in words; null if none was. */
  decline_reason: string | null;
  /** Not in the contract: the number of the order, such as `K7Q2-M9PX`; null until it has succeeded. */
  order_number: string | null;
}

export class CheckoutPublicConfirmed extends CheckoutPublic {
  @ApiProperty({ enum: ['confirmed'] })
  declare status: 'confirmed';
  /** Opens the portal for an hour. */
  customer_session_token: string;
}

export class CheckoutList {
  items: Checkout[];
  pagination: Pagination;
}
