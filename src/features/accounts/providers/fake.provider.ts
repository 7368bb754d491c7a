import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { profileOf, type Authorization, type IdentityProvider } from './identity-provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';

const AUTHORIZE = 'https://idp.invalid/authorize';
const SCOPES = ['openid', 'email', 'profile'];
const BAD_CODE = 'bad';
const REFRESH = 'refresh-';
/** Seconds. */
const HOUR = 3_600;

/** The sandbox's own provider (docs/SANDBOX.md#identity-providers): codes and ID tokens say who somebody is, and are believed. */
export class FakeProvider implements IdentityProvider {
  readonly signUp = 'always';

  constructor(
    readonly id: string,
    private readonly redirectURI: string,
    private readonly clock: Clock,
  ) {}

  async authorizationUrl({ scopes, loginHint, remember }: Authorization): Promise<string> {
    const url = new URL(AUTHORIZE);
    url.search = new URLSearchParams({
      client_id: this.id,
      response_type: 'code',
      state: await remember(undefined),
      redirect_uri: this.redirectURI,
      scope: [...new Set([...SCOPES, ...scopes])].join(' '),
      ...(loginHint !== undefined && { login_hint: loginHint }),
    }).toString();
    return url.href;
  }

  async exchange(code: string): Promise<ProviderTokens> {
    if (code === BAD_CODE) throw new Error('The code is not good');
    return this.tokens(code, HOUR);
  }

  async refresh(refreshToken: string): Promise<ProviderTokens> {
    if (!refreshToken.startsWith(REFRESH)) throw new Error('The refresh token is not good');
    return this.tokens(refreshToken.slice(REFRESH.length), 2 * HOUR);
  }

  async profile({ accessToken, idToken }: ProviderTokens): Promise<ProviderProfile | undefined> {
    return read(accessToken ?? idToken ?? '');
  }

  async verifyIdToken(idToken: string): Promise<ProviderProfile | undefined> {
    return read(idToken);
  }

  private tokens(code: string, seconds: number): ProviderTokens {
    return {
      accessToken: code,
      refreshToken: `${REFRESH}${code}`,
      accessTokenExpiresAt: addSeconds(this.clock.machineNow(), seconds),
    };
  }
}

function read(text: string): ProviderProfile | undefined {
  try {
    const raw = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
    const { sub: id, email, email_verified: emailVerified, name, picture: image } = raw;
    return profileOf(raw, { id, email, emailVerified, name, image });
  } catch {
    return undefined;
  }
}
