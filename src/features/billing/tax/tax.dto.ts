import { ApiProperty } from '@nestjs/swagger';
import { ReadTextAs } from '../../../app/http/dto.ts';
import {
  IsBoolean,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { IsCurrency } from '../../../app/http/currency.dto.ts';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { COUNTRIES, isCountry, normalState } from '../address.ts';
import { EmptyIsNull } from '../billing.dto.ts';
import { percentOf } from '../pricing/exact.ts';

function IsCountry(): PropertyDecorator {
  return ValidateBy(
    { name: 'isCountry', validator: { validate: isCountry, defaultMessage: () => 'Invalid country code' } },
    { context: { schema: { enum: [...COUNTRIES] } } },
  );
}

/** Only the US and Canada have rates by state. */
function IsStateOf(): PropertyDecorator {
  return ValidateBy({
    name: 'isStateOf',
    validator: {
      validate: (state, of) => typeof state === 'string' && isState(state, (of?.object as { country: string }).country),
      defaultMessage: () => 'Invalid state or province: only the US and Canada have rates by state',
    },
  });
}

function isState(state: string, country: unknown): boolean {
  if (!isCountry(country)) return true;
  return (
    state.length <= 10 &&
    ['US', 'CA'].includes(country as string) &&
    normalState(state, country as string) !== undefined
  );
}

/** A decimal number from 0 to 100 with at most four places. */
function IsPercent(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isPercent',
      validator: {
        validate: (value) => typeof value === 'string' && percentOf(value) !== undefined,
        defaultMessage: () =>
          'Input should be a decimal number from 0 to 100 with at most four places, such as "8.875"',
      },
    },
    { context: { schema: { type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,4})?$', example: '8.875' } } },
  );
}

/** A day from 2000 to 9998, `2026-07-01`. */
function IsDay(): PropertyDecorator {
  return ValidateBy(
    { name: 'isDay', validator: { validate: isDay, defaultMessage: () => 'Input should be a valid date' } },
    { context: { schema: { type: 'string', format: 'date' } } },
  );
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || value < '2000' || value >= '9999') return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

class TaxInOrganization {
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
}

export class TaxRateCreate extends TaxInOrganization {
  /** ISO 3166 alpha-2. */
  @IsCountry()
  country: string;
  /** In the US and Canada, `US-CA` or `CA`; without one, the rate is the whole country's. */
  @IsOptional()
  @EmptyIsNull()
  @IsStateOf()
  state?: string | null;
  /** As invoices show it, such as `VAT`. */
  @ReadTextAs((text) => text.trim())
  @IsString()
  @MinLength(1)
  @MaxLength(60)
  name: string;
  @IsPercent()
  percent: string;
  /** Whether businesses of another country than the seller's pay it. By default, not in the EU: they owe it themselves (reverse charge). */
  @IsOptional()
  @IsBoolean()
  applies_to_businesses?: boolean | null;
  /** The first day (UTC) on which sales are taxed; today by default, never before. */
  @IsOptional()
  @EmptyIsNull()
  @IsDay()
  starts_on?: string | null;
}

export class TaxRateEnd extends TaxInOrganization {
  /** The first day (UTC) without it; today by default, never before. */
  @IsOptional()
  @EmptyIsNull()
  @IsDay()
  ends_on?: string | null;
}

export class TaxOriginUpdate extends TaxInOrganization {
  /** ISO 3166 alpha-2; null if it is not to be known: then businesses pay tax as everybody does. */
  @ApiProperty({ nullable: true })
  @ValidateIf((_, country) => country !== null)
  @IsCountry()
  country: string | null;
}

export class TaxOrganizationQuery {
  /** May be omitted with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

export class TaxPreviewQuery extends TaxOrganizationQuery {
  /** ISO 3166 alpha-2. */
  @IsCountry()
  country: string;
  @IsOptional()
  @ValidateIf(({ state }: TaxPreviewQuery) => state !== '')
  @IsStateOf()
  state?: string;
  /** The buyer is a business with this number. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  tax_id?: string;
  /** Net, in minor units. */
  @Matches(/^-?\d{1,11}$/, { message: 'Input should be a valid integer' })
  amount: string;
  @IsCurrency()
  currency: string;
}

export class TaxRate {
  id: string;
  created_at: string;
  modified_at: string | null;
  organization_id: string;
  country: string;
  state: string | null;
  name: string;
  percent: string;
  applies_to_businesses: boolean;
  starts_on: string;
  /** The first day without it. */
  ends_on: string | null;
}

export class TaxRateList {
  items: TaxRate[];
  pagination: Pagination;
}

export class TaxOrigin {
  /** The country that the seller is established in. */
  country: string | null;
}

export class TaxPreviewRate {
  name: string;
  percent: string;
  country: string;
  state: string | null;
  /** In minor units. */
  amount: number;
}

/** Amounts in minor units. */
export class TaxPreview {
  /** The tax depends on the state. */
  needs_state: boolean;
  /** The buyer owes the rates themselves. */
  reverse_charge: boolean;
  rates: TaxPreviewRate[];
  currency: string;
  net_amount: number;
  tax_amount: number;
  total_amount: number;
}
