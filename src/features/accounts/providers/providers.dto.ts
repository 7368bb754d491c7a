import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nested } from '../../../app/http/dto.ts';
import { ArrayMaxSize, IsArray, IsBoolean, IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfGiven, MAX_TEXT, SignedInUser } from '../accounts.dto.ts';

/** Characters of a provider's token. */
const MAX_TOKEN = 32_768;
const MAX_SCOPES = 50;
/** The end of the year 9999, in milliseconds since 1970. */
const LAST_TIME = 253_402_300_799_999;

export class IdToken {
  @IsString()
  @MaxLength(MAX_TOKEN)
  token: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  nonce?: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TOKEN)
  accessToken?: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TOKEN)
  refreshToken?: string;
  /** Of the access token: seconds or milliseconds since 1970. */
  @IfGiven()
  @IsNumber()
  @Min(0)
  @Max(LAST_TIME)
  expiresAt?: number;
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_SCOPES)
  @IsString({ each: true })
  @MaxLength(MAX_TEXT, { each: true })
  scopes?: string[];
}

export class LinkSocialRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  provider: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  callbackURL?: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  errorCallbackURL?: string;
  @IfGiven()
  @IsBoolean()
  requestSignUp?: boolean;
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_SCOPES)
  @IsString({ each: true })
  @MaxLength(MAX_TEXT, { each: true })
  scopes?: string[];
  @IfGiven()
  @Nested(() => IdToken)
  idToken?: IdToken;
}

export class SignInSocialRequest extends LinkSocialRequest {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  newUserCallbackURL?: string;
  @IfGiven()
  @IsBoolean()
  disableRedirect?: boolean;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  loginHint?: string;
}

export class UnlinkAccountRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  providerId: string;
  /** The account's id at the provider. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  accountId?: string;
}

export class ProviderTokenRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  providerId: string;
  /** The account's id here, as in list-accounts. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  accountId?: string;
  /** Ignored: over HTTP it is always the user's own. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  userId?: string;
}

export class AccountInfoRequest {
  /** The account's id at the provider. */
  @IsString()
  @MaxLength(MAX_TEXT)
  accountId: string;
}

/** Where to send the browser or, with an ID token, the signed-in user. */
export class SocialSignInAnswer {
  redirect: boolean;
  url?: string;
  token?: string;
  user?: SignedInUser;
}

/** Where to send the browser or, with an ID token, that the account is linked. */
export class LinkSocialAnswer {
  redirect: boolean;
  url: string;
  status?: boolean;
}

export class ListedAccount {
  id: string;
  provider: string;
  accountId: string;
  createdAt: string;
  updatedAt: string;
  scopes: string[];
}

export class AccessTokenAnswer {
  accessToken?: string;
  accessTokenExpiresAt?: string;
  scopes: string[];
  idToken?: string;
}

export class RefreshTokenAnswer extends AccessTokenAnswer {
  refreshToken?: string;
  refreshTokenExpiresAt?: string;
}

export class ProviderUser {
  id: string;
  @ApiPropertyOptional({ type: String })
  name?: string;
  @ApiPropertyOptional({ type: String })
  email?: string;
  @ApiProperty({ type: String, nullable: true })
  image: string | null;
  emailVerified: boolean;
}

export class AccountInfo {
  user: ProviderUser;
  /** The provider's own fields. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: object;
}

/** What pages need to know about an installation before anybody is signed in. */
export class SignInOptions {
  /** The configured providers, such as `google`. */
  providers: string[];
  /** The sandbox's fake providers. */
  pretend: string[];
  /** UTF-16 units. */
  password_min: number;
  password_max: number;
  /** Whether users change their address themselves. */
  change_email: boolean;
  /** How users delete their account. */
  @ApiProperty({ enum: ['mail', 'direct', 'off'] })
  delete_user: 'mail' | 'direct' | 'off';
  /** Whether users may unlink the last account they sign in with. */
  unlink_last: boolean;
}
