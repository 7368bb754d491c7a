import { createHash } from 'node:crypto';
import {
  RemoteFailure,
  type InstallablePlatform,
  type RemoteAccess,
  type RemoteAccount,
  type RemoteChoices,
  type RemoteInstallation,
  type RemotePlatformName,
  type RemoteTokens,
} from '../../features/billing/remote-access/remote-platform.ts';
import { addSeconds, type Clock } from '../../kernel/ports/clock.ts';
import { readVault, type Vault } from '../../kernel/ports/vault.ts';

/** Every pretend server and account has such an id, from which all that it consists of follows. */
const PREFIX = 'pretend-';
const ACCESS = 'pretend-access-';
const REFRESH = 'pretend-refresh-';
/** Seconds. */
const HOUR = 3_600;

/** As the mightiest comes first in Discord's own settings. */
const ROLES = [
  { id: '4', name: 'Moderator', position: 4, color: '#c0392b', isBot: false },
  { id: '3', name: 'Tillbook', position: 3, color: '#1f6f43', isBot: true },
  { id: '2', name: 'Supporter', position: 2, color: '#b7791f', isBot: false },
  { id: '1', name: 'Member', position: 1, color: '#3b6ea8', isBot: false },
];
const BOT_POSITION = 3;
const REPOSITORIES = ['app', 'docs', 'templates'];

/**
 * Discord or GitHub of the sandbox (docs/SANDBOX.md#discord-and-github): a page of ours where people say who they are, servers with four roles,
 * accounts with three repositories. The Vault remembers who has access.
 */
export class PretendPlatform implements InstallablePlatform {
  readonly isPretend = true;

  constructor(
    readonly name: RemotePlatformName,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly baseUrl: string,
  ) {}

  installUrl(request: { state: string; redirectUri: string }): string {
    return this.page('install', request);
  }

  async install({ code = '' }: Readonly<Record<string, string>>): Promise<RemoteInstallation[]> {
    const name = nameIn(code);
    return [{ id: `${PREFIX}${name}`, name }];
  }

  async choices(installationId: string): Promise<RemoteChoices> {
    const name = placeOf(installationId);
    if (this.name === 'discord') return { platform: 'discord', name, roles: ROLES };
    const repositories = REPOSITORIES.map((repository) => ({ owner: name, name: repository, isPrivate: true }));
    return { platform: 'github', repositories };
  }

  authorizeUrl(request: { state: string; redirectUri: string }): string {
    return this.page('link', request);
  }

  async link(code: string): Promise<{ account: RemoteAccount; tokens: RemoteTokens }> {
    const username = nameIn(code);
    const id = idOf(username);
    return { account: { id, username }, tokens: this.tokensFor(id) };
  }

  async refresh({ refreshToken }: RemoteTokens): Promise<RemoteTokens> {
    if (!refreshToken?.startsWith(REFRESH)) throw linkAgain();
    return this.tokensFor(refreshToken.slice(REFRESH.length));
  }

  async grant(access: RemoteAccess, account: RemoteAccount & { accessToken: string }): Promise<void> {
    const to = demandPlace(access);
    if (account.accessToken !== `${ACCESS}${account.id}`) throw linkAgain();
    await this.vault.put(`${this.entryOf(to)}${account.id}`, account.username ?? account.id);
  }

  async revoke(access: RemoteAccess, { id }: RemoteAccount): Promise<void> {
    await this.vault.delete(`${this.entryOf(demandPlace(access))}${id}`);
  }

  async membersOf(access: RemoteAccess, limit: number): Promise<string[]> {
    const from = this.entryOf(demandPlace(access));
    const keys = await this.vault.list(from, `${from}\u{10FFFF}`, limit);
    const names = await Promise.all(keys.map((key) => readVault(this.vault, key)));
    return names.filter((name) => name !== undefined).sort();
  }

  private page(kind: 'install' | 'link', { state, redirectUri: redirect_uri }: { state: string; redirectUri: string }) {
    const query = new URLSearchParams({ platform: this.name, kind, state, redirect_uri });
    return `${this.baseUrl}/pretend-platform?${query.toString()}`;
  }

  private tokensFor(id: string): RemoteTokens {
    const expiresAt = addSeconds(this.clock.machineNow(), HOUR);
    return { accessToken: `${ACCESS}${id}`, refreshToken: `${REFRESH}${id}`, expiresAt };
  }

  private entryOf(place: string): string {
    return `pretend-access/${this.name}/${place}/`;
  }
}

/** What access is to, as a key. @throws RemoteFailure refused */
function demandPlace(access: RemoteAccess): string {
  if (access.platform === 'discord') {
    placeOf(access.guildId);
    const role = ROLES.find(({ id }) => id === access.roleId);
    if (!role) throw refused('The role does not exist any more. Choose another one.');
    if (role.position >= BOT_POSITION) throw refused('The bot may not give this role: it is not below its own.');
    return `${access.guildId}/${access.roleId}`;
  }
  const { owner, name, installationId = `${PREFIX}${owner}` } = access;
  if (placeOf(installationId) !== owner || !REPOSITORIES.includes(name))
    throw refused('The GitHub App has no access to the repository. Install it there again, or choose another one.');
  return `${owner}/${name}`;
}

function placeOf(id: string): string {
  const name = id.slice(PREFIX.length);
  if (!id.startsWith(PREFIX) || !NAME.test(name)) throw refused('It does not exist. Connect another one.');
  return name;
}

const NAME = /^[a-z\d](?:-?[a-z\d]){0,38}$/;

/** Codes of our page are names. */
function nameIn(code: string): string {
  if (!NAME.test(code)) throw linkAgain();
  return code;
}

/** Digits, as at the real ones; the same person has the same id. */
function idOf(username: string): string {
  return createHash('sha256').update(username).digest().readBigUInt64BE().toString();
}

function refused(message: string): RemoteFailure {
  return new RemoteFailure('refused', message);
}

function linkAgain(): RemoteFailure {
  return new RemoteFailure('action_required', 'The account has to be linked again.');
}
