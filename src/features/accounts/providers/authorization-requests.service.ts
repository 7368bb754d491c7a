import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { toInstant } from '../../../kernel/ports/clock.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { ProviderIdentity, ProviderProfile, ProviderTokens } from './provider.commands.ts';
import {
  FailedToGetUserInfo,
  IdTokenNotSupported,
  InvalidIdToken,
  ProviderNotFound,
  UserEmailNotFound,
} from './provider.errors.ts';
import type { IdToken, SignInSocialRequest } from './providers.dto.ts';

/** A smaller number is in seconds. */
const FIRST_IN_MS = 100_000_000_000;

/** Starts authorization at providers, or takes an ID token that the client has already (docs/IDENTITY.md#starting). */
@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly providers: IdentityProviders,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ProviderNotFound */
  providerFor(id: string, request: FastifyRequest): IdentityProvider {
    const provider = this.providers.find(id, request);
    if (!provider) throw new ProviderNotFound();
    return provider;
  }

  /**
   * The URL to send the browser to.
   * @param linkTo the user to link the account to; undefined to sign in
   */
  authorizationUrl(
    provider: IdentityProvider,
    body: Omit<SignInSocialRequest, 'provider'>,
    context: ExecutionContext,
    linkTo?: string,
  ): Promise<string> {
    const { scopes = [], loginHint, requestSignUp = false, callbackURL, errorCallbackURL, newUserCallbackURL } = body;
    return provider.authorizationUrl(context, {
      providerId: provider.id,
      scopes,
      loginHint,
      callbackURL: callbackURL || this.config.baseUrl,
      errorURL: errorCallbackURL || undefined,
      newUserURL: newUserCallbackURL || undefined,
      requestSignUp,
      linkTo,
    });
  }

  /** @throws IdTokenNotSupported, InvalidIdToken, FailedToGetUserInfo, UserEmailNotFound, in this order */
  async verifiedIdentity(provider: IdentityProvider, idToken: IdToken): Promise<ProviderIdentity> {
    if (!provider.verifyIdToken) throw new IdTokenNotSupported();
    const profile = await provider.verifyIdToken(idToken.token, idToken.nonce).catch(() => {
      throw new FailedToGetUserInfo();
    });
    if (!profile) throw new InvalidIdToken();
    return this.identityFrom(provider, profile, tokensIn(idToken), new UserEmailNotFound());
  }

  /** @throws withoutEmail if the profile has no e-mail */
  identityFrom(
    { id: providerId }: IdentityProvider,
    profile: ProviderProfile,
    tokens: ProviderTokens,
    withoutEmail: Error,
  ): ProviderIdentity {
    const { email } = profile;
    if (!email) throw withoutEmail;
    return { providerId, profile, tokens, email, isTrusted: this.providers.isTrusted(providerId) };
  }

  /** Whether an unknown person is registered. */
  maySignUp({ signUp }: IdentityProvider, requestSignUp: boolean): boolean {
    return signUp === 'always' || (signUp === 'on-request' && requestSignUp);
  }
}

function tokensIn({ token, accessToken, refreshToken, expiresAt, scopes }: IdToken): ProviderTokens {
  return {
    idToken: token,
    ...(accessToken && { accessToken }),
    ...(refreshToken && { refreshToken }),
    ...(scopes && { scopes }),
    ...(expiresAt !== undefined && { accessTokenExpiresAt: instantOf(expiresAt) }),
  };
}

function instantOf(time: number): string {
  return toInstant(Math.trunc(time < FIRST_IN_MS ? time * 1000 : time));
}
