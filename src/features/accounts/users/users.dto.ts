import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength, registerDecorator } from 'class-validator';
import { IfGiven, IsPicture, MAX_IMAGE, MAX_NAME, MAX_TEXT, MAX_URL, SignedInUser, Status } from '../accounts.dto.ts';
import { isEmailAddress } from './email/email-address.rules.ts';

export class SendVerificationEmailRequest {
  @IsAddress()
  email: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
}

export class VerifyEmailQuery {
  @IsString()
  @MaxLength(MAX_TEXT)
  token: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
}

export class VerifyEmailAnswer extends Status {
  /** The user whose address was changed; null if it was verified. */
  @ApiPropertyOptional({ type: SignedInUser, nullable: true })
  user: SignedInUser | null;
}

export class UpdateUserRequest {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_NAME)
  name?: string;
  /** null removes it. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_IMAGE)
  @IsPicture()
  image?: string | null;
  /** Refused: see change-email. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  email?: unknown;
}

export class ChangeEmailRequest {
  @IsAddress()
  newEmail: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
}

export class RequestResetRequest {
  @IsAddress()
  email: string;
  /** The page that the link redirects to, with the token. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  redirectTo?: string;
}

/** The same for every address. */
export class RequestResetAnswer extends Status {
  message: string;
}

export class ResetLinkQuery {
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL: string;
}

export class ResetPasswordRequest {
  @IsString()
  newPassword: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  token?: string;
}

export class ResetPasswordQuery {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  token?: string;
}

export class ChangePasswordRequest {
  @IsString()
  newPassword: string;
  @IsString()
  currentPassword: string;
  @IfGiven()
  @IsBoolean()
  revokeOtherSessions?: boolean;
}

export class ChangePasswordAnswer {
  /** The new session's token, if the others were ended. */
  @ApiProperty({ type: String, nullable: true })
  token: string | null;
  user: SignedInUser;
}

export class DeleteUserRequest {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
  @IfGiven()
  @IsString()
  password?: string;
  /** The token of the mail. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  token?: string;
}

export class DeleteUserQuery {
  @IsString()
  @MaxLength(MAX_TEXT)
  token: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_URL)
  callbackURL?: string;
}

/** The service is up. */
export class Liveness {
  ok: boolean;
}

export class DeleteUserAnswer {
  success: boolean;
  message: string;
}

export function IsAddress(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isEmailAddress',
      target: target.constructor,
      propertyName: property as string,
      options: { context: { schema: { format: 'email' } } },
      validator: { validate: (value: unknown) => typeof value === 'string' && isEmailAddress(value) },
    });
}
