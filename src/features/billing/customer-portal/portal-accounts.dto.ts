import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import type { RemotePlatformName } from '../remote-access/remote-access.rules.ts';

const PLATFORMS = ['discord', 'github'] as const;

export class AuthorizeAccountQuery {
  @ApiProperty({ enum: PLATFORMS })
  @IsIn(PLATFORMS)
  platform: RemotePlatformName;
  /** The session's own. */
  @IsOptional()
  @IsUUID()
  customer_id?: string;
  /** Where the browser comes back to, on this site; with `error` in the query if nothing was linked. */
  @IsString()
  @MaxLength(1_000)
  return_to: string;
}

export class AuthorizedAccount {
  /** Where the customer signs in and comes back from, in the browser that asked. */
  url: string;
}

export class AccountCallbackQuery {
  @IsOptional()
  @IsString()
  @MaxLength(4_000)
  code?: string;
  @IsOptional()
  @IsString()
  @MaxLength(4_000)
  state?: string;
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  error?: string;
}

/** An account that a customer has linked. */
export class PortalOAuthAccount {
  account_id: string;
  account_username: string | null;
}
