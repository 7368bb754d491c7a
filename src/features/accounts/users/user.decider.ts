import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../kernel/errors.ts';
import {
  allSessionsRevoked,
  link,
  replaceTokens,
  setPassword,
  unlink,
  withAccount,
  withoutAccount,
  withPassword,
  withTokens,
  type SignInMethodIntent,
} from './sign-in-methods.rules.ts';
import type {
  BanUser,
  ChangeEmail,
  ChangeUserRole,
  DeleteUser,
  RegisterUser,
  ReleaseOrganizationQuota,
  ReserveOrganizationQuota,
  RevokeSessions,
  UnbanUser,
  UpdateUser,
  VerifyEmail,
} from './user.commands.ts';
import { EmailHasChanged, TooManyOrganizations, UserAlreadyExists } from './user.errors.ts';
import type { ProviderAccount, ProviderGrant, UserEvent } from './user.events.ts';
import type { Registered, UserState } from './user.rules.ts';

/** With a password, an account at a provider, or both. */
interface Registration {
  userId: string;
  email: string;
  emailClaim: Claim;
  name: string;
  image: string | null;
  role: string;
  emailVerified: boolean;
  password: { accountId: string; credential: string } | null;
  account: (ProviderAccount & ProviderGrant) | null;
}

export type UserIntent =
  | IntentWith<RegisterUser, Registration>
  | IntentWith<ChangeEmail, { userId: string; from: string; email: string; emailClaim: Claim }>
  | IntentWith<DeleteUser, { userId: string; erase?: boolean }>
  | IntentOf<
      | UpdateUser
      | VerifyEmail
      | RevokeSessions
      | ChangeUserRole
      | BanUser
      | UnbanUser
      | ReserveOrganizationQuota
      | ReleaseOrganizationQuota
    >
  | SignInMethodIntent;
type IntentFor<T extends UserIntent['type']> = Extract<UserIntent, { type: T }>;

const UNPROVEN = { emailVerified: false, emailProven: false };

export const userDecider: Decider<UserIntent, UserState, UserEvent> = {
  category: 'user',
  initial: { status: 'absent', forfeited: [] },
  // Never refused: signing in, which may link an account, revoking sessions, and what administrators do.
  edits: { types: ['UserUpdated', 'EmailChanged', 'FoundingReserved'], perDay: EDITS_PER_DAY },

  decide(intent, state) {
    if (intent.type === 'RegisterUser') return register(intent, state);
    if (intent.type === 'ReleaseOrganizationQuota') return releaseQuota(intent, state);
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
      case 'PasswordSet':
        return withPassword(user, data);
      case 'AccountLinked':
        return withAccount(user, data);
      case 'ProviderTokensReplaced':
        return withTokens(user, data);
      case 'AccountUnlinked':
        return withoutAccount(user, data);
      case 'UserRoleChanged':
        return { ...user, role: data.role };
      case 'UserBanned':
        return { ...user, ban: { reason: data.reason, expiresAt: data.expiresAt } };
      case 'UserUnbanned':
        return { ...user, ban: null };
      case 'FoundingReserved':
        return { ...user, organizationIds: [...user.organizationIds, data.organizationId] };
      case 'FoundingReleased':
        return { ...user, organizationIds: user.organizationIds.filter((id) => id !== data.organizationId) };
      case 'SessionsRevoked':
        return state;
      case 'UserDeleted':
        return { status: 'deleted', forfeited: state.forfeited };
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

function decideOnRegistered(
  intent: Exclude<UserIntent, { type: 'RegisterUser' | 'ReleaseOrganizationQuota' }>,
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
      return [
        { type: 'UserBanned', data: { ...intent.data, at: intent.machineNow } },
        allSessionsRevoked(userId, intent.machineNow),
      ];
    case 'UnbanUser':
      return user.ban ? [{ type: 'UserUnbanned', data: { userId } }] : [];
    case 'ReserveOrganizationQuota':
      return reserveQuota(intent, user);
    case 'DeleteUser':
      return remove(intent, user);
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

function reserveQuota(
  { data }: IntentFor<'ReserveOrganizationQuota'>,
  { organizationIds }: Registered,
): readonly UserEvent[] {
  const { userId, organizationId, memberships, limit } = data;
  if (organizationIds.includes(organizationId)) return [];
  if (limit !== undefined && new Set([...organizationIds, ...memberships]).size >= limit)
    throw new TooManyOrganizations();
  return [{ type: 'FoundingReserved', data: { userId, organizationId } }];
}

function releaseQuota({ data }: IntentFor<'ReleaseOrganizationQuota'>, state: UserState): readonly UserEvent[] {
  if (state.status !== 'registered' || !state.organizationIds.includes(data.organizationId)) return [];
  return [{ type: 'FoundingReleased', data }];
}

function remove({ data, machineNow: at }: IntentFor<'DeleteUser'>, user: Registered): readonly UserEvent[] {
  const { userId } = data;
  const released = [user.emailClaim, ...user.accounts.map(({ providerClaim }) => providerClaim)];
  const erase = data.erase ? { erase: true as const } : {};
  return [allSessionsRevoked(userId, at), { type: 'UserDeleted', data: { userId, released, at, ...erase } }];
}

function registered(state: UserState): Registered {
  if (state.status !== 'registered') throw new NotFound('User not found');
  return state;
}

function registeredState(
  data: Extract<UserEvent, { type: 'UserRegistered' }>['data'],
  forfeited: readonly string[],
): Registered {
  const none = { emailAt: undefined, emailProven: false, password: null, accounts: [], ban: null };
  return { ...data, ...none, organizationIds: [], status: 'registered', forfeited };
}
