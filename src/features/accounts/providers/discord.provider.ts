import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type StrategyOptions } from 'passport-discord';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { profileOf } from './identity-provider.ts';
import { PassportProvider, rememberedState, tokensOf } from './passport.provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { ProviderEndpoints } from './provider.endpoints.ts';
import type { Registration } from './registration.ts';

/** The only place that the package asks for profiles at. */
const API = 'https://discord.com/api';
const IMAGES = 'https://cdn.discordapp.com/avatars';

interface Raw {
  id?: unknown;
  username?: unknown;
  global_name?: unknown;
  email?: unknown;
  verified?: unknown;
  avatar?: unknown;
}

class DiscordStrategy extends PassportStrategy(Strategy, 'discord', 5) {
  readonly scopes = ['identify', 'email'];

  constructor(
    { clientId, clientSecret, redirectURI }: Registration,
    endpoints: ProviderEndpoints['discord'],
    private readonly clock: Clock,
  ) {
    const options = {
      clientID: clientId,
      clientSecret,
      callbackURL: redirectURI,
      authorizationURL: endpoints.authorization,
      tokenURL: endpoints.token,
      scope: ['identify', 'email'],
      pkce: true,
      store: rememberedState,
      skipUserProfile: true,
    };
    super(options as StrategyOptions);
    const get = this._oauth2.get.bind(this._oauth2);
    this._oauth2.get = (url, token, done) => get(url.replace(API, endpoints.api), token, done);
  }

  validate(accessToken: string, refreshToken: string | undefined, answer: object): ProviderTokens {
    return tokensOf(this.clock, accessToken, refreshToken, answer);
  }

  /** The answer as it came: what the package puts in, the access token among it, is no part of a profile. */
  override userProfile(token: string, done: (error: unknown, profile?: object) => void): void {
    super.userProfile(token, (error: unknown, profile?: object) => {
      const { provider, accessToken, fetchedAt, ...answer } = (profile ?? {}) as Record<string, unknown>;
      done(error, profile && { _json: answer });
    });
  }

  override authorizationParams(options: object): Record<string, string> {
    const { loginHint } = options as { loginHint?: string };
    return loginHint === undefined ? {} : { login_hint: loginHint };
  }
}

export class DiscordProvider extends PassportProvider<Raw> {
  constructor(registration: Registration, endpoints: ProviderEndpoints['discord'], clock: Clock) {
    super('discord', endpoints.signUp, new DiscordStrategy(registration, endpoints, clock), read, clock);
  }
}

function read(raw: Raw): ProviderProfile | undefined {
  const { id, email, verified: emailVerified, avatar } = raw;
  const image = avatar ? `${IMAGES}/${String(id)}/${String(avatar)}.png` : null;
  return profileOf(raw, { id, email, emailVerified, name: raw.global_name || raw.username, image });
}
