import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { IsAmountIn, IsCurrency } from '../../../app/http/currency.dto.ts';
import { IsInstant } from '../../../app/http/instant.dto.ts';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';
import { ProductTerms } from '../products/products.dto.ts';

const MAX_AMOUNT = 999_999_999_999;
const MAX_COUNT = 2_147_483_647;
export const MAX_PRODUCTS = 100;

class DiscountFields {
  /** For customers, unless it is the seller's alone: 3 to 256 letters and digits, unique in the organization ignoring case. */
  @IsOptional()
  @EmptyIsNull()
  @IsString()
  @Matches(/^[a-zA-Z0-9]*$/, { message: 'Code must contain only alphanumeric characters.' })
  @MinLength(3)
  @MaxLength(256)
  code?: string | null;
  @IsOptional()
  @IsInstant()
  starts_at?: string | null;
  /** After `starts_at`. */
  @IsOptional()
  @IsInstant()
  ends_at?: string | null;
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  max_redemptions?: number | null;
  /** The products that it applies to; none for all. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PRODUCTS)
  @IsUUID(undefined, { each: true })
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
  products?: string[] | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class DiscountCreate extends DiscountFields {
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  name: string;
  @IsIn(['fixed', 'percentage'])
  type: 'fixed' | 'percentage';
  /** In minor units of `currency`; required for a fixed discount. */
  @ValidateIf(({ type }: DiscountCreate) => type === 'fixed')
  @IsAmountIn('currency', { least: () => 0, most: () => MAX_AMOUNT })
  amount?: number;
  /** A fixed amount is taken off sales in this currency only; `usd` by default. */
  @ValidateIf(({ type, currency }: DiscountCreate) => type === 'fixed' && currency !== undefined)
  @IsCurrency()
  currency?: string;
  /** 10,000 are all of it; required for a percentage. */
  @ValidateIf(({ type }: DiscountCreate) => type === 'percentage')
  @IsInt()
  @Min(1)
  @Max(10_000)
  basis_points?: number;
  @IsIn(['once', 'forever', 'repeating'])
  duration: 'once' | 'forever' | 'repeating';
  /** Required for a repeating discount. */
  @ValidateIf(({ duration }: DiscountCreate) => duration === 'repeating')
  @IsInt()
  @Min(1)
  @Max(999)
  duration_in_months?: number;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
}

export class DiscountUpdate extends DiscountFields {
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  name?: string | null;
  /** Can't be changed: a different one is refused. */
  @IsOptional()
  @IsIn(['fixed', 'percentage'])
  type?: 'fixed' | 'percentage' | null;
  /** In minor units; can't be changed once redeemed. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_AMOUNT)
  amount?: number | null;
  /** Can't be changed: a different one is refused, except for `usd`, which clients send always. */
  @IsOptional()
  @IsCurrency()
  currency?: string | null;
  /** Can't be changed once redeemed. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  basis_points?: number | null;
  /** Can't be changed: a different one is refused. */
  @IsOptional()
  @IsIn(['once', 'forever', 'repeating'])
  duration?: 'once' | 'forever' | 'repeating' | null;
  /** Can't be changed once redeemed. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(999)
  duration_in_months?: number | null;
}

class DiscountCommon {
  id: string;
  created_at: string;
  modified_at: string | null;
  name: string;
  code: string | null;
  starts_at: string | null;
  ends_at: string | null;
  max_redemptions: number | null;
  /** A customer can redeem it any number of times. */
  @ApiProperty({ type: Number, nullable: true })
  max_redemptions_per_customer: null;
  /** Those of checkouts that are being paid, too. */
  redemptions_count: number;
  organization_id: string;
  @ApiMetadata()
  metadata: Metadata;
}

export class DiscountFixedOnceForeverBase extends DiscountCommon {
  @ApiProperty({ enum: ['fixed'] })
  type: 'fixed';
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  /** By currency: a discount has one. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  amounts: Record<string, number>;
  @ApiProperty({ enum: ['once', 'forever'] })
  duration: 'once' | 'forever';
}

export class DiscountFixedRepeatBase extends DiscountCommon {
  @ApiProperty({ enum: ['fixed'] })
  type: 'fixed';
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  /** By currency: a discount has one. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  amounts: Record<string, number>;
  @ApiProperty({ enum: ['repeating'] })
  duration: 'repeating';
  duration_in_months: number;
}

export class DiscountPercentageOnceForeverBase extends DiscountCommon {
  @ApiProperty({ enum: ['percentage'] })
  type: 'percentage';
  basis_points: number;
  @ApiProperty({ enum: ['once', 'forever'] })
  duration: 'once' | 'forever';
}

export class DiscountPercentageRepeatBase extends DiscountCommon {
  @ApiProperty({ enum: ['percentage'] })
  type: 'percentage';
  basis_points: number;
  @ApiProperty({ enum: ['repeating'] })
  duration: 'repeating';
  duration_in_months: number;
}

const BASES = [
  DiscountFixedOnceForeverBase,
  DiscountFixedRepeatBase,
  DiscountPercentageOnceForeverBase,
  DiscountPercentageRepeatBase,
];

/** A discount without its products, as checkouts, orders and subscriptions show it. */
export type DiscountBase =
  | DiscountFixedOnceForeverBase
  | DiscountFixedRepeatBase
  | DiscountPercentageOnceForeverBase
  | DiscountPercentageRepeatBase;

/** Describes a property that is a discount without its products, or null. */
export const ApiDiscountBase = (): PropertyDecorator => (target, property) => {
  ApiExtraModels(...BASES)(target.constructor);
  ApiProperty({ nullable: true, oneOf: BASES.map((base) => ({ $ref: getSchemaPath(base) })) })(target, property);
};

export class DiscountProduct extends ProductTerms {
  @ApiMetadata()
  metadata: Metadata;
}

/** A fixed discount has `amount` and `currency`, a percentage `basis_points`, and a repeating one `duration_in_months`. */
export class Discount extends DiscountCommon {
  type: 'fixed' | 'percentage';
  /** In minor units of `currency`. */
  amount?: number;
  currency?: string;
  /** By currency: a discount has one. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'integer' } })
  amounts?: Record<string, number>;
  basis_points?: number;
  duration: 'once' | 'forever' | 'repeating';
  duration_in_months?: number;
  products: DiscountProduct[];
}

export class DiscountList {
  items: Discount[];
  pagination: Pagination;
}
