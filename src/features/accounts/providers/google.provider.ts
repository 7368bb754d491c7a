import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { Strategy } from 'passport-google-oauth20';
import { profileOf } from './identity-provider.ts';
import { PassportProvider, type ProviderSetup, type StrategySetup } from './passport.provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { ProviderEndpoints } from './provider.endpoints.ts';
import { resourceAt } from './token-endpoint.ts';

/** An ID token is valid for this long after it was issued. */
const MAX_TOKEN_AGE = '1 hour';
const TIMEOUT_MS = 10_000;
/** Failing to fetch the keys says nothing about the token. */
const WITHOUT_KEYS = ['ERR_JOSE_GENERIC', errors.JWKSTimeout.code, errors.JWKSInvalid.code];

class GoogleStrategy extends Strategy {
  constructor({ options, verify, tokens }: StrategySetup) {
    super(options, verify);
    this._oauth2 = tokens;
  }

  /** Google issues a refresh token only with `offline`. */
  override authorizationParams(options: object): object {
    return super.authorizationParams({ ...options, accessType: 'offline', includeGrantedScopes: true });
  }
}

export class GoogleProvider extends PassportProvider<ProviderEndpoints['google']> {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;

  constructor(setup: ProviderSetup<ProviderEndpoints['google']>) {
    super('google', ['email', 'profile', 'openid'], setup, GoogleStrategy);
    this.keys = createRemoteJWKSet(new URL(this.endpoints.keys), { timeoutDuration: TIMEOUT_MS });
  }

  /** After a sign-in by an ID token alone, that token is the only source. */
  async profile({ accessToken, idToken }: ProviderTokens): Promise<ProviderProfile | undefined> {
    if (accessToken !== undefined) return readClaims(await resourceAt(this.endpoints.profile, accessToken));
    return idToken === undefined ? undefined : readClaims(decodeJwt(idToken));
  }

  async verifyIdToken(idToken: string, nonce: string | undefined): Promise<ProviderProfile | undefined> {
    try {
      const { payload } = await jwtVerify(idToken, this.keys, {
        issuer: this.endpoints.issuers,
        audience: this.registration.clientId,
        algorithms: ['RS256'],
        maxTokenAge: MAX_TOKEN_AGE,
        currentDate: new Date(this.clock.machineNow()),
      });
      return nonce === undefined || payload.nonce === nonce ? readClaims(payload) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError && !WITHOUT_KEYS.includes(error.code)) return undefined;
      throw error;
    }
  }
}

/** @throws TypeError the claims are null */
function readClaims(claims: unknown): ProviderProfile | undefined {
  const { sub: id, email, email_verified: emailVerified, name, picture: image } = claims as JWTPayload;
  return profileOf(claims as object, { id, email, emailVerified, name, image });
}
