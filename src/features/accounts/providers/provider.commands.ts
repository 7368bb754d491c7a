import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';

/** Who somebody is at a provider. */
export interface ProviderProfile {
  /** The account's id there. */
  id: string;
  email: string | undefined;
  /** As the provider says. */
  emailVerified: boolean;
  name: string | undefined;
  image: string | null;
  /** As it was given. */
  raw: object;
}

/** What a provider handed out; times are machine time. */
export interface ProviderTokens {
  accessToken?: string;
  refreshToken?: string;
  idToken?: string;
  /** undefined: the provider did not say. */
  scopes?: string[];
  accessTokenExpiresAt?: Instant;
  refreshTokenExpiresAt?: Instant;
}

interface Presented {
  providerId: string;
  profile: ProviderProfile;
  tokens: ProviderTokens;
  /** The provider's word about the e-mail is believed. */
  isTrusted: boolean;
}

/** Finds the user of an account at a provider, links it to the one who has its e-mail, or makes one. */
export class SignInWithProvider extends command('SignInWithProvider')<
  Presented & { email: string; maySignUp: boolean; callbackURL: string }
> {}
/** Links an account at a provider to a user who is signed in; one that is linked already gets the new tokens. */
export class ConnectProvider extends command('ConnectProvider')<
  Presented & { email: string; userId: string; form: 'redirect' | 'id-token' }
> {}
/** Unlinks an account; it can be linked again at once, by anybody. */
export class DisconnectProvider extends command('DisconnectProvider')<{
  userId: string;
  providerId: string;
  providerAccountId: string | undefined;
}> {}
/** Has a provider give new tokens for those under the name `replaces`; where others are there by now, those are answered. */
export class RefreshProviderTokens extends command('RefreshProviderTokens')<{
  userId: string;
  accountId: string;
  replaces: string;
}> {}
/** Deletes what a user's event has put out of use. */
export class ForgetProviderTokens extends command('ForgetProviderTokens')<{ userId: string; eventId: string }> {}
