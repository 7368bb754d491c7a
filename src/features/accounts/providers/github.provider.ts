import { Strategy } from 'passport-github2';
import { profileOf } from './identity-provider.ts';
import { PassportProvider, type ProviderSetup, type StrategySetup } from './passport.provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { ProviderEndpoints } from './provider.endpoints.ts';
import { resourceAt } from './token-endpoint.ts';

interface Raw {
  id?: unknown;
  login?: unknown;
  name?: unknown;
  email?: unknown;
  avatar_url?: unknown;
}

/** One of `/user/emails`. */
interface Email {
  email?: unknown;
  primary?: unknown;
  verified?: unknown;
}

class GithubStrategy extends Strategy {
  constructor({ options, verify, tokens }: StrategySetup) {
    super(options, verify);
    this._oauth2 = tokens;
  }

  /** GitHub's own name of the hint is `login`. */
  override authorizationParams({ loginHint }: { loginHint?: string }): object {
    return loginHint === undefined ? {} : { login_hint: loginHint, login: loginHint };
  }
}

export class GithubProvider extends PassportProvider<ProviderEndpoints['github']> {
  constructor(setup: ProviderSetup<ProviderEndpoints['github']>) {
    super('github', ['read:user', 'user:email'], setup, GithubStrategy);
  }

  async profile({ accessToken }: ProviderTokens): Promise<ProviderProfile | undefined> {
    if (accessToken === undefined) return undefined;
    const raw = await resourceAt(this.endpoints.profile, accessToken);
    return read(raw as Raw, await resourceAt(this.endpoints.emails, accessToken));
  }
}

/** The public address of the profile, else the primary one; the list of addresses says whether it is verified. @throws TypeError raw is null */
function read(raw: Raw, emails: unknown): ProviderProfile | undefined {
  const { id, login, avatar_url: image } = raw;
  const all = (Array.isArray(emails) ? emails : []) as Email[];
  const email = raw.email || (all.find(({ primary }) => primary === true) ?? all[0])?.email;
  const emailVerified = all.some((one) => one.email === email && one.verified === true);
  return profileOf(raw, { id, email, emailVerified, name: raw.name || login, image });
}
