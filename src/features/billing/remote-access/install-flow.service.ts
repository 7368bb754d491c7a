import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { isOwnTarget } from '../../../app/http/callers/origins.ts';
import { withError } from '../../../app/http/redirects.ts';
import { CLOCK, CONFIG, VAULT } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { InvalidInput, isRefusal, ServiceUnavailable } from '../../../kernel/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { GuildTokens } from './guild-tokens.service.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';
import { ConnectRemoteInstallation, remoteInstallationIdOf } from './remote-installation.commands.ts';
import { asking, RemotePlaces } from './remote-places.service.ts';
import type { RemoteInstallation } from './remote-platform.ts';

/** Seconds: a server or an app may have to be created first. */
const LIFETIME = 1_800;
const LENGTH = 32;
const PURPOSE = 'install-state';

/** Remembered while the seller is at the platform. */
interface InstallState {
  platform: RemotePlatformName;
  organizationId: string;
  /** Who has begun, in which session. */
  by: string;
  returnTo: string;
}

/** A seller installs our bot or app at a platform, and comes back: once, in the session in which they began. */
@Injectable()
export class InstallFlow {
  constructor(
    private readonly commands: Commands,
    private readonly places: RemotePlaces,
    private readonly tokens: GuildTokens,
    private readonly keys: Keys,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The platform's page.
   * @param isInstalled the app has been installed already: the platform only says where
   * @throws InvalidInput `return_to` is none of our pages
   */
  async begin(
    platform: RemotePlatformName,
    request: { organizationId: string; returnTo: string; isInstalled?: boolean },
    caller: Caller,
  ): Promise<string> {
    const { organizationId, returnTo, isInstalled = false } = request;
    const remote = this.places.platform(platform);
    if (!isOwnTarget(returnTo, this.config.ownOrigins))
      throw InvalidInput.at('query.return_to', 'Only pages of this site can be returned to.');
    const state = randomText(LENGTH);
    const kept: InstallState = { platform, organizationId, by: whoIs(caller), returnTo };
    const expiresAt = addSeconds(this.clock.machineNow(), LIFETIME);
    await this.vault.put(this.entryOf(state), JSON.stringify(kept), { expiresAt });
    const leading = { state, redirectUri: this.backTo(platform) };
    return isInstalled ? remote.authorizeUrl(leading) : remote.installUrl(leading);
  }

  /** Where the browser goes next: back with a server's token, or with what went wrong. */
  async complete(
    platform: RemotePlatformName,
    query: Readonly<Record<string, string>>,
    caller: Caller,
    context: Context,
  ): Promise<string> {
    const begun = await this.end(query.state ?? '');
    if (
      !begun ||
      begun.platform !== platform ||
      begun.by !== whoIs(caller) ||
      !caller.organizationIds.includes(begun.organizationId)
    )
      return withError(`${this.config.baseUrl}/error`, 'please_restart_the_process');
    const { organizationId, returnTo } = begun;
    const back = new URL(returnTo, this.config.baseUrl);
    try {
      const [first] = await this.connected(platform, query, organizationId, context);
      back.searchParams.set('connected', remoteInstallationIdOf(organizationId, platform, first!.id));
      if (platform === 'discord') {
        back.searchParams.set('guild_id', first!.id);
        back.searchParams.set('guild_token', this.tokens.sign(first!.id, organizationId));
      }
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof ServiceUnavailable)) throw error;
      back.searchParams.set('error', error instanceof InvalidInput ? error.fields[0]!.msg : error.message);
    }
    return back.href;
  }

  private async connected(
    platform: RemotePlatformName,
    query: Readonly<Record<string, string>>,
    organizationId: string,
    context: Context,
  ): Promise<RemoteInstallation[]> {
    if (query.error !== undefined) throw InvalidInput.at('query.error', 'Nothing was connected: it was not allowed.');
    const found = await asking(platform, 'query.code', () =>
      this.places.platform(platform).install(query, this.backTo(platform)),
    );
    for (const { id: placeId, name } of found) {
      const remoteInstallationId = remoteInstallationIdOf(organizationId, platform, placeId);
      const data = { remoteInstallationId, organizationId, platform, placeId, name };
      const step = `ConnectRemoteInstallation:${placeId}`;
      await this.commands.execute(new ConnectRemoteInstallation(data, { ...context, organizationId }, step));
    }
    return found;
  }

  /** Uses a state up. */
  private async end(state: string): Promise<InstallState | undefined> {
    const kept = await this.vault.take(this.entryOf(state));
    return kept === undefined ? undefined : (JSON.parse(kept) as InstallState);
  }

  private entryOf(state: string): string {
    return `${PURPOSE}/${this.keys.digest(PURPOSE, state)}`;
  }

  private backTo(platform: RemotePlatformName): string {
    const path = { discord: 'discord/bot/callback', github: 'github/installation/callback' }[platform];
    return `${this.config.baseUrl}/v1/integrations/${path}`;
  }
}

function whoIs({ id, session }: Caller): string {
  return `${id}/${session?.id ?? ''}`;
}
