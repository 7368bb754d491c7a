import { HttpDouble, type DoubleAnswer, type DoubleRequest } from './http-double.ts';

export const DISCORD_KEYS = { clientId: '501', clientSecret: 'discord-secret', botToken: 'bot-token' };

interface Role {
  id: string;
  name: string;
  position: number;
  color: number;
  managed: boolean;
  tags?: { bot_id: string };
}

interface Guild {
  name: string;
  roles: Role[];
  /** Roles by id of the member. */
  members: Map<string, Set<string>>;
  banned: Set<string>;
}

interface DiscordUser {
  id: string;
  username: string;
}

/** Discord as far as Tillbook uses it: servers with roles and members, and tokens of users. */
export class DiscordDouble extends HttpDouble {
  readonly guilds = new Map<string, Guild>();
  private readonly users = new Map<string, DiscordUser>();
  /** What codes stand for: a user, or a server that the bot was added to. */
  private readonly codes = new Map<string, { user?: DiscordUser; guildId?: string; scope: string }>();
  private readonly refreshes = new Map<string, DiscordUser>();
  private readonly accesses = new Map<string, DiscordUser>();
  private number = 1_000;

  /** The bot's own role is at position 5: it gives what is below. */
  guild(name = 'Readers', roles: { name: string; position: number }[] = [{ name: 'Member', position: 1 }]): string {
    const id = this.next();
    const plain = roles.map((role) => ({ ...role, id: this.next(), color: 0x1f_8b_4c, managed: false }));
    const bot = { id: this.next(), name: 'Tillbook', position: 5, color: 0, managed: true };
    const everyone = { id, name: '@everyone', position: 0, color: 0, managed: false };
    const other = { id: this.next(), name: 'Other bot', position: 2, color: 0, managed: true, tags: { bot_id: '9' } };
    const ours = { ...bot, tags: { bot_id: DISCORD_KEYS.clientId } };
    this.guilds.set(id, { name, roles: [everyone, ...plain, other, ours], members: new Map(), banned: new Set() });
    return id;
  }

  roleId(guildId: string, name: string): string {
    return this.guilds.get(guildId)!.roles.find((role) => role.name === name)!.id;
  }

  /** The code with which a user comes back who has agreed. */
  codeFor(username: string, scope = 'identify email guilds.join'): string {
    const user = [...this.users.values()].find((known) => known.username === username) ?? { id: this.next(), username };
    this.users.set(user.id, user);
    return this.code({ user, scope });
  }

  /** The code with which a seller comes back who has added the bot. */
  codeForGuild(guildId: string): string {
    return this.code({ guildId, scope: 'bot' });
  }

  /** Names of the roles that a user has. */
  rolesOf(guildId: string, userId: string): string[] {
    const { roles, members } = this.guilds.get(guildId)!;
    return roles.filter(({ id }) => members.get(userId)?.has(id)).map(({ name }) => name);
  }

  join(guildId: string, userId: string): void {
    this.guilds.get(guildId)!.members.set(userId, new Set());
  }

  /** The user has withdrawn what they agreed to. */
  withdraw(userId: string): void {
    for (const tokens of [this.accesses, this.refreshes])
      for (const [token, user] of tokens) if (user.id === userId) tokens.delete(token);
  }

  protected answer(request: DoubleRequest): DoubleAnswer {
    const { method, path, authorization, body } = request;
    if (path === '/oauth2/token') return this.tokens(body);
    if (path === '/users/@me') {
      const user = this.accesses.get(authorization.replace('Bearer ', ''));
      return user ? { status: 200, body: user } : { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    }
    if (authorization !== `Bot ${DISCORD_KEYS.botToken}`)
      return { status: 401, body: { message: '401: Unauthorized' } };
    const [, guildId, userId, roleId] = /^\/guilds\/(\d+)(?:\/members\/(\d+)(?:\/roles\/(\d+))?)?$/.exec(path) ?? [];
    const guild = this.guilds.get(guildId ?? '');
    if (!guild) return refused(404, 10_004, 'Unknown Guild');
    if (userId === undefined) return { status: 200, body: { id: guildId, name: guild.name, roles: guild.roles } };
    if (method === 'PUT' && roleId === undefined) return this.add(guild, userId, body);
    return this.change(guild, { method, userId, roleId: roleId! });
  }

  private add(guild: Guild, userId: string, body: DoubleRequest['body']): DoubleAnswer {
    if (this.accesses.get(String(body.access_token))?.id !== userId)
      return refused(403, 50_025, 'Invalid OAuth2 access token provided');
    if (guild.banned.has(userId)) return refused(403, 40_007, 'The user is banned from this guild');
    if (guild.members.has(userId)) return { status: 204 };
    const refusal = (body.roles as string[]).map((id) => refusalOf(guild, id)).find((one) => one !== undefined);
    if (refusal) return refusal;
    guild.members.set(userId, new Set(body.roles as string[]));
    return { status: 201, body: { user: { id: userId }, roles: body.roles } };
  }

  private change(
    guild: Guild,
    { method, userId, roleId }: { method: string; userId: string; roleId: string },
  ): DoubleAnswer {
    const roles = guild.members.get(userId);
    if (!roles) return refused(404, 10_007, 'Unknown Member');
    const refusal = refusalOf(guild, roleId);
    if (refusal) return refusal;
    if (method === 'PUT') roles.add(roleId);
    else roles.delete(roleId);
    return { status: 204 };
  }

  private tokens(body: DoubleRequest['body']): DoubleAnswer {
    if (body.client_id !== DISCORD_KEYS.clientId || body.client_secret !== DISCORD_KEYS.clientSecret)
      return { status: 401, body: { error: 'invalid_client' } };
    const key = String(body.code ?? body.refresh_token);
    const refreshed = this.refreshes.get(key);
    const {
      user = refreshed,
      guildId,
      scope = 'identify email guilds.join',
    } = this.codes.get(key) ?? { user: refreshed };
    this.codes.delete(key);
    this.refreshes.delete(key);
    if (!user && guildId === undefined) return { status: 400, body: { error: 'invalid_grant' } };
    const [access_token, refresh_token] = [`access-${this.next()}`, `refresh-${this.next()}`];
    if (user) {
      this.accesses.set(access_token, user);
      this.refreshes.set(refresh_token, user);
    }
    const guild = guildId === undefined ? {} : { guild: { id: guildId, name: this.guilds.get(guildId)!.name } };
    return { status: 200, body: { access_token, refresh_token, expires_in: 604_800, scope, ...guild } };
  }

  private code(stands: { user?: DiscordUser; guildId?: string; scope: string }): string {
    const code = `code-${this.next()}`;
    this.codes.set(code, stands);
    return code;
  }

  private next(): string {
    return String(this.number++);
  }
}

function refusalOf({ roles }: Guild, roleId: string): DoubleAnswer | undefined {
  const role = roles.find(({ id }) => id === roleId);
  if (!role) return refused(404, 10_011, 'Unknown Role');
  const own = roles.find(({ tags }) => tags?.bot_id === DISCORD_KEYS.clientId)!;
  return role.position >= own.position ? refused(403, 50_013, 'Missing Permissions') : undefined;
}

function refused(status: number, code: number, message: string): DoubleAnswer {
  return { status, body: { code, message } };
}
