import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';

/** What a visit to a provider begins with. */
export interface Authorization {
  scopes: readonly string[];
  loginHint: string | undefined;
  /** Remembers the code verifier until the browser is back; answers the state to send along. */
  remember(codeVerifier: string | undefined): Promise<string>;
}

/** Somewhere that people have accounts and sign in by them: OAuth 2 with a code, and where it can be with an ID token. */
export interface IdentityProvider {
  readonly id: string;
  /** Whether somebody unknown becomes a user: always, where the request asked for it, or never. */
  readonly signUp: 'always' | 'on-request' | 'never';
  /** Where the browser goes. */
  authorizationUrl(authorization: Authorization): Promise<string>;
  /** @throws where the code is not good, or the provider does not answer */
  exchange(code: string, codeVerifier: string | undefined): Promise<ProviderTokens>;
  /** @throws where the refresh token is not good any more, or the provider does not answer */
  refresh(refreshToken: string): Promise<ProviderTokens>;
  /**
   * Whose tokens these are; undefined where the provider gives no account.
   * @throws where the provider does not answer
   */
  profile(tokens: ProviderTokens): Promise<ProviderProfile | undefined>;
  /**
   * Whom an ID token is about; undefined where it is not good. Missing where there are no ID tokens.
   * @throws where it could not be found out
   */
  verifyIdToken?(idToken: string, nonce: string | undefined): Promise<ProviderProfile | undefined>;
}

const MAX_ID = 255;
const MAX_NAME = 255;
const MAX_URL = 2_048;

/** A profile from fields that somebody else's server sent. */
export function profileOf(
  raw: object,
  given: { id: unknown; email: unknown; emailVerified: unknown; name: unknown; image: unknown },
): ProviderProfile | undefined {
  const id = typeof given.id === 'number' ? String(given.id) : given.id;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) return undefined;
  const image = textOf(given.image);
  return {
    id,
    email: textOf(given.email),
    emailVerified: given.emailVerified === true || given.emailVerified === 'true',
    name: textOf(given.name)?.slice(0, MAX_NAME),
    image: image !== undefined && image.length <= MAX_URL && /^https?:/.test(image) ? image : null,
    raw,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
