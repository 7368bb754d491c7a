import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { AccountMailKind, ProviderAccount, ProviderGrant, UserEvent } from './user.events.ts';

type Done = Executed<unknown, UserEvent>;

/** Registers a user with a password, or with an account at a provider whose claim the caller holds. */
export class RegisterUser extends command('RegisterUser')<
  {
    email: string;
    /** Without one it is refused, after everything else. */
    name: string | undefined;
    image: string | null;
    /** `user` if undefined. */
    role?: string;
    emailVerified?: boolean;
    password?: string;
    account?: ProviderAccount & ProviderGrant;
  },
  Done
> {}
/** What is undefined stays. */
export class UpdateUser extends command('UpdateUser')<{ userId: string; name?: string; image?: string | null }, Done> {}
export class ChangeUserRole extends command('ChangeUserRole')<{ userId: string; role: string }, Done> {}
/** Ends all sessions too. */
export class BanUser extends command('BanUser')<{ userId: string; reason: string; expiresAt: Instant | null }, Done> {}
export class UnbanUser extends command('UnbanUser')<{ userId: string }, Done> {}
export class RevokeSessions extends command('RevokeSessions')<{ userId: string; except: string | null }, Done> {}

/** Schedules the mail with the link that verifies the address; `callbackURL` is where that link redirects to. */
export class SendVerificationEmail extends command('SendVerificationEmail')<
  { userId: string; email: string; name: string; callbackURL: string },
  void
> {}
export class VerifyEmail extends command('VerifyEmail')<{ userId: string }, Done> {}
/**
 * Mails a verified user a link to approve the change, and answers nothing; changes an unverified address at once, and answers the user's
 * events.
 */
export class RequestEmailChange extends command('RequestEmailChange')<
  { userId: string; newEmail: string; callbackURL: string },
  Done | undefined
> {}
/**
 * Claims the new address, changes to it, releases the old one, and sends the mail that verifies the new one. `from`: the address when the
 * change was requested; refused if it has changed meanwhile.
 */
export class ChangeEmail extends command('ChangeEmail')<
  { userId: string; from: string; email: string; callbackURL: string },
  Done
> {}
/** Accepts a request for a mail to an address, known or not. */
export class RequestAccountMail extends command('RequestAccountMail')<
  { kind: AccountMailKind; email: string; callbackURL: string },
  void
> {}
/** Sends the requested mail if a user has the address. */
export class SendAccountMail extends command('SendAccountMail')<{ requestId: string; kind: AccountMailKind }, void> {}

/**
 * Gives a user a new password and ends every session, API key and access of an app. `onlyFirst`: refused if there is a password already, and
 * nothing ends.
 * `provesEmail`: see `PasswordChange`.
 */
export class SetPassword extends command('SetPassword')<
  { userId: string; password: string; onlyFirst?: boolean; provesEmail?: boolean },
  Done
> {}
/** Sets a password, or a first one, by the one-time token of a mail. Ends every session if AUTH_REVOKE_SESSIONS_ON_RESET is on. */
export class ResetPassword extends command('ResetPassword')<{ token: string; password: string }, Done> {}
/** Changes the password of a user who presents the current one. Sessions go on. */
export class ChangePassword extends command('ChangePassword')<
  { userId: string; currentPassword: string; password: string },
  Done
> {}

/**
 * Links an account whose claim the caller holds. `verifiedEmail`: the e-mail that the provider has verified of the account's owner; it proves
 * the user's e-mail if it is the same. If nobody had proven that before, `reclaims` removes everything else that opens the account: it may
 * belong to somebody who registered with that e-mail first.
 */
export class LinkAccount extends command('LinkAccount')<
  { userId: string; verifiedEmail?: string; reclaims?: boolean } & ProviderAccount & ProviderGrant,
  Done
> {}
export class ReplaceProviderTokens extends command('ReplaceProviderTokens')<
  { userId: string; accountId: string } & ProviderGrant,
  Done
> {}
/** Unlinks an account, which anybody can link again at once. `providerAccountId` undefined: any account at that provider. */
export class UnlinkAccount extends command('UnlinkAccount')<
  { userId: string; providerId: string; providerAccountId: string | undefined },
  void
> {}

/** Counts an organization before it is created; `memberships` are the user's organizations so far; `limit` undefined: unlimited. */
export class ReserveOrganizationQuota extends command('ReserveOrganizationQuota')<
  { userId: string; organizationId: string; memberships: readonly string[]; limit: number | undefined },
  Done
> {}
export class ReleaseOrganizationQuota extends command('ReleaseOrganizationQuota')<
  { userId: string; organizationId: string },
  Done
> {}

/** Schedules the mail with the link that deletes the account. */
export class SendDeletionEmail extends command('SendDeletionEmail')<
  { userId: string; email: string; name: string; callbackURL: string },
  void
> {}
/** Deletes a user: they leave their organizations, their sessions end, their address and linked accounts are released. */
export class DeleteUser extends command('DeleteUser')<{ userId: string }, void> {}
/** Deletes a user, unless deleted before, and makes their personal fields unreadable (docs/EVENTS_AND_STREAMS.md#erasing-a-person). */
export class EraseUser extends command('EraseUser')<{ userId: string }, void> {}
/** Erases a user by the one-time token of the deletion mail. */
export class EraseUserByToken extends command('EraseUserByToken')<{ userId: string; token: string }, void> {}
