import { ApiExtraModels, ApiProperty, getSchemaPath, PickType } from '@nestjs/swagger';
import { NestedEach } from '../../../app/http/dto.ts';
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
  MinLength,
  ValidateIf,
} from 'class-validator';
import { IsAmountIn, IsCurrency } from '../../../app/http/currency.dto.ts';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { BENEFIT_MODELS, BENEFIT_SCHEMA, BenefitPublic, type Benefit } from '../benefits/benefits.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import { AttachedCustomField } from '../custom-fields/custom-fields.dto.ts';
import { ProductMediaFileRead } from '../files/files.dto.ts';
import type { Metadata } from '../metadata.ts';
import { Meter } from '../meters/meters.dto.ts';
import type { Visibility } from './product.events.ts';
import { mostChosen } from './product.rules.ts';
import { ApiTrialInterval, IsTrialCount, IsTrialInterval, type TrialInterval } from '../trials.dto.ts';
import { IsUnitAmount } from './unit-amount.ts';

export const VISIBILITIES: readonly Visibility[] = ['draft', 'private', 'public'];
const AMOUNT_TYPES = ['free', 'fixed', 'custom', 'metered_unit'] as const;
type AmountType = (typeof AMOUNT_TYPES)[number];

/** The field that names a price's currency. */
const CURRENCY = 'price_currency';
const MOST_PRICES = 50;
const MOST_FIELDS = 50;
/** Validates a property only in prices of one type; others drop it. */
function Of(type: AmountType): PropertyDecorator {
  return ValidateIf((price: ProductPriceUpdate) => isOf(type, price));
}

function isOf(type: AmountType, { amount_type, id }: ProductPriceUpdate): boolean {
  return amount_type === type && id === undefined;
}

/** As `Of`, for what may be left out. */
function OptionalOf(type: AmountType): PropertyDecorator {
  return ValidateIf((price: ProductPriceUpdate, value) => isOf(type, price) && value != null);
}

/** The terms of a new price, by its type. Amounts in minor units of its currency: cents of usd. */
class ProductPriceTerms {
  /** Required for a fixed price: what its currency can charge, such as 50 to 99,999,999 cents of usd; 0 is a free price. */
  @ValidateIf((price: ProductPriceUpdate) => isOf('fixed', price) && price.price_amount !== 0)
  @IsAmountIn(CURRENCY)
  price_amount?: number;
  /** The same in all prices of a product; `usd` by default. */
  @IsOptional()
  @IsCurrency()
  price_currency?: string;
  /** The least that a buyer may choose to pay, of a custom price: at least what can be charged, such as 50 cents of usd. */
  @OptionalOf('custom')
  @IsAmountIn(CURRENCY, { most: mostChosen })
  minimum_amount?: number | null;
  @OptionalOf('custom')
  @IsAmountIn(CURRENCY, { most: mostChosen })
  maximum_amount?: number | null;
  /** What the form begins with; if it is not given, twenty times the least charge (1000 cents of usd), within the limits. */
  @OptionalOf('custom')
  @IsAmountIn(CURRENCY, { most: mostChosen })
  preset_amount?: number | null;
  /** Required for a metered price. */
  @Of('metered_unit')
  @IsUUID()
  meter_id?: string;
  /** What a unit costs, in minor units: `0.5` is half a cent of usd. Required for a metered price. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }], required: false })
  @Of('metered_unit')
  @IsUnitAmount()
  unit_amount?: string;
  /** The most that a period costs, of a metered price. */
  @OptionalOf('metered_unit')
  @IsAmountIn(CURRENCY, { least: () => 0 })
  cap_amount?: number | null;
}

export class ProductPriceCreate extends ProductPriceTerms {
  @IsIn(AMOUNT_TYPES)
  amount_type: AmountType;
}

/** Keeps an existing price by its `id`, or adds a new one. */
export class ProductPriceUpdate extends ProductPriceTerms {
  @IsOptional()
  @IsUUID()
  id?: string;
  /** Required for a new price. */
  @ValidateIf(({ id }: ProductPriceUpdate) => id === undefined)
  @IsIn(AMOUNT_TYPES)
  amount_type?: AmountType;
}

export class AttachedCustomFieldCreate {
  @IsUUID()
  custom_field_id: string;
  @IsBoolean()
  required: boolean;
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
  /** Of new subscriptions, with `trial_interval_count`: nothing is charged before it ends. */
  @IsTrialInterval()
  trial_interval?: TrialInterval | null;
  @IsTrialCount()
  trial_interval_count?: number | null;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_PRICES)
  @NestedEach(() => ProductPriceCreate)
  prices: ProductPriceCreate[];
  /** Who can buy it: `public` (the default) customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet. */
  @ApiProperty({ enum: VISIBILITIES, required: false })
  @IsOptional()
  @IsIn(VISIBILITIES)
  visibility?: Visibility;
  /** Uploaded files of the service `product_media`, in order. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID(undefined, { each: true })
  medias?: string[] | null;
  /** What buyers fill in, in this order. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_FIELDS)
  @NestedEach(() => AttachedCustomFieldCreate)
  attached_custom_fields?: AttachedCustomFieldCreate[] | null;
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
  /** Of new subscriptions, with `trial_interval_count`: nothing is charged before it ends; null removes it. */
  @IsTrialInterval()
  trial_interval?: TrialInterval | null;
  @IsTrialCount()
  trial_interval_count?: number | null;
  @IsOptional()
  @IsBoolean()
  is_archived?: boolean | null;
  /** Who can buy it, as when creating. */
  @ApiProperty({ enum: VISIBILITIES, nullable: true, required: false })
  @IsOptional()
  @IsIn(VISIBILITIES)
  visibility?: Visibility | null;
  /** The whole new list: prices that it does not name are archived. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_PRICES)
  @NestedEach(() => ProductPriceUpdate)
  prices?: ProductPriceUpdate[] | null;
  /** The whole new list: uploaded files of the service `product_media`, in order. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID(undefined, { each: true })
  medias?: string[] | null;
  /** What buyers fill in, in this order. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_FIELDS)
  @NestedEach(() => AttachedCustomFieldCreate)
  attached_custom_fields?: AttachedCustomFieldCreate[] | null;
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
  /** Where it is defined: checkouts have no prices of their own. */
  @ApiProperty({ enum: ['catalog'] })
  source: 'catalog';
  /** Tax is added to prices; none says otherwise. */
  @ApiProperty({ type: String, nullable: true })
  tax_behavior: null;
  type: 'one_time' | 'recurring';
  @ApiProperty({ enum: ['month', 'year'], nullable: true })
  recurring_interval: 'month' | 'year' | null;
}

export class ProductPriceFree extends ProductPriceBase {
  @ApiProperty({ enum: ['free'] })
  amount_type: 'free';
  /** Of what is metered beside it, else the organization's own. */
  price_currency: string;
}

export class ProductPriceFixed extends ProductPriceBase {
  @ApiProperty({ enum: ['fixed'] })
  amount_type: 'fixed';
  price_currency: string;
  /** In cents. */
  price_amount: number;
}

/** The buyer chooses what to pay. Amounts in cents. */
export class ProductPriceCustom extends ProductPriceBase {
  @ApiProperty({ enum: ['custom'] })
  amount_type: 'custom';
  price_currency: string;
  minimum_amount: number | null;
  maximum_amount: number | null;
  preset_amount: number | null;
}

export class ProductPriceMeter extends PickType(Meter, ['id', 'name', 'unit', 'custom_label', 'custom_multiplier']) {}

/** Each unit that the meter counts costs this much. */
export class ProductPriceMeteredUnit extends ProductPriceBase {
  @ApiProperty({ enum: ['metered_unit'] })
  amount_type: 'metered_unit';
  price_currency: string;
  /** In cents, as a decimal. */
  unit_amount: string;
  /** The most that a period costs, in cents. */
  cap_amount: number | null;
  meter_id: string;
  meter: ProductPriceMeter;
}

export type ProductPrice = ProductPriceFree | ProductPriceFixed | ProductPriceCustom | ProductPriceMeteredUnit;

const PRICE_MODELS = [ProductPriceFree, ProductPriceFixed, ProductPriceCustom, ProductPriceMeteredUnit];

const PRICE = {
  oneOf: PRICE_MODELS.map((model) => ({ $ref: getSchemaPath(model) })),
  discriminator: {
    propertyName: 'amount_type',
    mapping: Object.fromEntries(AMOUNT_TYPES.map((type, index) => [type, getSchemaPath(PRICE_MODELS[index]!)])),
  },
};

/** Describes a property that is one price. */
export const ApiPrice = (): PropertyDecorator => ApiProperty(PRICE);

/** A list of prices. */
export const PRICES = { type: 'array', items: PRICE } as const;

/** Describes a property that is a list of prices. */
export const ApiPrices = (): PropertyDecorator => ApiProperty(PRICES);

/** What a product is, wherever it is shown. */
export class ProductTerms {
  id: string;
  created_at: string;
  modified_at: string | null;
  name: string;
  description: string | null;
  @ApiProperty({ enum: ['month', 'year'], nullable: true })
  recurring_interval: 'month' | 'year' | null;
  /** 1; null like the interval. */
  recurring_interval_count: number | null;
  /** Meters are billed with the product's own interval. */
  @ApiProperty({ type: String, nullable: true })
  meter_interval: null;
  @ApiProperty({ type: Number, nullable: true })
  meter_interval_count: null;
  @ApiTrialInterval()
  trial_interval: TrialInterval | null;
  trial_interval_count: number | null;
  is_recurring: boolean;
  is_archived: boolean;
  /** Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet. */
  @ApiProperty({ enum: VISIBILITIES })
  visibility: Visibility;
  organization_id: string;
}

@ApiExtraModels(...PRICE_MODELS)
class ProductBase extends ProductTerms {
  /** The prices on sale. */
  @ApiProperty({ type: 'array', items: PRICE })
  prices: ProductPrice[];
  medias: ProductMediaFileRead[];
}

@ApiExtraModels(...BENEFIT_MODELS)
export class Product extends ProductBase {
  /** Products are archived instead. */
  @ApiProperty({ enum: [false] })
  is_deletable: false;
  @ApiMetadata()
  metadata: Metadata;
  @ApiProperty({ type: 'array', items: BENEFIT_SCHEMA })
  benefits: Benefit[];
  attached_custom_fields: AttachedCustomField[];
}

/** The public part of a product, as shown at a checkout. */
export class CheckoutProduct extends ProductBase {
  benefits: BenefitPublic[];
}

/** Prices that a product had before; subscriptions bought at them keep them. */
export class ArchivedPrices {
  /** Archived last first. */
  @ApiPrices()
  items: ProductPrice[];
}

export class ProductList {
  items: Product[];
  pagination: Pagination;
}
