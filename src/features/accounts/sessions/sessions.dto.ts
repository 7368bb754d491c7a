import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  IfGiven,
  IsPicture,
  MAX_IMAGE,
  MAX_NAME,
  MAX_TEXT,
  MAX_URL,
  NoLongText,
  SignedInUser,
  User,
} from '../accounts.dto.ts';

/** The command checks what the contract does not treat as a matter of shape (docs/IDENTITY.md#sign-up-and-sign-in). */
export class SignUpRequest {
  @ApiProperty({ type: String })
  @IsOptional()
  email?: unknown;
  @IsString()
  password: string;
  @ApiProperty({ type: String })
  @IsOptional()
  @NoLongText(MAX_NAME)
  name?: unknown;
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_IMAGE)
  @IsPicture()
  image?: string | null;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
}

export class SignInRequest {
  @IsString()
  email: string;
  @IsString()
  password: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
  @IfGiven()
  @IsBoolean()
  rememberMe?: boolean;
}

export class RevokeSessionRequest {
  /** The token itself, or the handle that listings show. */
  @IsString()
  @MaxLength(MAX_TEXT)
  token: string;
}

/** docs/IDENTITY.md#user-and-session */
export class Session {
  id: string;
  /** The raw token in the caller's own row; else a handle that authenticates nobody. */
  token: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
  activeOrganizationId: string | null;
  impersonatedBy: string | null;
  /** Only if one is active (docs/IDENTITY.md#newer-clients). */
  activeTeamId?: string;
}

export class SignUpAnswer {
  @ApiProperty({ type: String, nullable: true })
  token: string | null;
  user: SignedInUser;
}

export class SignInAnswer {
  redirect: boolean;
  token: string;
  url?: string;
  user: SignedInUser;
}

export class SessionToken {
  /** A JWT (HS256). */
  token: string;
}

export class SessionAnswer {
  session: Session;
  user: User;
}
