import { ApiProperty } from '@nestjs/swagger';
import type { RemotePlatformName } from './remote-access.rules.ts';

export class DiscordGuildRole {
  @ApiProperty({ pattern: '^[\\w-]+$' })
  id: string;
  name: string;
  /** The higher, the mightier. */
  position: number;
  /** The role of our own bot, which gives those below it alone. */
  is_bot: boolean;
  /** `#` and six hexadecimal digits. */
  color: string;
}

/** A Discord server, for its token. */
export class DiscordGuild {
  name: string;
  roles: DiscordGuildRole[];
}

class RemotePlatformOffered {
  @ApiProperty({ enum: ['discord', 'github'] })
  platform: RemotePlatformName;
  /** Of the sandbox: nobody has access to anything. */
  is_pretend: boolean;
}

class RemoteInstallationShown {
  id: string;
  created_at: string;
  @ApiProperty({ enum: ['discord', 'github'] })
  platform: RemotePlatformName;
  /** Of the server at Discord, of the installation at GitHub. */
  place_id: string;
  /** Of the server, or of the account at which the app is installed. */
  name: string;
}

/** Where an organization can give access. */
export class Integrations {
  /** Those that are set up. */
  platforms: RemotePlatformOffered[];
  /** What the organization has connected, the newest first. */
  installations: RemoteInstallationShown[];
}

class DiscordRoleChoice extends DiscordGuildRole {
  /** Whether the bot can give it. */
  is_assignable: boolean;
}

class RepositoryChoice {
  owner: string;
  name: string;
  is_private: boolean;
}

/** What can be given in one server, or at one account: roles or repositories. */
export class RemotePlaceChoices {
  /** With which a benefit names the server; null at GitHub. */
  guild_token: string | null;
  roles: DiscordRoleChoice[];
  repositories: RepositoryChoice[];
}
