import type {
  RemoteAccess,
  RemoteAccount,
  RemotePlatformName,
  RemoteTokens,
  RepositoryPermission,
} from './remote-access.rules.ts';

export type { RemoteAccess, RemoteAccount, RemotePlatformName, RemoteTokens, RepositoryPermission };

/** A server or an account there, in which a seller has installed Tillbook's bot or app. */
export interface RemoteInstallation {
  /** Of a server at Discord, of the installation at GitHub. */
  id: string;
  name: string;
}

/** What a seller may give there. */
export type RemoteChoices =
  | { platform: 'discord'; name: string; roles: readonly ServerRole[] }
  | { platform: 'github'; repositories: readonly Repository[] };

export interface ServerRole {
  id: string;
  name: string;
  /** The higher, the mightier. */
  position: number;
  /** `#` and six hexadecimal digits. */
  color: string;
  /** The role of our own bot, which gives those below it alone. */
  isBot: boolean;
}

export interface Repository {
  owner: string;
  name: string;
  isPrivate: boolean;
}

/** One platform: Discord or GitHub by their HTTP APIs, or a pretend one in the sandbox. Its calls fail with `RemoteFailure` alone. */
export interface RemotePlatform {
  readonly name: RemotePlatformName;
  /** Address of the page where the customer lets Tillbook see who they are. */
  authorizeUrl(request: { state: string; redirectUri: string }): string;
  /** What the code that the customer came back with stands for. */
  link(code: string, redirectUri: string): Promise<{ account: RemoteAccount; tokens: RemoteTokens }>;
  refresh(tokens: RemoteTokens): Promise<RemoteTokens>;
  /** Gives access. It may have been given before: that succeeds. */
  grant(access: RemoteAccess, account: RemoteAccount & { accessToken: string }): Promise<void>;
  /** Takes access away. It may have been taken before: that succeeds. */
  revoke(access: RemoteAccess, account: RemoteAccount): Promise<void>;
}

/** The seller's side of a platform. */
export interface InstallablePlatform extends RemotePlatform {
  /** Of the sandbox: nobody has access to anything. */
  readonly isPretend: boolean;
  /** Address of the page where a seller installs our bot or app. */
  installUrl(request: { state: string; redirectUri: string }): string;
  /** Where they have installed it, as far as the platform shows that they may decide. @param query of the address that they came back to */
  install(query: Readonly<Record<string, string>>, redirectUri: string): Promise<RemoteInstallation[]>;
  choices(installationId: string): Promise<RemoteChoices>;
  /** Names of accounts that have access, as far as `limit`; only pretend platforms say. */
  membersOf?(access: RemoteAccess, limit: number): Promise<string[]>;
}

/** Those that are configured. */
export type RemotePlatforms = ReadonlyMap<RemotePlatformName, RemotePlatform>;

/**
 * Why a platform did not do what was asked. `action_required`: only the customer can help, by linking an account again. `transient`: the same
 * call may succeed later. `refused`: it will not, until the seller has changed something there.
 */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';

  constructor(
    readonly reason: 'action_required' | 'transient' | 'refused',
    message: string,
    /** Which the platform asked for; undefined if it named no delay. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
