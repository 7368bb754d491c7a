import type { ExecutionContext } from '@nestjs/common';
import { isReadableText } from '../../../kernel/text.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { SignInState } from './sign-in-states.service.ts';

/** An authorization to start: what to remember until the browser is back, and a hint for the provider. */
export interface AuthorizationRequest extends Omit<SignInState, 'codeVerifier'> {
  loginHint: string | undefined;
}

/** A service at which people have accounts and sign in: OAuth 2 with a code and, if supported, with an ID token. */
export interface IdentityProvider {
  readonly id: string;
  /** Whether an unknown person is registered: always, if the request asked for it, or never. */
  readonly signUp: 'always' | 'on-request' | 'never';
  /** The URL to send the browser of this request to. */
  authorizationUrl(context: ExecutionContext, authorization: AuthorizationRequest): Promise<string>;
  /** Exchanges the code of this request, whose state has been checked. @throws the code is invalid, or the provider unavailable */
  exchange(context: ExecutionContext): Promise<ProviderTokens>;
  /** @throws the refresh token is no longer valid, or the provider is unavailable */
  refresh(refreshToken: string): Promise<ProviderTokens>;
  /** The owner of the tokens; undefined if the provider gives no account. @throws the provider is unavailable */
  profile(tokens: ProviderTokens): Promise<ProviderProfile | undefined>;
  /** The subject of an ID token; undefined if it is invalid. Missing without ID tokens. @throws it could not be checked */
  verifyIdToken?(idToken: string, nonce: string | undefined): Promise<ProviderProfile | undefined>;
}

const MAX_ID = 255;
const MAX_NAME = 255;
const MAX_URL = 2_048;

/** A profile from fields of a foreign server, which may be anything: texts that no store could keep are left out, and there is no account with such an id. */
export function profileOf(
  raw: object,
  given: { id: unknown; email: unknown; emailVerified: unknown; name: unknown; image: unknown },
): ProviderProfile | undefined {
  const id = typeof given.id === 'number' ? String(given.id) : given.id;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID || !isReadableText(id)) return undefined;
  const image = textOf(given.image);
  return {
    id,
    email: textOf(given.email),
    emailVerified: given.emailVerified === true || given.emailVerified === 'true',
    name: textOf(given.name)
      ?.slice(0, MAX_NAME)
      .replace(/\p{Surrogate}$/u, ''),
    image: image !== undefined && image.length <= MAX_URL && /^https?:/.test(image) ? image : null,
    raw,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && isReadableText(value) ? value : undefined;
}
