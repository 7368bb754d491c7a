import type { Request } from 'express';
import type { StateStore, Strategy } from 'passport-oauth2';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { Authorization, IdentityProvider } from './identity-provider.ts';
import { clientOf, type Client } from './oauth-client.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';

/** Seconds: a hundred years. */
const MAX_LIFETIME = 3_155_760_000;

/** What a strategy is asked with, in place of the browser's request. */
interface Ask {
  query: { code?: string };
  /** Going there. */
  remember?: Authorization['remember'];
  /** Coming back. */
  codeVerifier?: string;
}

type Outcome = { url: string } | { tokens: ProviderTokens };

/** What passport adds to a strategy for one request. */
interface Attempt {
  authenticate(request: Request, options: object): void;
  redirect(url: string): void;
  success(tokens: ProviderTokens): void;
  fail(challenge: unknown): void;
  error(error: unknown): void;
}

/** Hands the code verifier to whoever asks, and back: the state itself is kept and checked before the strategy is asked. */
export const rememberedState = {
  store(request: unknown, verifier: string, _state: unknown, _meta: unknown, done: (e: unknown, s?: string) => void) {
    (request as Ask).remember!(verifier).then((state) => done(null, state), done);
  },
  verify(request: unknown, _state: string, _meta: unknown, done: (e: unknown, ok: string | boolean) => void) {
    done(null, (request as Ask).codeVerifier ?? true);
  },
} as unknown as StateStore;

/** A passport strategy as a provider; it must keep its state by `rememberedState` and skip the profile, which is asked for apart. */
export class PassportProvider<Raw extends object> implements IdentityProvider {
  private readonly client: Client;

  constructor(
    readonly id: string,
    readonly signUp: IdentityProvider['signUp'],
    private readonly strategy: Strategy & { readonly scopes: readonly string[] },
    private readonly read: (raw: Raw, whole: Record<string, unknown>) => ProviderProfile | undefined,
    private readonly clock: Clock,
  ) {
    this.client = clientOf(strategy);
  }

  async authorizationUrl({ scopes, loginHint, remember }: Authorization): Promise<string> {
    const scope = [...new Set([...this.strategy.scopes, ...scopes])];
    const outcome = await this.ask({ query: {}, remember }, { scope, loginHint });
    return (outcome as { url: string }).url;
  }

  async exchange(code: string, codeVerifier: string | undefined): Promise<ProviderTokens> {
    const outcome = await this.ask({ query: { code }, codeVerifier }, {});
    return (outcome as { tokens: ProviderTokens }).tokens;
  }

  refresh(refreshToken: string): Promise<ProviderTokens> {
    return new Promise((resolve, reject) => {
      this.client.getOAuthAccessToken(refreshToken, { grant_type: 'refresh_token' }, (error, access, refresh, rest) => {
        if (error || !access) reject(error ?? new Error('There is no access token in the answer'));
        else resolve(tokensOf(this.clock, access, refresh, rest as object));
      });
    });
  }

  profile({ accessToken }: ProviderTokens): Promise<ProviderProfile | undefined> {
    if (accessToken === undefined) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.strategy.userProfile(accessToken, (error: unknown, profile?: Record<string, unknown>) => {
        if (error || !profile) reject(error ?? new Error('There is no profile in the answer'));
        else resolve(this.read(profile._json as Raw, profile));
      });
    });
  }

  /** As passport does it: a strategy answers by what it is given for one request. */
  private ask(ask: Ask, options: object): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const attempt = Object.create(this.strategy) as Attempt;
      attempt.redirect = (url) => resolve({ url });
      attempt.success = (tokens) => resolve({ tokens });
      attempt.fail = () => reject(new Error('The provider refused'));
      attempt.error = reject;
      attempt.authenticate(ask as unknown as Request, options);
    });
  }
}

/** What a token endpoint answered. */
export function tokensOf(
  clock: Clock,
  accessToken: string,
  refreshToken: string | undefined,
  rest: object,
): ProviderTokens {
  const now = clock.machineNow();
  const { id_token, scope, expires_in, refresh_token_expires_in } = rest as Record<string, unknown>;
  return {
    accessToken,
    ...(refreshToken && { refreshToken }),
    ...(typeof id_token === 'string' && { idToken: id_token }),
    ...(typeof scope === 'string' && { scopes: scope.split(/[\s,]+/).filter(Boolean) }),
    ...(isLifetime(expires_in) && { accessTokenExpiresAt: addSeconds(now, Number(expires_in)) }),
    ...(isLifetime(refresh_token_expires_in) && {
      refreshTokenExpiresAt: addSeconds(now, Number(refresh_token_expires_in)),
    }),
  };
}

function isLifetime(seconds: unknown): boolean {
  return Number(seconds) > 0 && Number(seconds) <= MAX_LIFETIME;
}
