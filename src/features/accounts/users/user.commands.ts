import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { ProviderAccount, ProviderGrant } from './user.events.ts';

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
/**
 * Gives a user a new password and ends every session: hashes it, keeps the hash, makes the old one unusable. `onlyFirst`: refused where
 * there is a password already, and sessions go on. `provesEmail`: see `SetPassword`.
 */
export class SetUserPassword extends command('SetUserPassword')<{
  userId: string;
  password: string;
  onlyFirst?: boolean;
  provesEmail?: boolean;
}> {}
/** What a token of a mail allows, once: a new password, or a first one. Ends every session where AUTH_REVOKE_SESSIONS_ON_RESET says so. */
export class ResetPassword extends command('ResetPassword')<{ token: string; password: string }> {}
/** What whoever knows the present password may do. Sessions go on. */
export class ChangePassword extends command('ChangePassword')<{
  userId: string;
  currentPassword: string;
  password: string;
}> {}
/** Schedules the mail with the link that proves the address; `callbackURL` is where that link leads on to. */
export class SendVerificationEmail extends command('SendVerificationEmail')<{
  userId: string;
  email: string;
  name: string;
  callbackURL: string;
}> {}
/** A verified user gets a mail to approve the change; of one who is not, the address changes at once: then answers his events. */
export class RequestEmailChange extends command('RequestEmailChange')<{
  userId: string;
  newEmail: string;
  callbackURL: string;
}> {}
/** Claims the new address, changes to it, lets go of the old one, and sends the mail that proves the new one; answers the user's events. */
export class MoveToEmail extends command('MoveToEmail')<{
  userId: string;
  from: string;
  email: string;
  callbackURL: string;
}> {}
/** Schedules the mail with the link that deletes the account. */
export class SendDeletionEmail extends command('SendDeletionEmail')<{
  userId: string;
  email: string;
  name: string;
  callbackURL: string;
}> {}
/** What a token of that mail allows, once, to the user it was made for: as `EraseUser`. */
export class EraseUserByToken extends command('EraseUserByToken')<{ userId: string; token: string }> {}
/** Deletes a user with all that hangs on him: leaves his organizations, ends his sessions, frees his addresses and accounts. */
export class RemoveUser extends command('RemoveUser')<{ userId: string }> {}
/** The same, where he is still there; then nobody can read his personal fields any more (docs/EVENTS_AND_STREAMS.md#erasing-a-person). */
export class EraseUser extends command('EraseUser')<{ userId: string }> {}

/** With a password, an account at a provider, or both. */
export class RegisterUser extends command('RegisterUser')<{
  userId: string;
  email: string;
  emailClaim: Claim;
  name: string;
  image: string | null;
  role: string;
  emailVerified: boolean;
  password: { accountId: string; credential: string } | null;
  account: (ProviderAccount & ProviderGrant) | null;
}> {}
/** What is undefined stays. */
export class UpdateUser extends command('UpdateUser')<{ userId: string; name?: string; image?: string | null }> {}
export class VerifyEmail extends command('VerifyEmail')<{ userId: string }> {}
/** `from`: the address that the change was asked for; another one by now refuses it. */
export class ChangeEmail extends command('ChangeEmail')<{
  userId: string;
  from: string;
  email: string;
  emailClaim: Claim;
}> {}
/**
 * `onlyFirst`: refused where there is a password already; `replaces`: the credential that was shown, refused where it is another by now;
 * `provenAt`: when the token was made that allows it, refused where a newer password or address has voided it. `provesEmail`: whoever sets it
 * has the user's e-mail. Where nobody had proven that before, everything else that opens the account is removed: it may belong to somebody
 * who registered with that e-mail first.
 */
export class SetPassword extends command('SetPassword')<{
  userId: string;
  accountId: string;
  credential: string;
  onlyFirst?: boolean;
  replaces?: string;
  provenAt?: Instant;
  provesEmail?: boolean;
}> {}
/**
 * `verifiedEmail`: what the provider has verified that the account's owner has; it proves the user's e-mail if it is the same. Where nobody
 * had proven that before, `reclaims` drops whatever else opens the account: it may be somebody else's, who registered with that e-mail first.
 */
export class LinkAccount extends command('LinkAccount')<
  { userId: string; verifiedEmail?: string; reclaims?: boolean } & ProviderAccount & ProviderGrant
> {}
export class ReplaceProviderTokens extends command('ReplaceProviderTokens')<
  { userId: string; accountId: string } & ProviderGrant
> {}
/** `providerAccountId` undefined: any account at that provider; `allowLast`: also the only way to sign in. */
export class UnlinkAccount extends command('UnlinkAccount')<{
  userId: string;
  providerId: string;
  providerAccountId: string | undefined;
  allowLast: boolean;
}> {}
export class RevokeSessions extends command('RevokeSessions')<{ userId: string; except: string | null }> {}
export class ChangeUserRole extends command('ChangeUserRole')<{ userId: string; role: string }> {}
/** Ends all sessions too. */
export class BanUser extends command('BanUser')<{ userId: string; reason: string; expiresAt: Instant | null }> {}
export class UnbanUser extends command('UnbanUser')<{ userId: string }> {}
/** Counts an organization before it is made; `memberships` are those he is in already, `limit` undefined: any number. */
export class ReserveOrganizationQuota extends command('ReserveFounding')<{
  userId: string;
  organizationId: string;
  memberships: readonly string[];
  limit: number | undefined;
}> {}
export class ReleaseOrganizationQuota extends command('ReleaseFounding')<{ userId: string; organizationId: string }> {}
/** Ends all sessions too; nobody signs in any more. What else must go, others see by the event; `erase`: his personal fields too. */
export class DeleteUser extends command('DeleteUser')<{ userId: string; erase?: boolean }> {}
