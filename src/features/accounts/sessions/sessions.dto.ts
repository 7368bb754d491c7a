import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString } from 'class-validator';
import { IfGiven, SignedInUser, User } from '../accounts.dto.ts';

/** What the contract does not check by shape is left to the command (AUTH_FACTS §7.1). */
export class SignUpRequest {
  @ApiProperty({ type: String })
  @IsOptional()
  email?: unknown;
  @IsString()
  password: string;
  @ApiProperty({ type: String })
  @IsOptional()
  name?: unknown;
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString()
  image?: string | null;
  @IfGiven()
  @IsString()
  callbackURL?: string;
}

export class SignInRequest {
  @IsString()
  email: string;
  @IsString()
  password: string;
  @IfGiven()
  @IsString()
  callbackURL?: string;
  @IfGiven()
  @IsBoolean()
  rememberMe?: boolean;
}

export class RevokeSessionRequest {
  /** The token itself, or the handle that listings show. */
  @IsString()
  token: string;
}

/** AUTH_FACTS §1, Session. */
export class Session {
  id: string;
  /** The raw token in the caller's own row; else a handle that opens nothing. */
  token: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
  activeOrganizationId: string | null;
  impersonatedBy: string | null;
  /** Where one is active (AUTH_FACTS §15). */
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
