import type { RemoteAnswer } from '../remote/remote-http.ts';
import { tokensIn } from '../remote/remote-tokens.ts';
import {
  RemoteFailure,
  type InstallablePlatform,
  type RemoteAccess,
  type RemoteAccount,
  type RemoteChoices,
  type RemoteInstallation,
  type RemoteTokens,
} from '../../features/billing/remote-access/remote-platform.ts';
import type { Clock } from '../../kernel/ports/clock.ts';
import { GithubApp, notInstalled, type GithubAppSettings } from './github-app.ts';

export interface GithubEndpoints {
  api: string;
  web: string;
}

const ENDPOINTS: GithubEndpoints = { api: 'https://api.github.com', web: 'https://github.com' };
/** Letters, digits and single hyphens inside. */
const OWNER = /^[a-z\d](?:-?[a-z\d]){0,38}$/i;
const REPOSITORY = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

type GithubAccess = Extract<RemoteAccess, { platform: 'github' }>;

interface Installation {
  id: number;
  account?: { id: number; login: string; type: string } | null;
}

interface Invitation {
  id: number;
  invitee?: { id: number } | null;
}

interface RepositoryItem {
  name: string;
  owner: { login: string };
  private: boolean;
}

/** Invites customers to repositories at whose owner the seller has installed our GitHub App (docs/BENEFITS.md#github). */
export class GithubPlatform implements InstallablePlatform {
  readonly name = 'github';
  readonly isPretend = false;
  private readonly app: GithubApp;

  constructor(
    private readonly settings: GithubAppSettings,
    private readonly clock: Clock,
    private readonly endpoints = ENDPOINTS,
  ) {
    this.app = new GithubApp(settings, clock, endpoints.api);
  }

  /** GitHub leads back to the first callback address in the app's settings. */
  installUrl({ state }: { state: string }): string {
    const query = new URLSearchParams({ state });
    return `${this.endpoints.web}/apps/${encodeURIComponent(this.settings.slug)}/installations/new?${query.toString()}`;
  }

  /** Whoever may read one repository sees the installation, customers included. So it counts only for the owner of its account. */
  async install(
    { code = '', installation_id: wanted }: Readonly<Record<string, string>>,
    redirectUri: string,
  ): Promise<RemoteInstallation[]> {
    const { account: user, tokens } = await this.link(code, redirectUri);
    const get = (path: string) => this.asUser(path, tokens);
    const found = await this.app.all<Installation>(get, '/user/installations', 'installations');
    if (!Array.isArray(found)) throw actionRequired();
    const owned: RemoteInstallation[] = [];
    for (const { id, account } of found) {
      if (!account || (wanted !== undefined && String(id) !== wanted)) continue;
      const isTheirs =
        account.type === 'User' ? String(account.id) === user.id : await this.isOwner(account.login, get);
      if (isTheirs) owned.push({ id: String(id), name: account.login });
    }
    if (owned.length === 0)
      throw refused('The GitHub App is not installed at an account or organization that you own.');
    return owned;
  }

  async choices(installationId: string): Promise<RemoteChoices> {
    const get = (path: string) => this.app.asInstallation(installationId, path);
    const found = await this.app.all<RepositoryItem>(get, '/installation/repositories', 'repositories');
    if (!Array.isArray(found)) throw notInstalled();
    const repositories = found.map(({ owner, name, private: isPrivate }) => ({ owner: owner.login, name, isPrivate }));
    return { platform: 'github', repositories };
  }

  authorizeUrl({ state, redirectUri: redirect_uri }: { state: string; redirectUri: string }): string {
    const query = new URLSearchParams({ client_id: this.settings.clientId, redirect_uri, state });
    return `${this.endpoints.web}/login/oauth/authorize?${query.toString()}`;
  }

  async link(code: string, redirectUri: string): Promise<{ account: RemoteAccount; tokens: RemoteTokens }> {
    const tokens = await this.tokens({ code, redirect_uri: redirectUri });
    const { status, body } = await this.asUser('/user', tokens);
    if (status !== 200 || typeof body.id !== 'number') throw actionRequired();
    return { account: { id: String(body.id), username: String(body.login) }, tokens };
  }

  async refresh({ refreshToken }: RemoteTokens): Promise<RemoteTokens> {
    if (refreshToken === null) throw actionRequired();
    return this.tokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async grant(access: RemoteAccess, account: RemoteAccount): Promise<void> {
    const { path, installation } = await this.repository(access);
    const login = await this.loginOf(account, installation);
    if (login === undefined)
      throw new RemoteFailure('action_required', 'The GitHub account does not exist any more. Link another one.');
    const answer = await this.app.asInstallation(installation, `${path}/collaborators/${login}`, {
      method: 'PUT',
      json: { permission: (access as GithubAccess).permission },
    });
    demandDone(answer);
  }

  async revoke(access: RemoteAccess, account: RemoteAccount): Promise<void> {
    const { path, installation } = await this.repository(access);
    const call = (to: string, method: 'GET' | 'DELETE' = 'GET') =>
      this.app.asInstallation(installation, to, { method });
    const invitations = await this.app.all<Invitation>(call, `${path}/invitations`);
    if (!Array.isArray(invitations)) return demandDone(invitations);
    const invitation = invitations.find(({ invitee }) => String(invitee?.id) === account.id);
    if (invitation) {
      const answer = await call(`${path}/invitations/${invitation.id}`, 'DELETE');
      // Otherwise they have accepted it just now.
      if (answer.status !== 404) return demandDone(answer);
    }
    const login = await this.loginOf(account, installation);
    if (login === undefined) return;
    const answer = await call(`${path}/collaborators/${login}`, 'DELETE');
    if (answer.status !== 404) demandDone(answer);
  }

  /** @throws RemoteFailure refused: it is in no installation of the app, or in another one than it was given from */
  private async repository(access: RemoteAccess): Promise<{ path: string; installation: string }> {
    if (access.platform !== 'github' || !OWNER.test(access.owner) || !REPOSITORY.test(access.name))
      throw refused('This is not a GitHub repository.');
    const path = `/repos/${access.owner}/${access.name}`;
    const { status, body } = await this.app.asApp(`${path}/installation`);
    const installation = status === 200 ? String(body.id) : undefined;
    if (installation === undefined || (access.installationId ?? installation) !== installation)
      throw refused('The GitHub App has no access to the repository. Install it there again, or choose another one.');
    return { path, installation };
  }

  /** Accounts are renamed, and somebody else may take the name then; ids stay. */
  private async loginOf({ id }: RemoteAccount, installation: string): Promise<string | undefined> {
    if (!/^\d{1,20}$/.test(id)) throw actionRequired();
    const { status, body } = await this.app.asInstallation(installation, `/user/${id}`);
    if (status === 404) return undefined;
    if (status !== 200 || typeof body.login !== 'string') throw refused(`GitHub refused (${status}).`);
    return encodeURIComponent(body.login);
  }

  private async isOwner(organization: string, get: (path: string) => Promise<RemoteAnswer>): Promise<boolean> {
    const { status, body } = await get(`/user/memberships/orgs/${encodeURIComponent(organization)}`);
    return status === 200 && body.state === 'active' && body.role === 'admin';
  }

  private asUser(path: string, { accessToken }: RemoteTokens): Promise<RemoteAnswer> {
    return this.app.send(`${this.endpoints.api}${path}`, { authorization: `Bearer ${accessToken}` });
  }

  /** Also its errors are answered with 200. */
  private async tokens(form: Record<string, string>): Promise<RemoteTokens> {
    const { clientId: client_id, clientSecret: client_secret } = this.settings;
    const { body } = await this.app.send(`${this.endpoints.web}/login/oauth/access_token`, {
      method: 'POST',
      form: { ...form, client_id, client_secret },
    });
    if (body.error === 'incorrect_client_credentials')
      throw refused('GitHub does not accept the keys of this installation; its operator has to check them.');
    const tokens = tokensIn(body, this.clock);
    if (!tokens) throw actionRequired();
    return tokens;
  }
}

function demandDone({ status }: RemoteAnswer): void {
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400) throw refused('The repository was moved or renamed. Choose it again.');
  if (status === 403) throw refused('The GitHub App may not manage the collaborators of the repository.');
  if (status === 404) throw refused('The repository does not exist any more, or the GitHub App has no access to it.');
  throw refused(`GitHub refused (${status}): the owner of a repository, for one, cannot be invited to it.`);
}

function refused(message: string): RemoteFailure {
  return new RemoteFailure('refused', message);
}

function actionRequired(): RemoteFailure {
  return new RemoteFailure('action_required', 'The GitHub account has to be linked again.');
}
