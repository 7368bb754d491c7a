import type { Claim } from '../../../kernel/claim.ts';
import { command } from '../../../kernel/command.ts';

/** Registers someone with a password: hashes it, claims the e-mail, makes the user; answers the user's events. */
export class SignUp extends command('SignUp')<{
  email: string;
  /** Without one it is refused, after everything else. */
  name: string | undefined;
  image: string | null;
  password: string;
  /** For an administrator made at start or by an operator. */
  role?: string;
  emailVerified?: boolean;
}> {}
/** Gives a user a new password and ends every session: hashes it, keeps the hash, makes the old one unusable. */
export class SetUserPassword extends command('SetUserPassword')<{ userId: string; password: string }> {}
/** Schedules the mail with the link that proves the address; `callbackURL` is where that link leads on to. */
export class SendVerificationEmail extends command('SendVerificationEmail')<{
  userId: string;
  email: string;
  name: string;
  callbackURL: string;
}> {}

export class RegisterUser extends command('RegisterUser')<{
  userId: string;
  email: string;
  emailClaim: Claim;
  name: string;
  image: string | null;
  role: string;
  emailVerified: boolean;
  accountId: string;
  credential: string;
}> {}
export class VerifyEmail extends command('VerifyEmail')<{ userId: string }> {}
export class SetPassword extends command('SetPassword')<{ userId: string; accountId: string; credential: string }> {}
export class RevokeSessions extends command('RevokeSessions')<{ userId: string; except: string | null }> {}
export class ChangeUserRole extends command('ChangeUserRole')<{ userId: string; role: string }> {}
