import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-github2';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { profileOf } from './identity-provider.ts';
import { PassportProvider, rememberedState, tokensOf } from './passport.provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { ProviderEndpoints } from './provider.endpoints.ts';
import type { Registration } from './registration.ts';

const SCOPES = ['read:user', 'user:email'];

interface Raw {
  id?: unknown;
  login?: unknown;
  name?: unknown;
  email?: unknown;
  avatar_url?: unknown;
}

/** One of `/user/emails`, as the strategy names its fields. */
interface Email {
  value?: unknown;
  primary?: unknown;
  verified?: unknown;
}

class GithubStrategy extends PassportStrategy(Strategy, 'github', 5) {
  readonly scopes = SCOPES;

  constructor(
    { clientId, clientSecret, redirectURI }: Registration,
    endpoints: ProviderEndpoints['github'],
    private readonly clock: Clock,
  ) {
    super({
      clientID: clientId,
      clientSecret,
      callbackURL: redirectURI,
      authorizationURL: endpoints.authorization,
      tokenURL: endpoints.token,
      userProfileURL: endpoints.profile,
      userEmailURL: endpoints.emails,
      // Without these it does not ask for the addresses.
      scope: SCOPES,
      scopeSeparator: ' ',
      allRawEmails: true,
      userAgent: 'Tillbook',
      pkce: true,
      store: rememberedState,
      skipUserProfile: true,
    });
  }

  validate(accessToken: string, refreshToken: string | undefined, answer: object): ProviderTokens {
    return tokensOf(this.clock, accessToken, refreshToken, answer);
  }

  /** `login` is GitHub's own name of it. */
  override authorizationParams({ loginHint }: { loginHint?: string }): object {
    return loginHint === undefined ? {} : { login_hint: loginHint, login: loginHint };
  }
}

export class GithubProvider extends PassportProvider<Raw> {
  constructor(registration: Registration, endpoints: ProviderEndpoints['github'], clock: Clock) {
    super('github', endpoints.signUp, new GithubStrategy(registration, endpoints, clock), read, clock);
  }
}

/** The address that is shown there, else the primary one; whether it is verified, the list of addresses says. */
function read(raw: Raw, { emails }: Record<string, unknown>): ProviderProfile | undefined {
  const all = (Array.isArray(emails) ? emails : []) as Email[];
  const email = raw.email || (all.find(({ primary }) => primary === true) ?? all[0])?.value;
  const emailVerified = all.some(({ value, verified }) => value === email && verified === true);
  return profileOf(raw, { id: raw.id, email, emailVerified, name: raw.name || raw.login, image: raw.avatar_url });
}
