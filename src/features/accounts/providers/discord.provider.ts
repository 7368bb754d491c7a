import { Strategy, type StrategyOptions } from 'passport-discord';
import { profileOf } from './identity-provider.ts';
import { PassportProvider, type ProviderSetup, type StrategySetup } from './passport.provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { ProviderEndpoints } from './provider.endpoints.ts';
import { resourceAt } from './token-endpoint.ts';

const IMAGES = 'https://cdn.discordapp.com/avatars';

interface Raw {
  id?: unknown;
  username?: unknown;
  global_name?: unknown;
  email?: unknown;
  verified?: unknown;
  avatar?: unknown;
}

class DiscordStrategy extends Strategy {
  constructor({ options, verify, tokens }: StrategySetup) {
    super(options as StrategyOptions, verify);
    this._oauth2 = tokens;
  }

  override authorizationParams({ loginHint }: { loginHint?: string }): object {
    return loginHint === undefined ? {} : { login_hint: loginHint };
  }
}

export class DiscordProvider extends PassportProvider<ProviderEndpoints['discord']> {
  constructor(setup: ProviderSetup<ProviderEndpoints['discord']>) {
    super('discord', ['identify', 'email'], setup, DiscordStrategy);
  }

  async profile({ accessToken }: ProviderTokens): Promise<ProviderProfile | undefined> {
    if (accessToken === undefined) return undefined;
    return read((await resourceAt(`${this.endpoints.api}/users/@me`, accessToken)) as Raw);
  }
}

/** @throws TypeError raw is null */
function read(raw: Raw): ProviderProfile | undefined {
  const { id, email, verified: emailVerified, avatar } = raw;
  const image = avatar ? `${IMAGES}/${String(id)}/${String(avatar)}.png` : null;
  return profileOf(raw, { id, email, emailVerified, name: raw.global_name || raw.username, image });
}
