import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, IsString, IsUUID, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Pagination } from '../../../app/http/pagination.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';

export const BENEFIT_TYPES = [
  'custom',
  'discord',
  'github_repository',
  'downloadables',
  'license_keys',
  'meter_credit',
];
const UNSUPPORTED_TYPE = { message: "Only benefits of type 'custom' are supported so far" };

export class BenefitCustomProperties {
  /** Shown only to customers who have the benefit. */
  note: string | null;
}

export class BenefitCustomPropertiesInput {
  @IsOptional()
  @IsString()
  @MaxLength(5_000)
  @EmptyIsNull()
  note?: string | null;
}

export class BenefitCreate {
  /** Only `custom` is supported so far. */
  @IsIn(['custom'], UNSUPPORTED_TYPE)
  type: 'custom';
  @IsString()
  @MinLength(3)
  @MaxLength(42)
  description: string;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @IsObject()
  @ValidateNested()
  @Type(() => BenefitCustomPropertiesInput)
  properties: BenefitCustomPropertiesInput;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class BenefitUpdate {
  /** Can't be changed. */
  @IsOptional()
  @IsIn(['custom'], UNSUPPORTED_TYPE)
  type?: 'custom';
  @IsOptional()
  @IsString()
  @MinLength(3)
  @MaxLength(42)
  description?: string | null;
  @IsOptional()
  @ValidateNested()
  @Type(() => BenefitCustomPropertiesInput)
  properties?: BenefitCustomPropertiesInput | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

/** The public part of a benefit, as shown at a checkout. */
export class BenefitPublic {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiProperty({ enum: BENEFIT_TYPES })
  type: 'custom';
  description: string;
  selectable: boolean;
  deletable: boolean;
  organization_id: string;
}

export class Benefit extends BenefitPublic {
  @ApiMetadata()
  metadata: Metadata;
  properties: BenefitCustomProperties;
}

export class BenefitList {
  items: Benefit[];
  pagination: Pagination;
}
