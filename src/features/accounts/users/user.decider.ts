import { claimStream, refuseForfeited } from '../../../kernel/claim.ts';
import type { Instant } from '../../../kernel/clock.ts';
import type { IntentOf } from '../../../kernel/command.ts';
import type { Decider } from '../../../kernel/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { ChangeUserRole, RegisterUser, RevokeSessions, SetPassword, VerifyEmail } from './user.commands.ts';
import { UserAlreadyExists } from './user.errors.ts';
import type { UserEvent } from './user.events.ts';

export type UserIntent = IntentOf<RegisterUser | VerifyEmail | SetPassword | RevokeSessions | ChangeUserRole>;

export interface Registered {
  status: 'registered';
  forfeited: readonly string[];
  userId: string;
  email: string;
  emailVerified: boolean;
  role: string;
  /** The Vault entry of the password's hash, and since when (machine time); null without a password. */
  password: { credential: string; accountId: string; at: Instant } | null;
}
export type UserState = { status: 'absent'; forfeited: readonly string[] } | Registered;

export const userDecider: Decider<UserIntent, UserState, UserEvent> = {
  category: 'user',
  initial: { status: 'absent', forfeited: [] },

  decide(intent, state) {
    switch (intent.type) {
      case 'RegisterUser':
        return register(intent, state);
      case 'VerifyEmail':
        return registered(state).emailVerified ? [] : [{ type: 'EmailVerified', data: { userId: intent.data.userId } }];
      case 'SetPassword':
        return setPassword(intent, registered(state));
      case 'RevokeSessions':
        return revokeSessions(intent, registered(state));
      case 'ChangeUserRole':
        return registered(state).role === intent.data.role ? [] : [{ type: 'UserRoleChanged', data: intent.data }];
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'UserRegistered':
        return { ...data, status: 'registered', forfeited: state.forfeited, password: null };
      case 'EmailVerified':
        return { ...state, emailVerified: true };
      case 'PasswordSet':
        return { ...state, password: { credential: data.credential, accountId: data.accountId, at: data.at } };
      case 'UserRoleChanged':
        return { ...state, role: data.role };
      case 'SessionsRevoked':
        return state;
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

function register(
  { data, machineNow }: Extract<UserIntent, { type: 'RegisterUser' }>,
  state: UserState,
): readonly UserEvent[] {
  if (state.status !== 'absent') throw new UserAlreadyExists();
  refuseForfeited(state.forfeited, data.emailClaim);
  const { accountId, credential, ...user } = data;
  return [
    { type: 'UserRegistered', data: user },
    { type: 'PasswordSet', data: { userId: data.userId, accountId, credential, at: machineNow } },
  ];
}

function setPassword(
  { data, machineNow }: Extract<UserIntent, { type: 'SetPassword' }>,
  { password }: Registered,
): readonly UserEvent[] {
  const accountId = password?.accountId ?? data.accountId;
  return [{ type: 'PasswordSet', data: { ...data, accountId, at: machineNow } }];
}

function revokeSessions(
  { data, machineNow }: Extract<UserIntent, { type: 'RevokeSessions' }>,
  _state: Registered,
): readonly UserEvent[] {
  return [{ type: 'SessionsRevoked', data: { ...data, at: machineNow } }];
}

function registered(state: UserState): Registered {
  if (state.status === 'absent') throw new NotFound('User not found');
  return state;
}
