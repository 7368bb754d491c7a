import { ApiProperty } from '@nestjs/swagger';

/** What pages need to know about an installation before anybody is signed in. */
export class SignInOptions {
  /** Those that are configured, such as `google`. */
  providers: string[];
  /** Those of the sandbox, which are made up. */
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
