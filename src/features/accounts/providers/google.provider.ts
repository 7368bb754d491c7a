import { PassportStrategy } from '@nestjs/passport';
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { Strategy } from 'passport-google-oauth20';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { profileOf } from './identity-provider.ts';
import { PassportProvider, rememberedState, tokensOf } from './passport.provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { ProviderEndpoints } from './provider.endpoints.ts';
import type { Registration } from './registration.ts';

/** An ID token is good for so long after it was made. */
const MAX_TOKEN_AGE = '1 hour';
const TIMEOUT_MS = 10_000;
/** Keys that can't be had say nothing about the token. */
const WITHOUT_KEYS = ['ERR_JOSE_GENERIC', errors.JWKSTimeout.code, errors.JWKSInvalid.code];

class GoogleStrategy extends PassportStrategy(Strategy, 'google', 5) {
  readonly scopes = ['email', 'profile', 'openid'];

  constructor(
    { clientId, clientSecret, redirectURI }: Registration,
    endpoints: ProviderEndpoints['google'],
    private readonly clock: Clock,
  ) {
    super({
      clientID: clientId,
      clientSecret,
      callbackURL: redirectURI,
      authorizationURL: endpoints.authorization,
      tokenURL: endpoints.token,
      userProfileURL: endpoints.profile,
      pkce: true,
      store: rememberedState,
      skipUserProfile: true,
    });
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  validate(accessToken: string, refreshToken: string | undefined, answer: object): ProviderTokens {
    return tokensOf(this.clock, accessToken, refreshToken, answer);
  }

  /** `offline`, because only then is there a refresh token. */
  override authorizationParams(options: object): object {
    return super.authorizationParams({ ...options, accessType: 'offline', includeGrantedScopes: true });
  }
}

export class GoogleProvider extends PassportProvider<JWTPayload> {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;

  constructor(
    private readonly registration: Registration,
    private readonly endpoints: ProviderEndpoints['google'],
    private readonly machine: Clock,
  ) {
    super('google', endpoints.signUp, new GoogleStrategy(registration, endpoints, machine), readClaims, machine);
    this.keys = createRemoteJWKSet(new URL(endpoints.keys), { timeoutDuration: TIMEOUT_MS });
  }

  /** Of somebody who signed in by an ID token alone, it is all there is. */
  override async profile(tokens: ProviderTokens): Promise<ProviderProfile | undefined> {
    const { accessToken, idToken } = tokens;
    return accessToken === undefined && idToken !== undefined ? readClaims(decodeJwt(idToken)) : super.profile(tokens);
  }

  async verifyIdToken(idToken: string, nonce: string | undefined): Promise<ProviderProfile | undefined> {
    try {
      const { payload } = await jwtVerify(idToken, this.keys, {
        issuer: this.endpoints.issuers,
        audience: this.registration.clientId,
        algorithms: ['RS256'],
        maxTokenAge: MAX_TOKEN_AGE,
        currentDate: new Date(this.machine.machineNow()),
      });
      return nonce === undefined || payload.nonce === nonce ? readClaims(payload) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError && !WITHOUT_KEYS.includes(error.code)) return undefined;
      throw error;
    }
  }
}

function readClaims(claims: JWTPayload): ProviderProfile | undefined {
  const { sub: id, email, email_verified: emailVerified, name, picture: image } = claims;
  return profileOf(claims, { id, email, emailVerified, name, image });
}
