import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMinSize,
  ArrayMaxSize,
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
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { GIVEN_SCOPES } from '../../../app/http/callers/scopes.ts';
import { secondsOfDuration } from './duration.rules.ts';

const MAX_COMMENT = 255;

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
  @ArrayMaxSize([...GIVEN_SCOPES].length)
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
  @ArrayMaxSize([...GIVEN_SCOPES].length)
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
  /** Not in the contract: the user who created it, who may have left since. */
  created_by: string;
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
