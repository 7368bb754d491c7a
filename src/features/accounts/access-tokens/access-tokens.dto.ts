import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { Pagination } from '../../../app/http/pagination.dto.ts';
import { GIVEN_SCOPES } from '../../../app/http/scopes.ts';

const MAX_COMMENT = 255;
/** `P1DT2H`: no months and years, because their length varies. */
const ISO_DURATION = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?$/;
const SECONDS_PER_UNIT = [604_800, 86_400, 3_600, 60, 1];
/** A hundred years. */
const MAX_SECONDS = 3_155_760_000;

export class OrganizationAccessTokenCreate {
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_COMMENT)
  comment: string;
  /** An ISO 8601 duration such as `P30D`, or seconds; without one the token never expires. */
  @ApiPropertyOptional({ oneOf: [{ type: 'string', format: 'duration' }, { type: 'number' }], nullable: true })
  @IsOptional()
  @ValidateBy({
    name: 'isDuration',
    validator: {
      validate: (value) => secondsOfDuration(value) !== undefined,
      defaultMessage: () => 'Input should be a positive duration, such as P30D',
    },
  })
  expires_in?: string | number | null;
  @ApiProperty({ enum: [...GIVEN_SCOPES], isArray: true })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn([...GIVEN_SCOPES], { each: true })
  scopes: string[];
}

/** Changes only what is given. */
export class OrganizationAccessTokenUpdate {
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_COMMENT)
  comment?: string | null;
  @ApiPropertyOptional({ enum: [...GIVEN_SCOPES], isArray: true, nullable: true })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn([...GIVEN_SCOPES], { each: true })
  scopes?: string[] | null;
}

export class OrganizationAccessToken {
  id: string;
  created_at: string;
  modified_at: string | null;
  organization_id: string;
  comment: string;
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
}

/** The token is shown here and nowhere again. */
export class OrganizationAccessTokenCreated {
  organization_access_token: OrganizationAccessToken;
  token: string;
}

export class OrganizationAccessTokenList {
  items: OrganizationAccessToken[];
  pagination: Pagination;
}

/** Seconds of an ISO 8601 duration or a number of seconds; undefined unless it is positive. */
export function secondsOfDuration(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? secondsOfIso(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > MAX_SECONDS) return undefined;
  return seconds;
}

function secondsOfIso(text: string): number | undefined {
  const match = ISO_DURATION.exec(text);
  if (!match) return undefined;
  return SECONDS_PER_UNIT.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0);
}
