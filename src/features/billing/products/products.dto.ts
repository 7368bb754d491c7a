import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Pagination } from '../../../app/http/pagination.dto.ts';
import { Benefit, BenefitPublic } from '../benefits/benefits.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import { ProductMediaFileRead } from '../files/files.dto.ts';
import type { Metadata } from '../metadata.ts';

const UNSUPPORTED_TYPE = { message: "Only prices of type 'free' and 'fixed' are supported so far" };
const UNSUPPORTED = 'cannot be set yet: leave it out';

export class ProductPriceCreate {
  /** Custom and metered prices are not supported yet. */
  @IsIn(['free', 'fixed'], UNSUPPORTED_TYPE)
  amount_type: 'free' | 'fixed';
  /** In cents; required for a fixed price. */
  @ValidateIf(({ amount_type }: ProductPriceCreate) => amount_type === 'fixed')
  @IsInt()
  @Min(50)
  @Max(99_999_999)
  price_amount?: number;
  @IsOptional()
  @IsIn(['usd'])
  price_currency?: 'usd';
}

/** Keeps an existing price by its `id`, or adds a new one. */
export class ProductPriceUpdate {
  @IsOptional()
  @IsUUID()
  id?: string;
  /** Required for a new price. */
  @ValidateIf(({ id }: ProductPriceUpdate) => id === undefined)
  @IsIn(['free', 'fixed'], UNSUPPORTED_TYPE)
  amount_type?: 'free' | 'fixed';
  /** In cents; required for a fixed price. */
  @ValidateIf(({ id, amount_type }: ProductPriceUpdate) => id === undefined && amount_type === 'fixed')
  @IsInt()
  @Min(50)
  @Max(99_999_999)
  price_amount?: number;
  @IsOptional()
  @IsIn(['usd'])
  price_currency?: 'usd';
}

export class ProductCreate {
  @IsString()
  @MinLength(3)
  @MaxLength(500)
  name: string;
  @IsOptional()
  @IsString()
  @MaxLength(20_000)
  @EmptyIsNull()
  description?: string | null;
  /** null for one-time products. The key is required, and the interval can't be changed later. */
  @ApiProperty({ enum: ['month', 'year'], nullable: true })
  @ValidateIf((_, value) => value !== null)
  @IsIn(['month', 'year'])
  recurring_interval: 'month' | 'year' | null;
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => ProductPriceCreate)
  prices: ProductPriceCreate[];
  /** Uploaded files of the service `product_media`, in order. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID(undefined, { each: true })
  medias?: string[] | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(0, { message: `Custom fields ${UNSUPPORTED}` })
  attached_custom_fields?: object[] | null;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class ProductUpdate {
  @IsOptional()
  @IsString()
  @MinLength(3)
  @MaxLength(500)
  name?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(20_000)
  @EmptyIsNull()
  description?: string | null;
  /** Can't be changed: a different interval is refused. */
  @IsOptional()
  @IsIn(['month', 'year'])
  recurring_interval?: 'month' | 'year' | null;
  @IsOptional()
  @IsBoolean()
  is_archived?: boolean | null;
  /** The whole new list: prices that it does not name are archived. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => ProductPriceUpdate)
  prices?: ProductPriceUpdate[] | null;
  /** The whole new list: uploaded files of the service `product_media`, in order. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID(undefined, { each: true })
  medias?: string[] | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(0, { message: `Custom fields ${UNSUPPORTED}` })
  attached_custom_fields?: object[] | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class ProductBenefitsUpdate {
  /** The whole new list, in order. */
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID(undefined, { each: true })
  benefits: string[];
}

class ProductPriceBase {
  created_at: string;
  modified_at: string | null;
  id: string;
  is_archived: boolean;
  product_id: string;
  type: 'one_time' | 'recurring';
  @ApiProperty({ enum: ['month', 'year'], nullable: true })
  recurring_interval: 'month' | 'year' | null;
}

export class ProductPriceFree extends ProductPriceBase {
  @ApiProperty({ enum: ['free'] })
  amount_type: 'free';
}

export class ProductPriceFixed extends ProductPriceBase {
  @ApiProperty({ enum: ['fixed'] })
  amount_type: 'fixed';
  price_currency: string;
  /** In cents. */
  price_amount: number;
}

export type ProductPrice = ProductPriceFree | ProductPriceFixed;

const PRICE = {
  oneOf: [{ $ref: getSchemaPath(ProductPriceFree) }, { $ref: getSchemaPath(ProductPriceFixed) }],
  discriminator: {
    propertyName: 'amount_type',
    mapping: { free: getSchemaPath(ProductPriceFree), fixed: getSchemaPath(ProductPriceFixed) },
  },
};

/** Describes a property that is one price. */
export const ApiPrice = (): PropertyDecorator => ApiProperty(PRICE);

/** Describes a property that is a list of prices. */
export const ApiPrices = (): PropertyDecorator => ApiProperty({ type: 'array', items: PRICE });

@ApiExtraModels(ProductPriceFree, ProductPriceFixed)
class ProductBase {
  id: string;
  created_at: string;
  modified_at: string | null;
  name: string;
  description: string | null;
  @ApiProperty({ enum: ['month', 'year'], nullable: true })
  recurring_interval: 'month' | 'year' | null;
  is_recurring: boolean;
  is_archived: boolean;
  organization_id: string;
  /** The prices on sale. */
  @ApiProperty({ type: 'array', items: PRICE })
  prices: ProductPrice[];
  medias: ProductMediaFileRead[];
}

export class Product extends ProductBase {
  @ApiMetadata()
  metadata: Metadata;
  benefits: Benefit[];
  attached_custom_fields: object[];
}

/** The public part of a product, as shown at a checkout. */
export class CheckoutProduct extends ProductBase {
  benefits: BenefitPublic[];
}

export class ProductList {
  items: Product[];
  pagination: Pagination;
}
