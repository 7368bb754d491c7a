import type { Instant } from '../../../kernel/ports/clock.ts';
import type { RemoteAccess, RemoteAccount, RemotePlatformName, RepositoryPermission } from './remote-access.rules.ts';

export type { RemoteAccess, RemoteAccount, RemotePlatformName, RepositoryPermission };

/** With which Tillbook acts for the customer. */
export interface RemoteTokens {
  accessToken: string;
  refreshToken: string | null;
  /** Of the access token; null if it does not expire. */
  expiresAt: Instant | null;
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
