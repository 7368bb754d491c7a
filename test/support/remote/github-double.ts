import { generateKeyPairSync, verify } from 'node:crypto';
import { HttpDouble, type DoubleAnswer, type DoubleRequest } from './http-double.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
export const GITHUB_KEYS = { slug: 'tillbook', clientId: 'Iv1.client', clientSecret: 'github-secret', privateKey };

interface Account {
  id: number;
  login: string;
  type: 'User' | 'Organization';
}

interface Repository {
  owner: string;
  name: string;
  installation: number;
  /** Permissions by id of the collaborator. */
  collaborators: Map<number, string>;
  invitations: { id: number; invitee: number; permission: string }[];
}

/** GitHub as far as Tillbook uses it: accounts, installations of the app, repositories with collaborators and invitations. */
export class GithubDouble extends HttpDouble {
  readonly repositories = new Map<string, Repository>();
  /** Items on a page of a list. */
  pageSize = 2;
  /** Of its clock, in milliseconds. */
  now = Date.now;
  private readonly accounts = new Map<number, Account>();
  private readonly installations = new Map<number, Account>();
  /** Who owns an organization. */
  private readonly owners = new Map<string, number>();
  private readonly codes = new Map<string, number>();
  private readonly users = new Map<string, number>();
  private readonly refreshes = new Map<string, number>();
  private readonly tokens = new Map<string, number>();
  private number = 1_000;

  /** An account where the app is installed, with repositories. @param owner of an organization; a user's own account unless given */
  installation(login: string, names: string[], owner?: string): string {
    const account = this.account(login, owner === undefined ? 'User' : 'Organization');
    if (owner !== undefined) this.owners.set(login, this.account(owner).id);
    const id = this.next();
    this.installations.set(id, account);
    for (const name of names)
      this.repositories.set(`${login}/${name}`, {
        ...{ owner: login, name, installation: id },
        collaborators: new Map(),
        invitations: [],
      });
    return String(id);
  }

  /** The app is taken away. */
  uninstall(installationId: string): void {
    this.installations.delete(Number(installationId));
  }

  codeFor(login: string): string {
    const code = `code-${this.next()}`;
    this.codes.set(code, this.account(login).id);
    return code;
  }

  rename(login: string, to: string): void {
    this.account(login).login = to;
  }

  remove(id: string): void {
    this.accounts.delete(Number(id));
  }

  /** The invited user accepts. */
  accept(repository: string, accountId: string): void {
    const { invitations, collaborators } = this.repositories.get(repository)!;
    const at = invitations.findIndex(({ invitee }) => invitee === Number(accountId));
    const [invitation] = invitations.splice(at, 1);
    collaborators.set(invitation!.invitee, invitation!.permission);
  }

  invite(repository: string, ...logins: string[]): void {
    for (const login of logins) {
      const invitation = { id: this.next(), invitee: this.account(login).id, permission: 'pull' };
      this.repositories.get(repository)!.invitations.push(invitation);
    }
  }

  /** What a user has: a permission, an invitation to one, or nothing. */
  accessOf(repository: string, accountId: string): string {
    const { invitations, collaborators } = this.repositories.get(repository)!;
    const invited = invitations.find(({ invitee }) => invitee === Number(accountId));
    return invited ? `invited: ${invited.permission}` : (collaborators.get(Number(accountId)) ?? 'none');
  }

  /** Tokens of installations no longer work. */
  revokeTokens(): void {
    this.tokens.clear();
  }

  protected answer(request: DoubleRequest): DoubleAnswer {
    const { method, path, authorization, body } = request;
    const bearer = authorization.replace('Bearer ', '');
    if (path === '/login/oauth/access_token') return this.userTokens(body);
    if (path.startsWith('/app/') || path.endsWith('/installation')) return this.asApp(path, bearer);
    const user = this.users.get(bearer);
    if (user !== undefined) return this.asUser(request, this.accounts.get(user)!);
    const installation = this.tokens.get(bearer);
    if (installation === undefined) return { status: 401, body: { message: 'Bad credentials' } };
    if (path === '/installation/repositories') {
      const found = [...this.repositories.values()].filter((one) => one.installation === installation);
      return this.page(
        request,
        found.map(({ owner, name }) => ({ name, owner: { login: owner }, private: true })),
        'repositories',
      );
    }
    const [, accountId] = /^\/user\/(\d+)$/.exec(path) ?? [];
    if (accountId !== undefined) {
      const account = this.accounts.get(Number(accountId));
      return account ? { status: 200, body: account } : NOT_FOUND;
    }
    const [, repository, what, which] =
      /^\/repos\/([^/]+\/[^/]+)\/(collaborators|invitations)(?:\/([^/]+))?$/.exec(path) ?? [];
    const found = this.repositories.get(repository ?? '');
    if (!found || found.installation !== installation) return NOT_FOUND;
    if (what === 'invitations' && method === 'GET')
      return this.page(
        request,
        found.invitations.map(({ id, invitee }) => ({ id, invitee: { id: invitee } })),
      );
    return what === 'invitations' ? this.uninvite(found, which!) : this.collaborate(found, method, which!, body);
  }

  private collaborate(found: Repository, method: string, login: string, body: DoubleRequest['body']): DoubleAnswer {
    const account = [...this.accounts.values()].find((known) => known.login === decodeURIComponent(login));
    if (!account) return NOT_FOUND;
    if (method === 'DELETE') {
      if (!found.collaborators.delete(account.id)) return NOT_FOUND;
      return { status: 204 };
    }
    if (account.login === found.owner) return { status: 422, body: { message: 'Validation Failed' } };
    const permission = String(body.permission);
    if (found.collaborators.has(account.id)) {
      found.collaborators.set(account.id, permission);
      return { status: 204 };
    }
    const invited = found.invitations.find(({ invitee }) => invitee === account.id);
    if (invited) invited.permission = permission;
    else found.invitations.push({ id: this.next(), invitee: account.id, permission });
    return { status: 201, body: { id: this.number } };
  }

  private uninvite(found: Repository, id: string): DoubleAnswer {
    const at = found.invitations.findIndex((invitation) => String(invitation.id) === id);
    if (at < 0) return NOT_FOUND;
    found.invitations.splice(at, 1);
    return { status: 204 };
  }

  /** Verifies the JWT as GitHub does. */
  private asApp(path: string, jwt: string): DoubleAnswer {
    const [header = '', payload = '', signature = ''] = jwt.split('.');
    const signed = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    const claims = signed
      ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, number | string>)
      : {};
    const lifetime = Number(claims.exp) - Number(claims.iat);
    if (claims.iss !== GITHUB_KEYS.clientId || !(lifetime > 0 && lifetime <= 660))
      return { status: 401, body: { message: 'A JSON web token could not be decoded' } };
    const [, id] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? [];
    if (id !== undefined) {
      if (!this.installations.has(Number(id))) return NOT_FOUND;
      const token = `ghs_${this.next()}`;
      this.tokens.set(token, Number(id));
      return { status: 201, body: { token, expires_at: new Date(this.now() + 3_600_000).toISOString() } };
    }
    const [, repository] = /^\/repos\/([^/]+\/[^/]+)\/installation$/.exec(path) ?? [];
    const found = this.repositories.get(repository ?? '');
    return found && this.installations.has(found.installation)
      ? { status: 200, body: { id: found.installation } }
      : NOT_FOUND;
  }

  private asUser(request: DoubleRequest, account: Account): DoubleAnswer {
    const { path } = request;
    if (path === '/user') return { status: 200, body: account };
    if (path === '/user/installations') {
      // Also those of others, in whose repositories they may read.
      const seen = [...this.installations].map(([id, owner]) => ({ id, account: owner }));
      return this.page(request, seen, 'installations');
    }
    const [, organization] = /^\/user\/memberships\/orgs\/([^/]+)$/.exec(path) ?? [];
    const role = this.owners.get(organization ?? '') === account.id ? 'admin' : 'member';
    return organization === undefined ? NOT_FOUND : { status: 200, body: { state: 'active', role } };
  }

  private userTokens(body: DoubleRequest['body']): DoubleAnswer {
    if (body.client_id !== GITHUB_KEYS.clientId || body.client_secret !== GITHUB_KEYS.clientSecret)
      return { status: 200, body: { error: 'incorrect_client_credentials' } };
    const key = String(body.code ?? body.refresh_token);
    const account = this.codes.get(key) ?? this.refreshes.get(key);
    this.codes.delete(key);
    this.refreshes.delete(key);
    if (account === undefined) return { status: 200, body: { error: 'bad_verification_code' } };
    const [access_token, refresh_token] = [`ghu_${this.next()}`, `ghr_${this.next()}`];
    this.users.set(access_token, account);
    this.refreshes.set(refresh_token, account);
    return { status: 200, body: { access_token, refresh_token, expires_in: 28_800, token_type: 'bearer' } };
  }

  private page({ query }: DoubleRequest, items: unknown[], field?: string): DoubleAnswer {
    const page = Number(query.get('page') ?? 1);
    const end = page * this.pageSize;
    const shown = items.slice(end - this.pageSize, end);
    const headers: Record<string, string> =
      items.length > end ? { link: `<${this.url}?page=${page + 1}>; rel="next"` } : {};
    return { status: 200, headers, body: field === undefined ? shown : { total_count: items.length, [field]: shown } };
  }

  private account(login: string, type: Account['type'] = 'User'): Account {
    const known = [...this.accounts.values()].find((account) => account.login === login);
    if (known) return known;
    const account = { id: this.next(), login, type };
    this.accounts.set(account.id, account);
    return account;
  }

  private next(): number {
    return this.number++;
  }
}

const NOT_FOUND: DoubleAnswer = { status: 404, body: { message: 'Not Found' } };
