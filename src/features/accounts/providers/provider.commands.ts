import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { UserDocument } from '../users/user.projection.ts';

/** A user's profile at a provider. */
export interface ProviderProfile {
  /** The account's id there. */
  id: string;
  email: string | undefined;
  /** According to the provider. */
  emailVerified: boolean;
  name: string | undefined;
  image: string | null;
  /** The provider's own fields. */
  raw: object;
}

/** The tokens that a provider issued; times are machine time. */
export interface ProviderTokens {
  accessToken?: string;
  refreshToken?: string;
  idToken?: string;
  /** undefined: the provider did not say. */
  scopes?: string[];
  accessTokenExpiresAt?: Instant;
  refreshTokenExpiresAt?: Instant;
}

/** An account at a provider, as the provider vouches for it. */
export interface ProviderIdentity {
  providerId: string;
  profile: ProviderProfile;
  tokens: ProviderTokens;
  email: string;
  /** The provider is trusted about e-mails that it has not verified. */
  isTrusted: boolean;
}

export interface SignedInUser {
  user: UserDocument;
  isNew: boolean;
  /** Machine time at which their session starts: linking the account may have revoked every earlier one. */
  at: Instant;
}

/** Finds the user of an account at a provider, links the account to the user who has its e-mail, or registers a user. */
export class SignInWithProvider extends command('SignInWithProvider')<
  ProviderIdentity & { maySignUp: boolean; callbackURL: string },
  SignedInUser
> {}
/** Has the provider refresh the tokens under the name `replaces`; if they were replaced meanwhile, answers the current ones. */
export class RefreshProviderTokens extends command('RefreshProviderTokens')<
  { userId: string; accountId: string; replaces: string },
  ProviderTokens
> {}
/** Deletes the tokens that a user's event has put out of use. */
export class ForgetProviderTokens extends command('ForgetProviderTokens')<{ userId: string; eventId: string }, void> {}
