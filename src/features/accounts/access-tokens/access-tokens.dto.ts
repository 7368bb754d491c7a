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
import { TOKEN_SCOPES } from './access-token.scopes.ts';
import { secondsOfDuration } from './duration.ts';

const MAX_COMMENT = 255;

export class OrganizationAccessTokenCreate {
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_COMMENT)
  comment: string;
  /** An ISO 8601 duration such as `P30D`, or seconds; without one it never expires. */
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
  @ApiProperty({ enum: [...TOKEN_SCOPES], isArray: true })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn([...TOKEN_SCOPES], { each: true })
  scopes: string[];
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
