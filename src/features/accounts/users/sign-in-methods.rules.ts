import { refuseForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { LinkAccount, ReplaceProviderTokens, SetPassword, UnlinkAccount } from './user.commands.ts';
import { AccountNotFound, InvalidPassword, InvalidToken, LastAccount, UserAlreadyHasAPassword } from './user.errors.ts';
import type { UserEvent } from './user.events.ts';
import { CREDENTIAL, isProven, isVoided, type LinkedAccount, type Registered } from './user.rules.ts';

/** A password whose hash is in the Vault already. */
export interface PasswordChange {
  userId: string;
  accountId: string;
  credential: string;
  /** Refused if there is a password already. */
  onlyFirst?: boolean;
  /** The credential that the user presented; refused if it has been replaced meanwhile. */
  replaces?: string;
  /** When the token that allows it was created; refused if a newer password or address has voided the token. */
  provenAt?: Instant;
  /**
   * Whoever sets it has proven the user's e-mail. If nobody had before, everything else that opens the account is removed: it may belong to
   * somebody who registered with that e-mail first.
   */
  provesEmail?: boolean;
  /** Somebody other than the user sets it: sessions, API keys and what apps were allowed end, whoever has proven the e-mail. */
  endsAccess?: boolean;
}

export type SignInMethodIntent =
  | IntentWith<SetPassword, PasswordChange>
  | IntentOf<LinkAccount | ReplaceProviderTokens>
  | IntentWith<UnlinkAccount, UnlinkAccount['data'] & { allowLast: boolean }>;
type IntentFor<T extends SignInMethodIntent['type']> = Extract<SignInMethodIntent, { type: T }>;
type DataOf<T extends UserEvent['type']> = Extract<UserEvent, { type: T }>['data'];

export function setPassword({ data, machineNow }: IntentFor<'SetPassword'>, user: Registered): readonly UserEvent[] {
  const { userId, credential, onlyFirst, replaces, provenAt, provesEmail = false, endsAccess = false } = data;
  const { password } = user;
  if (onlyFirst && password) throw new UserAlreadyHasAPassword();
  if (replaces !== undefined && password?.credential !== replaces) throw new InvalidPassword();
  if (provenAt !== undefined && isVoided(user, provenAt)) throw new InvalidToken();
  const accountId = password?.accountId ?? data.accountId;
  const set = { userId, accountId, credential, at: machineNow };
  if (provesEmail && !isProven(user))
    return [
      ...user.accounts.map((account) => unlinked(userId, account)),
      { type: 'PasswordSet', data: { ...set, reclaims: true } },
      allSessionsRevoked(userId, machineNow),
    ];
  if (!endsAccess) return [{ type: 'PasswordSet', data: set }];
  return [{ type: 'PasswordSet', data: { ...set, endsAccess: true } }, allSessionsRevoked(userId, machineNow)];
}

export function link({ data, machineNow }: IntentFor<'LinkAccount'>, user: Registered): readonly UserEvent[] {
  const { verifiedEmail, reclaims = false, ...account } = data;
  refuseForfeited(user.forfeited, account.providerClaim);
  if (user.accounts.some(({ providerClaim }) => providerClaim.digest === account.providerClaim.digest)) return [];
  const linked = { ...account, at: machineNow };
  if (verifiedEmail !== user.email || isProven(user)) return [{ type: 'AccountLinked', data: linked }];
  if (!reclaims) return [{ type: 'AccountLinked', data: { ...linked, provesEmail: true } }];
  return [
    ...allUnlinked(user),
    { type: 'AccountLinked', data: { ...linked, reclaims: true } },
    allSessionsRevoked(user.userId, machineNow),
  ];
}

export function replaceTokens(
  { data, machineNow }: IntentFor<'ReplaceProviderTokens'>,
  { accounts }: Registered,
): readonly UserEvent[] {
  if (!accounts.some(({ accountId }) => accountId === data.accountId)) throw new AccountNotFound();
  return [{ type: 'ProviderTokensReplaced', data: { ...data, at: machineNow } }];
}

/** `LastAccount` takes precedence over `AccountNotFound` (docs/IDENTITY.md#linked-accounts). */
export function unlink({ data }: IntentFor<'UnlinkAccount'>, user: Registered): readonly UserEvent[] {
  const { userId, providerId, providerAccountId, allowLast } = data;
  if (!allowLast && user.accounts.length + (user.password ? 1 : 0) <= 1) throw new LastAccount();
  if (providerId === CREDENTIAL) {
    if (!user.password || (providerAccountId !== undefined && providerAccountId !== userId))
      throw new AccountNotFound();
    return [passwordUnlinked(userId, user.password)];
  }
  const found = user.accounts.find(
    (account) =>
      account.providerId === providerId &&
      (providerAccountId === undefined || account.providerAccountId === providerAccountId),
  );
  if (!found) throw new AccountNotFound();
  return [unlinked(userId, found)];
}

/**
 * Until when everything ends that lets programs act for the user: their API keys and what they have allowed apps, as their sessions do.
 * Undefined: it goes on.
 */
export function accessEndOf({ at, ...data }: DataOf<'PasswordSet' | 'AccountLinked'>): Instant | undefined {
  return data.reclaims || ('endsAccess' in data && data.endsAccess) ? at : undefined;
}

export function allSessionsRevoked(userId: string, at: Instant): UserEvent {
  return { type: 'SessionsRevoked', data: { userId, at, except: null } };
}

export function withPassword(
  user: Registered,
  { credential, accountId, at, reclaims }: DataOf<'PasswordSet'>,
): Registered {
  return {
    ...user,
    password: { credential, accountId, at, createdAt: user.password?.createdAt ?? at },
    emailProven: user.emailProven || reclaims === true,
  };
}

export function withAccount(user: Registered, data: DataOf<'AccountLinked'>): Registered {
  const { userId, at, reclaims, provesEmail, ...account } = data;
  return {
    ...user,
    accounts: [...user.accounts, { ...account, createdAt: at, updatedAt: at }],
    emailProven: user.emailProven || reclaims === true || provesEmail === true,
  };
}

export function withTokens(user: Registered, data: DataOf<'ProviderTokensReplaced'>): Registered {
  const { userId, at: updatedAt, ...grant } = data;
  const replaced = (account: LinkedAccount) =>
    account.accountId === grant.accountId ? { ...account, ...grant, updatedAt } : account;
  return { ...user, accounts: user.accounts.map(replaced) };
}

export function withoutAccount(user: Registered, { accountId, providerId }: DataOf<'AccountUnlinked'>): Registered {
  if (providerId === CREDENTIAL) return { ...user, password: null };
  return { ...user, accounts: user.accounts.filter((account) => account.accountId !== accountId) };
}

function allUnlinked({ userId, password, accounts }: Registered): UserEvent[] {
  return [
    ...(password ? [passwordUnlinked(userId, password)] : []),
    ...accounts.map((account) => unlinked(userId, account)),
  ];
}

function passwordUnlinked(userId: string, { accountId }: { accountId: string }): UserEvent {
  return { type: 'AccountUnlinked', data: { userId, accountId, providerId: CREDENTIAL, releasedClaim: null } };
}

function unlinked(userId: string, { accountId, providerId, providerClaim }: LinkedAccount): UserEvent {
  return { type: 'AccountUnlinked', data: { userId, accountId, providerId, releasedClaim: providerClaim } };
}
