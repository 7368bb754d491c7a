import { Inject, Injectable } from '@nestjs/common';
import { REMOTE_PLATFORMS } from '../../../app/tokens.ts';
import { DomainError, InvalidInput, ServiceUnavailable } from '../../../kernel/errors.ts';
import { GuildTokens } from './guild-tokens.service.ts';
import type { RemoteAccess, RemotePlatformName } from './remote-access.rules.ts';
import { RemoteInstallationReader } from './remote-installations.queries.ts';
import {
  RemoteFailure,
  type InstallablePlatform,
  type RemoteChoices,
  type Repository,
  type ServerRole,
} from './remote-platform.ts';

export const PLATFORM_WORDS = { discord: 'Discord', github: 'GitHub' } as const;

/** What a benefit can give is a fact at the platform, and which organization may give it one of our log: this checks both. */
@Injectable()
export class RemotePlaces {
  constructor(
    @Inject(REMOTE_PLATFORMS) private readonly platforms: ReadonlyMap<RemotePlatformName, InstallablePlatform>,
    private readonly installations: RemoteInstallationReader,
    private readonly tokens: GuildTokens,
  ) {}

  get offered(): { platform: RemotePlatformName; is_pretend: boolean }[] {
    return [...this.platforms.values()].map(({ name, isPretend }) => ({ platform: name, is_pretend: isPretend }));
  }

  /** @throws DomainError 404 this installation has no keys for it */
  platform(name: RemotePlatformName): InstallablePlatform {
    const platform = this.platforms.get(name);
    if (!platform) throw new DomainError('ResourceNotFound', `${PLATFORM_WORDS[name]} is not set up here`, 404);
    return platform;
  }

  /** @param at where a refusal is shown, such as `query.guild_token` */
  choices(platform: RemotePlatformName, placeId: string, at: string): Promise<RemoteChoices> {
    return asking(platform, at, () => this.platform(platform).choices(placeId));
  }

  /** A server that one of the organizations has connected. @throws InvalidInput the token is for none of them, or the server was disconnected */
  async guildOf(guildToken: string, organizationIds: readonly string[], at: string): Promise<string> {
    const guild = this.tokens.verified(guildToken, organizationIds);
    if (guild && (await this.installations.isConnected('discord', guild.guildId, guild.organizationId)))
      return guild.guildId;
    throw badGuildToken(at);
  }

  /** @throws InvalidInput the token is none of the organization's; the role does not exist, or is not below the bot's */
  async role(guildToken: string, roleId: string, organizationId: string): Promise<{ guildId: string; roleId: string }> {
    const guildId = await this.guildOf(guildToken, [organizationId], 'body.properties.guild_token');
    const choices = await this.choices('discord', guildId, 'body.properties.guild_token');
    const roles = choices.platform === 'discord' ? choices.roles : [];
    const role = roles.find(({ id }) => id === roleId);
    const refused = (msg: string, type: string) => InvalidInput.at('body.properties.role_id', msg, type);
    if (!role) throw refused('This role does not exist in the server.', 'invalid_role');
    if (!isBelowBot(role, roles))
      throw refused(
        "This role is not below the bot's, so Discord does not let the bot give it: move the bot's role above it.",
        'invalid_role_position',
      );
    return { guildId, roleId };
  }

  /** As the platform writes it. @throws InvalidInput it is in no installation that the organization has connected */
  async repository(
    { owner, name }: { owner: string; name: string },
    organizationId: string,
  ): Promise<Repository & { installationId: string }> {
    const at = 'body.properties.repository_name';
    const is = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
    const connected = await this.installations.at('github', organizationId);
    // Named like the account, but for one that was renamed meanwhile.
    const ordered = connected.toSorted((a, b) => Number(is(b.name, owner)) - Number(is(a.name, owner)));
    for (const { place_id: installationId } of ordered) {
      const choices = await this.choices('github', installationId, at).catch(unlessRefused);
      const all = choices?.platform === 'github' ? choices.repositories : [];
      const found = all.find((one) => is(one.owner, owner) && is(one.name, name));
      if (found) return { ...found, installationId };
    }
    throw InvalidInput.at(
      at,
      'The organization has not connected a GitHub App installation that has this repository.',
      'no_repository_installation_found',
    );
  }

  /** Names of who has access; undefined where this cannot be seen, as at the real platforms. */
  async membersOf(access: RemoteAccess, limit: number): Promise<string[] | undefined> {
    return this.platforms
      .get(access.platform)
      ?.membersOf?.(access, limit)
      .catch(() => []);
  }
}

export function badGuildToken(at: string): InvalidInput {
  return InvalidInput.at(
    at,
    'The token of the server is invalid or has expired. Connect the server again.',
    'invalid_guild_token',
  );
}

/** The bot's own role cannot be given either. */
export function isBelowBot(role: ServerRole, roles: readonly ServerRole[]): boolean {
  const bot = roles.find(({ isBot }) => isBot);
  return bot !== undefined && role.position < bot.position;
}

/** @throws ServiceUnavailable @throws InvalidInput the platform refuses */
export async function asking<T>(platform: RemotePlatformName, at: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    if (error.reason === 'transient') throw new ServiceUnavailable(PLATFORM_WORDS[platform], 'is unavailable', error);
    throw InvalidInput.at(at, error.message, 'remote_refused');
  }
}

/** One of several may have been uninstalled. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof InvalidInput) return undefined;
  throw error;
}
