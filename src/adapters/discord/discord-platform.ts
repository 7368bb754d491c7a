import { delayIn, RemoteHttp, type RemoteAnswer, type RemoteRequest } from '../remote/remote-http.ts';
import { tokensIn } from '../remote/remote-tokens.ts';
import {
  RemoteFailure,
  type InstallablePlatform,
  type RemoteAccess,
  type RemoteAccount,
  type RemoteChoices,
  type RemoteInstallation,
  type RemoteTokens,
  type ServerRole,
} from '../../features/billing/remote-access/remote-platform.ts';
import type { Clock } from '../../kernel/ports/clock.ts';

export interface DiscordSettings {
  clientId: string;
  clientSecret: string;
  botToken: string;
}

export interface DiscordEndpoints {
  api: string;
  authorize: string;
}

const ENDPOINTS: DiscordEndpoints = {
  api: 'https://discord.com/api/v10',
  authorize: 'https://discord.com/oauth2/authorize',
};
/** With `guilds.join`, the bot may add the customer to a server. */
const SCOPES = ['identify', 'email', 'guilds.join'];
/** Manage Roles, and Create Invite, which adding members requires. */
const PERMISSIONS = String(0x1000_0000 | 0x1);

/** Of Discord's errors. */
const UNKNOWN = { guild: 10_004, member: 10_007, role: 10_011, user: 10_013 };
const TOO_MANY_SERVERS = 30_001;
const BANNED = 40_007;
const NO_ACCESS = 50_001;
const NO_PERMISSION = 50_013;
const BAD_TOKEN = 50_025;

interface Guild {
  id?: unknown;
  name?: unknown;
  roles?: readonly Role[];
}

interface Role {
  id: string;
  name: string;
  position: number;
  color?: number;
  managed?: boolean;
  tags?: { bot_id?: string };
}

/** Gives roles in Discord servers to which the seller has added our bot (docs/BENEFITS.md#discord). */
export class DiscordPlatform implements InstallablePlatform {
  readonly name = 'discord';
  readonly isPretend = false;
  private readonly http = new RemoteHttp('Discord');

  constructor(
    private readonly settings: DiscordSettings,
    private readonly clock: Clock,
    private readonly endpoints = ENDPOINTS,
  ) {}

  installUrl(request: { state: string; redirectUri: string }): string {
    return this.authorizePage({ scope: 'bot', permissions: PERMISSIONS }, request);
  }

  /** The query names a server, too, but anybody can write that: the token endpoint names the one that the bot was added to. */
  async install({ code = '' }: Readonly<Record<string, string>>, redirectUri: string): Promise<RemoteInstallation[]> {
    const { guild } = (await this.tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })).body;
    const { id, name } = (guild ?? {}) as Guild;
    if (typeof id !== 'string') throw refused('The bot was not added to a server. Try again, and choose one.');
    return [{ id, name: String(name) }];
  }

  async choices(guildId: string): Promise<RemoteChoices> {
    const { body } = await this.asBot(`/guilds/${snowflake(guildId)}`);
    const { name, roles = [] } = body as Guild;
    const offered = roles
      // `@everyone` has the server's own id; managed roles are given by whom they belong to.
      .filter((role) => role.id !== guildId && (!role.managed || this.isOurs(role)))
      .map((role) => this.roleOf(role))
      .sort((a, b) => b.position - a.position);
    return { platform: 'discord', name: String(name), roles: offered };
  }

  authorizeUrl(request: { state: string; redirectUri: string }): string {
    return this.authorizePage({ scope: SCOPES.join(' ') }, request);
  }

  async link(code: string, redirectUri: string): Promise<{ account: RemoteAccount; tokens: RemoteTokens }> {
    const answer = await this.tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    const scopes = typeof answer.body.scope === 'string' ? answer.body.scope.split(' ') : SCOPES;
    if (!SCOPES.every((scope) => scopes.includes(scope)))
      throw actionRequired('Discord has to allow joining servers for you. Link the account again, and allow that.');
    const tokens = this.demandTokens(answer);
    const { body, status } = await this.send('/users/@me', { authorization: `Bearer ${tokens.accessToken}` });
    if (status !== 200 || typeof body.id !== 'string') throw actionRequired(LINK_AGAIN);
    return { account: { id: body.id, username: typeof body.username === 'string' ? body.username : null }, tokens };
  }

  async refresh({ refreshToken }: RemoteTokens): Promise<RemoteTokens> {
    if (refreshToken === null) throw actionRequired(LINK_AGAIN);
    return this.demandTokens(await this.tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }));
  }

  async grant(access: RemoteAccess, account: RemoteAccount & { accessToken: string }): Promise<void> {
    const { member, role, roleId } = pathsOf(access, account);
    const { status } = await this.asBot(member, {
      method: 'PUT',
      json: { access_token: account.accessToken, roles: [roleId] },
    });
    // A member already: Discord has changed nothing.
    if (status === 204) await this.asBot(role, { method: 'PUT' });
  }

  async revoke(access: RemoteAccess, account: RemoteAccount): Promise<void> {
    const { role } = pathsOf(access, account);
    const answer = await this.send(role, { method: 'DELETE', authorization: `Bot ${this.settings.botToken}` });
    const gone: unknown[] = [UNKNOWN.member, UNKNOWN.user, UNKNOWN.role];
    if (answer.status === 404 && gone.includes(answer.body.code)) return;
    demandDone(answer);
  }

  private async asBot(path: string, request: RemoteRequest = {}): Promise<RemoteAnswer> {
    const answer = await this.send(path, { ...request, authorization: `Bot ${this.settings.botToken}` });
    demandDone(answer);
    return answer;
  }

  private async tokens(form: Record<string, string>): Promise<RemoteAnswer> {
    const { clientId: client_id, clientSecret: client_secret } = this.settings;
    const answer = await this.send('/oauth2/token', { method: 'POST', form: { ...form, client_id, client_secret } });
    if (answer.status === 200) return answer;
    if (answer.body.error === 'invalid_client' || answer.status === 401) throw refused(WRONG_KEYS);
    throw actionRequired(LINK_AGAIN);
  }

  private demandTokens({ body }: RemoteAnswer): RemoteTokens {
    const tokens = tokensIn(body, this.clock);
    if (!tokens) throw actionRequired(LINK_AGAIN);
    return tokens;
  }

  /** @throws RemoteFailure transient, with the delay that Discord asks for */
  private async send(path: string, request: RemoteRequest): Promise<RemoteAnswer> {
    const answer = await this.http.send(`${this.endpoints.api}${path}`, request);
    if (answer.status !== 429) return answer;
    const delay = delayIn(answer.body.retry_after) ?? delayIn(answer.headers.get('retry-after'));
    throw this.http.busy('has had too many requests for now', delay);
  }

  private authorizePage(params: Record<string, string>, request: { state: string; redirectUri: string }): string {
    const { state, redirectUri: redirect_uri } = request;
    const query = { client_id: this.settings.clientId, response_type: 'code', redirect_uri, state, ...params };
    return `${this.endpoints.authorize}?${new URLSearchParams(query).toString()}`;
  }

  private isOurs({ tags }: Role): boolean {
    return tags?.bot_id === this.settings.clientId;
  }

  private roleOf(role: Role): ServerRole {
    const color = `#${(role.color ?? 0).toString(16).padStart(6, '0')}`;
    return { id: role.id, name: role.name, position: role.position, color, isBot: this.isOurs(role) };
  }
}

const LINK_AGAIN = 'The Discord account has to be linked again.';
const WRONG_KEYS = 'Discord does not accept the keys of this installation; its operator has to check them.';

function demandDone({ status, body }: RemoteAnswer): void {
  if (status >= 200 && status < 300) return;
  if (status === 401) throw refused(WRONG_KEYS);
  switch (body.code) {
    case BAD_TOKEN:
      throw actionRequired(LINK_AGAIN);
    case UNKNOWN.user:
      throw actionRequired('The Discord account does not exist any more. Link another one.');
    case TOO_MANY_SERVERS:
      throw actionRequired('The Discord account is in as many servers as Discord allows. Leave one of them.');
    case BANNED:
      throw refused('The customer is banned from the server.');
    case UNKNOWN.guild:
    case NO_ACCESS:
      throw refused('The bot is not in the server any more. Add it again.');
    case UNKNOWN.role:
      throw refused('The role does not exist any more. Choose another one.');
    case NO_PERMISSION:
      throw refused('The bot may not give this role. Move its own role above it, and let it manage roles.');
    default:
      throw refused(`Discord refused (${status}).`);
  }
}

function pathsOf(access: RemoteAccess, account: RemoteAccount) {
  if (access.platform !== 'discord') throw refused('This is not a Discord server.');
  const roleId = snowflake(access.roleId);
  const member = `/guilds/${snowflake(access.guildId)}/members/${snowflake(account.id)}`;
  return { roleId, member, role: `${member}/roles/${roleId}` };
}

/** An id of Discord's, for a path. */
function snowflake(id: string): string {
  if (!/^\d{1,20}$/.test(id)) throw refused('This is not an id of Discord.');
  return id;
}

function refused(message: string): RemoteFailure {
  return new RemoteFailure('refused', message);
}

function actionRequired(message: string): RemoteFailure {
  return new RemoteFailure('action_required', message);
}
