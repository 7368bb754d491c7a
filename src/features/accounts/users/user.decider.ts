import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type {
  BanUser,
  ChangeEmail,
  ChangeUserRole,
  DeleteUser,
  LinkAccount,
  RegisterUser,
  ReleaseOrganizationQuota,
  ReplaceProviderTokens,
  ReserveOrganizationQuota,
  RevokeSessions,
  SetPassword,
  UnbanUser,
  UnlinkAccount,
  UpdateUser,
  VerifyEmail,
} from './user.commands.ts';
import {
  AccountNotFound,
  EmailHasChanged,
  InvalidPassword,
  InvalidToken,
  LastAccount,
  TooManyOrganizations,
  UserAlreadyExists,
  UserAlreadyHasAPassword,
} from './user.errors.ts';
import type { ProviderAccount, ProviderGrant, UserEvent } from './user.events.ts';

export type UserIntent = IntentOf<
  | RegisterUser
  | UpdateUser
  | VerifyEmail
  | ChangeEmail
  | SetPassword
  | LinkAccount
  | ReplaceProviderTokens
  | UnlinkAccount
  | RevokeSessions
  | ChangeUserRole
  | BanUser
  | UnbanUser
  | ReserveOrganizationQuota
  | ReleaseOrganizationQuota
  | DeleteUser
>;
type IntentFor<T extends UserIntent['type']> = Extract<UserIntent, { type: T }>;

const UNPROVEN = { emailVerified: false, emailProven: false };

/** What `list-accounts` calls the account of a password. */
export const CREDENTIAL = 'credential';

export type LinkedAccount = ProviderAccount & ProviderGrant & { createdAt: Instant; updatedAt: Instant };

export interface Registered {
  status: 'registered';
  forfeited: readonly string[];
  userId: string;
  email: string;
  emailClaim: Claim;
  /** Since when it is this address; undefined since the beginning (machine time). */
  emailAt: Instant | undefined;
  name: string;
  image: string | null;
  emailVerified: boolean;
  /** The user has shown, otherwise than `emailVerified` says, that they have this address: by a provider, or a reset mailed to it. */
  emailProven: boolean;
  role: string;
  /** The Vault entry of the password's hash, and since when (machine time); null without a password. */
  password: { credential: string; accountId: string; at: Instant; createdAt: Instant } | null;
  accounts: readonly LinkedAccount[];
  ban: { reason: string; expiresAt: Instant | null } | null;
  /** Organizations that count against his limit. */
  founded: readonly string[];
}
export type UserState =
  { status: 'absent'; forfeited: readonly string[] } | Registered | { status: 'deleted'; forfeited: readonly string[] };

export const userDecider: Decider<UserIntent, UserState, UserEvent> = {
  category: 'user',
  initial: { status: 'absent', forfeited: [] },

  decide(intent, state) {
    if (intent.type === 'RegisterUser') return register(intent, state);
    if (intent.type === 'ReleaseFounding') return releaseFounding(intent, state);
    if (intent.type === 'DeleteUser' && state.status === 'deleted') return [];
    return decideOnRegistered(intent, registered(state));
  },

  evolve(state, { type, data }) {
    const user = state as Registered;
    switch (type) {
      case 'UserRegistered':
        return registeredState(data, state.forfeited);
      case 'UserUpdated':
        return { ...user, name: data.name ?? user.name, image: data.image === undefined ? user.image : data.image };
      case 'EmailVerified':
        return { ...user, emailVerified: true };
      case 'EmailChanged':
        return { ...user, email: data.email, emailClaim: data.emailClaim, emailAt: data.at, ...UNPROVEN };
      case 'PasswordSet': {
        const { credential, accountId, at } = data;
        return {
          ...user,
          password: { credential, accountId, at, createdAt: user.password?.createdAt ?? at },
          emailProven: user.emailProven || data.reclaims === true,
        };
      }
      case 'AccountLinked':
        return {
          ...user,
          accounts: [...user.accounts, linkedAccount(data)],
          emailProven: user.emailProven || data.reclaims === true || data.provesEmail === true,
        };
      case 'ProviderTokensReplaced':
        return { ...user, accounts: user.accounts.map((account) => withTokens(account, data)) };
      case 'AccountUnlinked':
        return withoutAccount(user, data);
      case 'UserRoleChanged':
        return { ...user, role: data.role };
      case 'UserBanned':
        return { ...user, ban: { reason: data.reason, expiresAt: data.expiresAt } };
      case 'UserUnbanned':
        return { ...user, ban: null };
      case 'FoundingReserved':
        return { ...user, founded: [...user.founded, data.organizationId] };
      case 'FoundingReleased':
        return { ...user, founded: user.founded.filter((id) => id !== data.organizationId) };
      case 'SessionsRevoked':
        return state;
      case 'UserDeleted':
        return { status: 'deleted', forfeited: state.forfeited };
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

/** Whether a ban holds at a moment of machine time. */
export function isBanned({ ban }: Pick<Registered, 'ban'>, now: Instant): boolean {
  return ban !== null && (ban.expiresAt === null || ban.expiresAt > now);
}

/**
 * Whether what a mail carried, made at a moment of machine time, is no longer good: a new password or address voids it
 * (docs/SECURITY.md#one-time-tokens).
 */
export function isVoided({ password, emailAt }: Pick<Registered, 'password' | 'emailAt'>, madeAt: Instant): boolean {
  return [password?.at, emailAt].some((since) => since !== undefined && madeAt < since);
}

function decideOnRegistered(
  intent: Exclude<UserIntent, { type: 'RegisterUser' | 'ReleaseFounding' }>,
  user: Registered,
): readonly UserEvent[] {
  const { userId } = intent.data;
  switch (intent.type) {
    case 'UpdateUser':
      return update(intent, user);
    case 'VerifyEmail':
      return user.emailVerified ? [] : [{ type: 'EmailVerified', data: { userId } }];
    case 'ChangeEmail':
      return changeEmail(intent, user);
    case 'SetPassword':
      return setPassword(intent, user);
    case 'LinkAccount':
      return link(intent, user);
    case 'ReplaceProviderTokens':
      return replaceTokens(intent, user);
    case 'UnlinkAccount':
      return unlink(intent, user);
    case 'RevokeSessions':
      return [{ type: 'SessionsRevoked', data: { ...intent.data, at: intent.machineNow } }];
    case 'ChangeUserRole':
      return user.role === intent.data.role ? [] : [{ type: 'UserRoleChanged', data: intent.data }];
    case 'BanUser':
      return [{ type: 'UserBanned', data: { ...intent.data, at: intent.machineNow } }, revoked(intent)];
    case 'UnbanUser':
      return user.ban ? [{ type: 'UserUnbanned', data: { userId } }] : [];
    case 'ReserveFounding':
      return reserveFounding(intent, user);
    case 'DeleteUser': {
      const released = [user.emailClaim, ...user.accounts.map(({ providerClaim }) => providerClaim)];
      const erase = intent.data.erase ? { erase: true as const } : {};
      return [revoked(intent), { type: 'UserDeleted', data: { userId, released, at: intent.machineNow, ...erase } }];
    }
  }
}

function register({ data, machineNow }: IntentFor<'RegisterUser'>, state: UserState): readonly UserEvent[] {
  if (state.status !== 'absent') throw new UserAlreadyExists();
  refuseForfeited(state.forfeited, data.emailClaim);
  if (data.account) refuseForfeited(state.forfeited, data.account.providerClaim);
  const { password, account, ...user } = data;
  const { userId } = user;
  return [
    { type: 'UserRegistered', data: user },
    ...(password ? [{ type: 'PasswordSet', data: { userId, ...password, at: machineNow } } as const] : []),
    ...(account ? [{ type: 'AccountLinked', data: { userId, ...account, at: machineNow } } as const] : []),
  ];
}

function update({ data }: IntentFor<'UpdateUser'>, user: Registered): readonly UserEvent[] {
  const { userId, name, image } = data;
  const changes = {
    ...(name !== undefined && name !== user.name && { name }),
    ...(image !== undefined && image !== user.image && { image }),
  };
  return Object.keys(changes).length === 0 ? [] : [{ type: 'UserUpdated', data: { userId, ...changes } }];
}

function changeEmail({ data, machineNow }: IntentFor<'ChangeEmail'>, user: Registered): readonly UserEvent[] {
  const { userId, from, email, emailClaim } = data;
  if (user.email === email) return [];
  if (user.email !== from) throw new EmailHasChanged();
  refuseForfeited(user.forfeited, emailClaim);
  return [
    { type: 'EmailChanged', data: { userId, email, emailClaim, releasedClaim: user.emailClaim, at: machineNow } },
  ];
}

function setPassword(intent: IntentFor<'SetPassword'>, user: Registered): readonly UserEvent[] {
  const { data, machineNow } = intent;
  const { userId, credential, onlyFirst, replaces, provenAt, provesEmail = false } = data;
  const { password } = user;
  if (onlyFirst && password) throw new UserAlreadyHasAPassword();
  if (replaces !== undefined && password?.credential !== replaces) throw new InvalidPassword();
  if (provenAt !== undefined && isVoided(user, provenAt)) throw new InvalidToken();
  const accountId = password?.accountId ?? data.accountId;
  const set = { userId, accountId, credential, at: machineNow };
  if (!provesEmail || isProven(user)) return [{ type: 'PasswordSet', data: set }];
  return [
    ...user.accounts.map((account) => unlinked(userId, account)),
    { type: 'PasswordSet', data: { ...set, reclaims: true } },
    revoked(intent),
  ];
}

function link(intent: IntentFor<'LinkAccount'>, user: Registered): readonly UserEvent[] {
  const { verifiedEmail, reclaims = false, ...account } = intent.data;
  refuseForfeited(user.forfeited, account.providerClaim);
  if (user.accounts.some(({ providerClaim }) => providerClaim.digest === account.providerClaim.digest)) return [];
  const linked = { ...account, at: intent.machineNow };
  if (verifiedEmail !== user.email || isProven(user)) return [{ type: 'AccountLinked', data: linked }];
  if (!reclaims) return [{ type: 'AccountLinked', data: { ...linked, provesEmail: true } }];
  return [...allUnlinked(user), { type: 'AccountLinked', data: { ...linked, reclaims: true } }, revoked(intent)];
}

function isProven({ emailVerified, emailProven }: Registered): boolean {
  return emailVerified || emailProven;
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

function replaceTokens(
  { data, machineNow }: IntentFor<'ReplaceProviderTokens'>,
  { accounts }: Registered,
): readonly UserEvent[] {
  if (!accounts.some(({ accountId }) => accountId === data.accountId)) throw new AccountNotFound();
  return [{ type: 'ProviderTokensReplaced', data: { ...data, at: machineNow } }];
}

/** That it is the last is told before whether it is there (docs/IDENTITY.md#linked-accounts). */
function unlink({ data }: IntentFor<'UnlinkAccount'>, user: Registered): readonly UserEvent[] {
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

function reserveFounding({ data }: IntentFor<'ReserveFounding'>, { founded }: Registered): readonly UserEvent[] {
  const { userId, organizationId, memberships, limit } = data;
  if (founded.includes(organizationId)) return [];
  if (limit !== undefined && new Set([...founded, ...memberships]).size >= limit) throw new TooManyOrganizations();
  return [{ type: 'FoundingReserved', data: { userId, organizationId } }];
}

function releaseFounding({ data }: IntentFor<'ReleaseFounding'>, state: UserState): readonly UserEvent[] {
  if (state.status !== 'registered' || !state.founded.includes(data.organizationId)) return [];
  return [{ type: 'FoundingReleased', data }];
}

function revoked({
  data: { userId },
  machineNow,
}: IntentFor<'BanUser' | 'DeleteUser' | 'LinkAccount' | 'SetPassword'>): UserEvent {
  return { type: 'SessionsRevoked', data: { userId, at: machineNow, except: null } };
}

function registered(state: UserState): Registered {
  if (state.status !== 'registered') throw new NotFound('User not found');
  return state;
}

function registeredState(
  data: Extract<UserEvent, { type: 'UserRegistered' }>['data'],
  forfeited: readonly string[],
): Registered {
  const none = { emailAt: undefined, emailProven: false, password: null, accounts: [], ban: null, founded: [] };
  return { ...data, ...none, status: 'registered', forfeited };
}

function linkedAccount(data: Extract<UserEvent, { type: 'AccountLinked' }>['data']): LinkedAccount {
  const { userId, at, reclaims, provesEmail, ...account } = data;
  return { ...account, createdAt: at, updatedAt: at };
}

function withTokens(
  account: LinkedAccount,
  { userId, at, ...grant }: Extract<UserEvent, { type: 'ProviderTokensReplaced' }>['data'],
): LinkedAccount {
  return account.accountId === grant.accountId ? { ...account, ...grant, updatedAt: at } : account;
}

function withoutAccount(
  user: Registered,
  { accountId, providerId }: Extract<UserEvent, { type: 'AccountUnlinked' }>['data'],
): Registered {
  if (providerId === CREDENTIAL) return { ...user, password: null };
  return { ...user, accounts: user.accounts.filter((account) => account.accountId !== accountId) };
}
