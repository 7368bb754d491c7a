import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Nested } from '../../../app/http/dto.ts';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';
import { PERMISSIONS, type RepositoryPermission } from '../remote-access/remote-access.rules.ts';
import type { BenefitType } from './benefit.events.ts';

export const BENEFIT_TYPES = [
  'custom',
  'discord',
  'github_repository',
  'downloadables',
  'license_keys',
  'meter_credit',
] as const;
const UNKNOWN_TYPE = { message: `The type must be one of ${BENEFIT_TYPES.join(', ')}` };
const MOST_FILES = 100;
/** Of uses, and of units. */
const MOST = 2 ** 31 - 1;

export class LicenseKeyTermInput {
  @IsInt()
  @Min(1)
  @Max(10_000)
  ttl: number;
  @ApiProperty({ enum: ['year', 'month', 'day'] })
  @IsIn(['year', 'month', 'day'])
  timeframe: 'year' | 'month' | 'day';
}

export class LicenseKeyActivationsInput {
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number;
  /** Whether customers may deactivate in their portal. */
  @IsOptional()
  @IsBoolean()
  enable_customer_admin?: boolean;
}

/** Properties of all types; those of other types are ignored. */
export class BenefitPropertiesInput {
  /** Of a custom benefit: shown only to customers who have it. */
  @IsOptional()
  @IsString()
  @MaxLength(5_000)
  @EmptyIsNull()
  note?: string | null;
  /** Of downloadables: at least one uploaded file of the service `downloadable`. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_FILES)
  @IsUUID(undefined, { each: true })
  files?: string[] | null;
  /** Of downloadables: true for each file that is no longer downloaded, by its id. */
  @IsFlags()
  archived?: Record<string, boolean> | null;
  /** Of license keys: what they begin with, in capitals. */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  @EmptyIsNull()
  prefix?: string | null;
  @IsOptional()
  @Nested(() => LicenseKeyTermInput)
  expires?: LicenseKeyTermInput | null;
  @IsOptional()
  @Nested(() => LicenseKeyActivationsInput)
  activations?: LicenseKeyActivationsInput | null;
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST)
  limit_usage?: number | null;
  /** Of Discord: the server to which the seller has added the bot. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  guild_token?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(50)
  role_id?: string | null;
  /** Of GitHub: a user or an organization at which the seller has installed the app. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  repository_owner?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(100)
  repository_name?: string | null;
  @IsOptional()
  @ApiProperty({ enum: PERMISSIONS, required: false, nullable: true })
  @IsIn(PERMISSIONS)
  permission?: RepositoryPermission | null;
  /** Of a meter credit: whole units, credited when it is granted and in each later period. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST)
  units?: number | null;
  /** Of a meter credit: whether what is left continues in the next period. */
  @IsOptional()
  @IsBoolean()
  rollover?: boolean | null;
  /** Of a meter credit. */
  @IsOptional()
  @IsUUID()
  meter_id?: string | null;
}

/** Validates flags by id. */
function IsFlags(): PropertyDecorator {
  const schema = { type: 'object', additionalProperties: { type: 'boolean' }, nullable: true };
  return (target, key) => {
    IsOptional()(target, key as string);
    ApiProperty({ ...schema, required: false } as never)(target, key);
    ValidateBy(
      {
        name: 'isFlags',
        validator: {
          validate: (value: unknown) =>
            typeof value === 'object' &&
            value !== null &&
            !Array.isArray(value) &&
            Object.keys(value).length <= MOST_FILES &&
            Object.values(value).every((flag) => typeof flag === 'boolean'),
          defaultMessage: () => 'Input should be a map of true or false',
        },
      },
      { context: { schema } },
    )(target, key as string);
  };
}

export class BenefitCreate {
  @ApiProperty({ enum: BENEFIT_TYPES })
  @IsIn(BENEFIT_TYPES, UNKNOWN_TYPE)
  type: BenefitType;
  @IsString()
  @MinLength(3)
  @MaxLength(42)
  description: string;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @IsObject()
  @Nested(() => BenefitPropertiesInput)
  properties: BenefitPropertiesInput;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class BenefitUpdate {
  /** Can't be changed. */
  @IsOptional()
  @ApiProperty({ enum: BENEFIT_TYPES, required: false })
  @IsIn(BENEFIT_TYPES, UNKNOWN_TYPE)
  type?: BenefitType;
  @IsOptional()
  @IsString()
  @MinLength(3)
  @MaxLength(42)
  description?: string | null;
  @IsOptional()
  @Nested(() => BenefitPropertiesInput)
  properties?: BenefitPropertiesInput | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

/** What buyers see of the credit that they get. */
export class BenefitMeterCreditPublicProperties {
  units: number;
  meter_id: string;
}

/** The public part of a benefit, as shown at a checkout. */
export class BenefitPublic {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiProperty({ enum: BENEFIT_TYPES })
  type: BenefitType;
  description: string;
  selectable: boolean;
  deletable: boolean;
  /** Those that were granted before are still shown. */
  is_deleted: boolean;
  organization_id: string;
  /** Of a benefit that credits a meter. */
  properties?: BenefitMeterCreditPublicProperties;
}

class BenefitBase {
  id: string;
  created_at: string;
  modified_at: string | null;
  description: string;
  selectable: boolean;
  deletable: boolean;
  is_deleted: boolean;
  /** Buyers see all benefits; none can be hidden. */
  @ApiProperty({ enum: ['public'] })
  visibility: 'public';
  @ApiProperty({ enum: [false] })
  visibility_configurable: false;
  organization_id: string;
  @ApiMetadata()
  metadata: Metadata;
}

export class BenefitCustomProperties {
  /** Shown only to customers who have the benefit. */
  note: string | null;
}

export class BenefitCustom extends BenefitBase {
  @ApiProperty({ enum: ['custom'] })
  type: 'custom';
  properties: BenefitCustomProperties;
}

export class BenefitDownloadablesProperties {
  files: string[];
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' } })
  archived: Record<string, boolean>;
}

export class BenefitDownloadables extends BenefitBase {
  @ApiProperty({ enum: ['downloadables'] })
  type: 'downloadables';
  properties: BenefitDownloadablesProperties;
}

export class LicenseKeyTermShown {
  ttl: number;
  timeframe: 'year' | 'month' | 'day';
}

export class LicenseKeyActivationsShown {
  limit: number;
  enable_customer_admin: boolean;
}

export class BenefitLicenseKeysProperties {
  prefix: string | null;
  expires: LicenseKeyTermShown | null;
  activations: LicenseKeyActivationsShown | null;
  limit_usage: number | null;
}

export class BenefitLicenseKeys extends BenefitBase {
  @ApiProperty({ enum: ['license_keys'] })
  type: 'license_keys';
  properties: BenefitLicenseKeysProperties;
}

export class BenefitDiscordProperties {
  guild_id: string;
  role_id: string;
  /** Who loses the benefit loses the role, and stays on the server. */
  @ApiProperty({ enum: [false] })
  kick_member: false;
  /** Names the server in updates, for an hour or two. */
  guild_token: string;
}

export class BenefitDiscord extends BenefitBase {
  @ApiProperty({ enum: ['discord'] })
  type: 'discord';
  properties: BenefitDiscordProperties;
}

export class BenefitGitHubRepositoryProperties {
  repository_owner: string;
  repository_name: string;
  @ApiProperty({ enum: PERMISSIONS })
  permission: RepositoryPermission;
}

export class BenefitGitHubRepository extends BenefitBase {
  @ApiProperty({ enum: ['github_repository'] })
  type: 'github_repository';
  properties: BenefitGitHubRepositoryProperties;
}

export class BenefitMeterCreditProperties {
  units: number;
  rollover: boolean;
  meter_id: string;
}

export class BenefitMeterCredit extends BenefitBase {
  @ApiProperty({ enum: ['meter_credit'] })
  type: 'meter_credit';
  properties: BenefitMeterCreditProperties;
}

export type Benefit =
  | BenefitCustom
  | BenefitDownloadables
  | BenefitLicenseKeys
  | BenefitDiscord
  | BenefitGitHubRepository
  | BenefitMeterCredit;

/** The classes of all types, for `@ApiExtraModels`. */
export const BENEFIT_MODELS = [
  BenefitCustom,
  BenefitDiscord,
  BenefitGitHubRepository,
  BenefitDownloadables,
  BenefitLicenseKeys,
  BenefitMeterCredit,
] as const;

/** The schema of one benefit. */
export const BENEFIT_SCHEMA = {
  oneOf: BENEFIT_MODELS.map((model) => ({ $ref: getSchemaPath(model) })),
  discriminator: {
    propertyName: 'type',
    mapping: {
      custom: getSchemaPath(BenefitCustom),
      discord: getSchemaPath(BenefitDiscord),
      github_repository: getSchemaPath(BenefitGitHubRepository),
      downloadables: getSchemaPath(BenefitDownloadables),
      license_keys: getSchemaPath(BenefitLicenseKeys),
      meter_credit: getSchemaPath(BenefitMeterCredit),
    },
  },
};

@ApiExtraModels(...BENEFIT_MODELS)
export class BenefitList {
  @ApiProperty({ type: 'array', items: BENEFIT_SCHEMA })
  items: Benefit[];
  pagination: Pagination;
}
