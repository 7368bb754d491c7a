import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { profileOf, type AuthorizationRequest, type IdentityProvider } from './identity-provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { SignInStates } from './sign-in-states.service.ts';

const AUTHORIZE = 'https://idp.invalid/authorize';
const SCOPES = ['openid', 'email', 'profile'];
const BAD_CODE = 'bad';
const REFRESH = 'refresh-';
/** Seconds. */
const HOUR = 3_600;

/** The sandbox's provider (docs/SANDBOX.md#identity-providers): codes and ID tokens contain the profile, unsigned. */
export class FakeProvider implements IdentityProvider {
  readonly signUp = 'always';

  constructor(
    readonly id: string,
    private readonly redirectURI: string,
    private readonly states: SignInStates,
    private readonly clock: Clock,
  ) {}

  async authorizationUrl(context: ExecutionContext, { loginHint, ...state }: AuthorizationRequest): Promise<string> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const url = new URL(AUTHORIZE);
    url.search = new URLSearchParams({
      client_id: this.id,
      response_type: 'code',
      state: await this.states.begin(request, { ...state, codeVerifier: undefined }),
      redirect_uri: this.redirectURI,
      scope: [...new Set([...SCOPES, ...state.scopes])].join(' '),
      ...(loginHint !== undefined && { login_hint: loginHint }),
    }).toString();
    return url.href;
  }

  async exchange(context: ExecutionContext): Promise<ProviderTokens> {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const { code } = { ...(body as object), ...(query as object) } as { code: string };
    if (code === BAD_CODE) throw new Error('The code is invalid');
    return this.tokens(code, HOUR);
  }

  async refresh(refreshToken: string): Promise<ProviderTokens> {
    if (!refreshToken.startsWith(REFRESH)) throw new Error('The refresh token is invalid');
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
