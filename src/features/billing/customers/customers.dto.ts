import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Nested, ReadAs } from '../../../app/http/dto.ts';
import {
  ArrayMaxSize,
  IsBoolean,
  IsEmail,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { COUNTRIES, isCountry, normalState } from '../address.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';
import { taxIdError, type TaxId } from '../tax-id.ts';

const MAX_TEXT = 500;
const NOT_AN_EMAIL = { message: 'Input should be a valid email address' };

export class AddressInput {
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  line1?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  line2?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  postal_code?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  city?: string | null;
  /** `US-CA` or `CA` in the US and Canada; any text elsewhere. */
  @ValidateIf((_, state) => state != null && state !== '')
  @ValidateBy({
    name: 'isState',
    validator: {
      validate: (state, of) => typeof state === 'string' && stateIsKnown(state, of?.object as AddressInput),
      defaultMessage: () => 'Invalid state or province',
    },
  })
  state?: string | null;
  /** ISO 3166 alpha-2. */
  @ValidateBy(
    { name: 'isCountry', validator: { validate: isCountry, defaultMessage: () => 'Invalid country code' } },
    { context: { schema: { enum: [...COUNTRIES] } } },
  )
  country: string;
}

function stateIsKnown(state: string, { country }: AddressInput): boolean {
  return state.length <= MAX_TEXT && (!isCountry(country) || normalState(state, country) !== undefined);
}

/** `[value, type]`. */
function IsTaxId(): PropertyDecorator {
  return applyDecorators(
    ArrayMaxSize(2, { message: ({ value }) => taxIdError(value)! }),
    ValidateBy({
      name: 'isTaxId',
      validator: {
        validate: (value) => taxIdError(value) === undefined,
        defaultMessage: (of) => taxIdError(of?.value) ?? '',
      },
    }),
  );
}

/** Describes a tax id in the OpenAPI document. */
export const ApiTaxId = ({ optional = false } = {}): PropertyDecorator =>
  ApiProperty({
    required: !optional,
    type: 'array',
    items: { type: 'string' },
    minItems: 2,
    maxItems: 2,
    nullable: true,
  });

class CustomerFields {
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  @EmptyIsNull()
  name?: string | null;
  @IsOptional()
  @Nested(() => AddressInput)
  billing_address?: AddressInput | null;
  @ApiTaxId({ optional: true })
  @IsOptional()
  @IsTaxId()
  tax_id?: TaxId | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class CustomerCreate extends CustomerFields {
  @IsEmail({}, NOT_AN_EMAIL)
  email: string;
  /** Can't be changed once set. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_TEXT)
  external_id?: string | null;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
}

export class CustomerUpdateExternalID extends CustomerFields {
  @IsOptional()
  @IsEmail({}, NOT_AN_EMAIL)
  email?: string | null;
}

export class CustomerUpdate extends CustomerUpdateExternalID {
  /** Can't be changed once set. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_TEXT)
  external_id?: string | null;
}

export class Address {
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  city: string | null;
  state: string | null;
  country: string;
}

export class Customer {
  id: string;
  /** Every customer is one person or one company, without members. */
  @ApiProperty({ enum: ['individual'] })
  type: 'individual';
  created_at: string;
  modified_at: string | null;
  @ApiMetadata()
  metadata: Metadata;
  external_id: string | null;
  email: string;
  email_verified: boolean;
  name: string | null;
  /** What invoices name unless a checkout had a name of its own for them: the customer's name. */
  billing_name: string | null;
  billing_address: Address | null;
  @ApiTaxId()
  tax_id: TaxId | null;
  organization_id: string;
  /** Not in the contract: since when they ask to be erased; deleting them confirms it. */
  erasure_requested_at: string | null;
  deleted_at: string | null;
  avatar_url: string;
  /** When the first usage event that names them happened; null if none does. */
  first_user_event_at: string | null;
}

export class CustomerList {
  items: Customer[];
  pagination: Pagination;
}

export class ErasureRefusal {
  /** For the customer, who gets it by mail. */
  @IsString()
  @Matches(/\S/, { message: 'Say why.' })
  @MaxLength(2_000)
  reason: string;
}

export class CustomerDeletion {
  /** Also erases the customer, for good; somebody who has been deleted before, too. */
  @ReadAs((value) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsOptional()
  @IsBoolean()
  anonymize?: boolean;
}
