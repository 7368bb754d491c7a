import { OAuth2, type oauth2tokenCallback } from 'oauth';
import { outside } from '../../../app/outside.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { ProviderTokens } from './provider.commands.ts';

/** For a whole request. */
const TIMEOUT_MS = 10_000;
const HEADERS = { accept: 'application/json', 'user-agent': 'Tillbook' };
/** Seconds: a hundred years. */
const MAX_LIFETIME = 3_155_760_000;

/** Credentials that a provider has issued to us. */
export interface Registration {
  clientId: string;
  clientSecret: string;
  /** Where it redirects browsers to. */
  redirectURI: string;
}

type Answer = Record<string, unknown>;

/**
 * A provider's token endpoint, as passport's strategies ask it. node-oauth would wait for ever, and an answer that is not an object would end
 * the process: the request goes by fetch instead.
 */
export class TokenEndpoint extends OAuth2 {
  constructor(
    private readonly registration: Registration,
    private readonly url: string,
    authorizationUrl: string,
  ) {
    super(registration.clientId, registration.clientSecret, '', authorizationUrl, url);
  }

  override getOAuthAccessToken(
    code: string,
    ...given: [oauth2tokenCallback] | [Record<string, string>, oauth2tokenCallback]
  ): void {
    const [params, done] = given.length === 1 ? [{}, given[0]] : given;
    this.grant({ ...params, code }).then(
      ({ access_token, refresh_token, ...rest }) =>
        done(null as never, String(access_token), refresh_token as string, rest),
      (error: Error) => done({ statusCode: 502, data: error.message }, '', '', undefined),
    );
  }

  refresh(refreshToken: string): Promise<Answer> {
    return this.grant({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** @throws without an access token in the answer */
  private async grant(params: Record<string, string>): Promise<Answer> {
    const { clientId: client_id, clientSecret: client_secret } = this.registration;
    const body = new URLSearchParams({ ...params, client_id, client_secret });
    const answer = objectIn(await textFrom(this.url, { method: 'POST', headers: HEADERS, body }));
    if (typeof answer?.access_token !== 'string' || !answer.access_token) throw new Error('The provider gave no token');
    return answer;
  }
}

/** What an access token opens, such as a profile. @throws if the provider does not answer with JSON in time */
export async function resourceAt(url: string, accessToken: string): Promise<unknown> {
  return JSON.parse(
    await textFrom(url, { headers: { ...HEADERS, authorization: `Bearer ${accessToken}` } }),
  ) as unknown;
}

/** The tokens in a token endpoint's answer. */
export function tokensIn(answer: Answer, clock: Clock): ProviderTokens {
  const now = clock.machineNow();
  const { access_token, refresh_token, id_token, scope, expires_in, refresh_token_expires_in } = answer;
  return {
    accessToken: String(access_token),
    ...(typeof refresh_token === 'string' && refresh_token && { refreshToken: refresh_token }),
    ...(typeof id_token === 'string' && { idToken: id_token }),
    ...(typeof scope === 'string' && { scopes: scope.split(/[\s,]+/).filter(Boolean) }),
    ...(isLifetime(expires_in) && { accessTokenExpiresAt: addSeconds(now, Number(expires_in)) }),
    ...(isLifetime(refresh_token_expires_in) && {
      refreshTokenExpiresAt: addSeconds(now, Number(refresh_token_expires_in)),
    }),
  };
}

async function textFrom(url: string, init: RequestInit): Promise<string> {
  return outside(async () => {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${new URL(url).hostname} answered ${response.status}`);
    return response.text();
  });
}

/** JSON, or a form, as GitHub may answer. */
function objectIn(text: string): Answer | undefined {
  try {
    const parsed = JSON.parse(text) as unknown;
    return typeof parsed === 'object' && parsed !== null ? (parsed as Answer) : undefined;
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

function isLifetime(seconds: unknown): boolean {
  return Number(seconds) > 0 && Number(seconds) <= MAX_LIFETIME;
}
