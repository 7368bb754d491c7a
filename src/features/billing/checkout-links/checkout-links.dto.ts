import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { LIMITS } from '../../../limits.ts';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata, IsWebUrl } from '../billing.dto.ts';
import { ApiDiscountBase, type DiscountBase } from '../discounts/discounts.dto.ts';
import type { Metadata } from '../metadata.ts';
import { ApiTrialInterval, type TrialInterval } from '../trials.dto.ts';
import { CheckoutProduct } from '../products/products.dto.ts';

const MAX_LABEL = 255;
const MAX_URL = 2_000;
const MAX_PRODUCTS = LIMITS.request.productsOffered.most;

class CheckoutLinkFields {
  /** Copied to every checkout of the link. */
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata | null;
  /** Shown to the seller alone. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LABEL)
  @EmptyIsNull()
  label?: string | null;
  /** Whether buyers may enter a discount code. */
  @IsOptional()
  @IsBoolean()
  allow_discount_codes?: boolean | null;
  @IsOptional()
  @IsBoolean()
  require_billing_address?: boolean | null;
  /** Applied to every checkout of the link, as long as it applies. */
  @IsOptional()
  @IsUUID()
  discount_id?: string | null;
  /** Opens after the payment; `{CHECKOUT_ID}` stands for the checkout's id. */
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(MAX_URL)
  @IsWebUrl()
  success_url?: string | null;
}

/** By `products`, or in the legacy forms by `product_id` or `product_price_id`. */
export class CheckoutLinkCreate extends CheckoutLinkFields {
  /** The first is selected. */
  @ValidateIf(
    ({ product_id, product_price_id }: CheckoutLinkCreate, products) =>
      products !== undefined || (product_id == null && product_price_id == null),
  )
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PRODUCTS)
  @IsUUID(undefined, { each: true })
  products?: string[];
  /** Legacy form of `products` with one product. */
  @IsOptional()
  @IsUUID()
  product_id?: string | null;
  /** Legacy form of `products`: the product that has this price. */
  @IsOptional()
  @IsUUID()
  product_price_id?: string | null;
  /** The only name in the contract. */
  @IsOptional()
  @IsIn(['stripe'])
  payment_processor?: 'stripe';
}

export class CheckoutLinkUpdate extends CheckoutLinkFields {
  /** The whole new list. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PRODUCTS)
  @IsUUID(undefined, { each: true })
  products?: string[] | null;
}

export class CheckoutLinkProduct extends CheckoutProduct {
  @ApiMetadata()
  metadata: Metadata;
}

export class CheckoutLink {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiMetadata()
  metadata: Metadata;
  /** The only name in the contract. */
  payment_processor: 'stripe';
  client_secret: string;
  /** The address to share: each visit creates a checkout and opens it. */
  url: string;
  success_url: string | null;
  /** Checkouts have no way back but the browser's. */
  @ApiProperty({ type: String, nullable: true })
  return_url: null;
  label: string | null;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  /** Links have no trials of their own: their products' trials count. */
  @ApiTrialInterval()
  trial_interval: TrialInterval | null;
  trial_interval_count: number | null;
  /** Nothing is sold by the seat or unit. */
  @ApiProperty({ type: Number, nullable: true })
  seats: null;
  @ApiProperty({ type: Number, nullable: true })
  units: null;
  discount_id: string | null;
  @ApiDiscountBase()
  discount: DiscountBase | null;
  organization_id: string;
  /** Those on sale; with none, the link sells nothing. */
  products: CheckoutLinkProduct[];
}

export class CheckoutLinkList {
  items: CheckoutLink[];
  pagination: Pagination;
}
