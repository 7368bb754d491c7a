import { IsEmail, IsString, IsUUID, MaxLength } from 'class-validator';

export class PortalCodeRequest {
  @IsEmail({}, { message: 'Input should be a valid email address' })
  email: string;
  /** Whose portal. */
  @IsUUID()
  organization_id: string;
}

export class PortalCodeAuthenticate extends PortalCodeRequest {
  /** As mailed: six letters and digits, in upper or lower case. */
  @IsString()
  @MaxLength(20)
  code: string;
}

export class PortalCodeAuthenticated {
  /** A customer session, valid for an hour. */
  token: string;
}
