import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  MaxLength,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { AUTH_METHODS, GRANT_TYPES, type ClientAuthMethod, type GrantType } from './oauth-client.events.ts';
import type { GrantSubject } from './oauth-grant.events.ts';
import { isRedirectUri } from './oauth.rules.ts';
import { OAUTH_SCOPES } from './oauth.scopes.ts';

const MAX_URIS = 20;
const MAX_URI = 2_048;
const MAX_SCOPES = 4_096;
const LINK = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

const ALL_SCOPES = OAUTH_SCOPES.join(' ');

/** A client as its owner describes it (RFC 7591 §2). */
export class OAuth2ClientConfiguration {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_URIS)
  @ArrayUnique()
  @MaxLength(MAX_URI, { each: true })
  @ValidateBy(
    {
      name: 'isRedirectUri',
      validator: {
        validate: (value) => typeof value === 'string' && isRedirectUri(value),
        defaultMessage: () => 'Redirect URIs should be https, or http on the user’s own machine, without a fragment',
      },
    },
    { each: true },
  )
  redirect_uris: string[];
  @ApiPropertyOptional({ enum: [...AUTH_METHODS], default: 'client_secret_post' })
  @IsOptional()
  @IsIn([...AUTH_METHODS])
  token_endpoint_auth_method?: ClientAuthMethod | null;
  @ApiPropertyOptional({ enum: [...GRANT_TYPES], isArray: true })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(GRANT_TYPES.length)
  @ArrayUnique()
  @ArrayContains(['authorization_code'])
  @IsIn([...GRANT_TYPES], { each: true })
  grant_types?: GrantType[] | null;
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1)
  @Equals('code', { each: true })
  response_types?: string[] | null;
  /** Scopes with spaces between them; unknown ones are left out, as RFC 7591 §2 allows. */
  @ApiPropertyOptional({ default: ALL_SCOPES })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_SCOPES)
  scope?: string | null;
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  client_name: string;
  @IsOptional()
  @IsUrl(LINK)
  @MaxLength(MAX_URI)
  client_uri?: string | null;
  @IsOptional()
  @IsUrl(LINK)
  @MaxLength(MAX_URI)
  logo_uri?: string | null;
  @IsOptional()
  @IsUrl(LINK)
  @MaxLength(MAX_URI)
  tos_uri?: string | null;
  @IsOptional()
  @IsUrl(LINK)
  @MaxLength(MAX_URI)
  policy_uri?: string | null;
}

export class OAuth2ClientConfigurationUpdate extends OAuth2ClientConfiguration {
  @IsString()
  client_id: string;
}

/** What everybody may know of a client. */
export class OAuth2ClientPublic {
  created_at: string;
  modified_at: string | null;
  client_id: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  tos_uri: string | null;
  policy_uri: string | null;
}

export class OAuth2Client {
  created_at: string;
  modified_at: string | null;
  client_id: string;
  client_secret: string;
  /** Seconds since 1970. */
  client_id_issued_at: number;
  /** 0: never. */
  client_secret_expires_at: number;
  redirect_uris: string[];
  @ApiProperty({ enum: [...AUTH_METHODS] })
  token_endpoint_auth_method: ClientAuthMethod;
  @ApiProperty({ enum: [...GRANT_TYPES], isArray: true })
  grant_types: GrantType[];
  response_types: string[];
  scope: string;
  client_name: string;
  client_uri: string | null;
  logo_uri: string | null;
  tos_uri: string | null;
  policy_uri: string | null;
}

export class OAuth2ClientList {
  items: OAuth2Client[];
  pagination: Pagination;
}

export class AuthorizeOrganization {
  id: string;
  slug: string;
  avatar_url: string | null;
}

export class AuthorizeUser {
  id: string;
  email: string;
  avatar_url: string | null;
}

/** What an app asks a user to allow, for one of their organizations. */
export class AuthorizeResponseOrganization {
  client: OAuth2ClientPublic;
  @ApiProperty({ enum: ['organization'] })
  sub_type: 'organization';
  @ApiProperty({ type: AuthorizeOrganization, nullable: true })
  sub: AuthorizeOrganization | null;
  scopes: string[];
  /** Those for which the user may allow it. */
  organizations: AuthorizeOrganization[];
}

/** What an app asks a user to allow, in all of their organizations. */
export class AuthorizeResponseUser {
  client: OAuth2ClientPublic;
  @ApiProperty({ enum: ['user'] })
  sub_type: 'user';
  sub: AuthorizeUser;
  scopes: string[];
}

export class OAuthAnswer {
  @IsBoolean()
  allow: boolean;
  /** The organization that the app may act for, if it asks for one. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
}

export class OAuthContinuation {
  /** Where the browser goes next, which ends at the app. */
  url: string;
}

/** What a user has allowed an app. */
export class OAuthGrant {
  id: string;
  created_at: string;
  client: OAuth2ClientPublic;
  @ApiProperty({ enum: ['organization', 'user'] })
  subject: GrantSubject;
  @ApiProperty({ type: AuthorizeOrganization, nullable: true })
  organization: AuthorizeOrganization | null;
  /** Whether the caller allowed it, rather than another member of the organization. */
  is_own: boolean;
  scopes: string[];
}

export class OAuthGrantList {
  items: OAuthGrant[];
  pagination: Pagination;
}
