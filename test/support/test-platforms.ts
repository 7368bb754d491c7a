import type { RemotePlatform, RemoteTokens } from '../../src/features/billing/remote-access/remote-platform.ts';
import { RemoteFailure } from '../../src/features/billing/remote-access/remote-platform.ts';
import type {
  RemoteAccess,
  RemoteAccount,
  RemotePlatformName,
} from '../../src/features/billing/remote-access/remote-access.rules.ts';
import { addSeconds, type Clock } from '../../src/kernel/ports/clock.ts';
import { REMOTE_PLATFORMS } from '../../src/app/tokens.ts';
import type { TestApp } from './app.ts';

/** Who has what, in memory. A code is the name of an account, whose id is `id-` and the name. */
export class TestPlatform implements RemotePlatform {
  /** What each account has, as text. */
  readonly has = new Set<string>();
  readonly calls: string[] = [];
  /** Thrown by the next calls of `grant` and `revoke`, in turn. */
  readonly failures: RemoteFailure[] = [];
  /** What `refresh` throws. */
  refused: RemoteFailure | undefined;
  /** Seconds that access tokens are valid; null: for ever. */
  lifetime: number | null = null;
  private tokens = 0;

  constructor(
    readonly name: RemotePlatformName,
    private readonly clock: Clock,
  ) {}

  authorizeUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
    return `https://${this.name}.example/authorize?${new URLSearchParams({ state, redirect_uri: redirectUri }).toString()}`;
  }

  async link(code: string): Promise<{ account: RemoteAccount; tokens: RemoteTokens }> {
    if (code === 'bad') throw new RemoteFailure('action_required', 'Unknown code');
    return { account: { id: `id-${code}`, username: code }, tokens: this.issued() };
  }

  async refresh(): Promise<RemoteTokens> {
    this.calls.push('refresh');
    if (this.refused) throw this.refused;
    return this.issued();
  }

  async grant(access: RemoteAccess, account: RemoteAccount & { accessToken: string }): Promise<void> {
    this.call(`grant ${textOf(access)} ${account.id} ${account.accessToken}`);
    this.drop(access, account);
    this.has.add(`${account.id} ${textOf(access)}`);
  }

  async revoke(access: RemoteAccess, account: RemoteAccount): Promise<void> {
    this.call(`revoke ${textOf(access)} ${account.id}`);
    this.drop(access, account);
  }

  private call(what: string): void {
    this.calls.push(what);
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  /** An account has a role, or one permission of a repository. */
  private drop(access: RemoteAccess, account: RemoteAccount): void {
    for (const held of this.has) if (held.startsWith(`${account.id} ${placeOf(access)}`)) this.has.delete(held);
  }

  private issued(): RemoteTokens {
    this.tokens += 1;
    const expiresAt = this.lifetime === null ? null : addSeconds(this.clock.machineNow(), this.lifetime);
    return { accessToken: `token-${this.tokens}`, refreshToken: `refresh-${this.tokens}`, expiresAt };
  }
}

/** Replaces those of a running program, until they are restored. */
export function testPlatforms(running: TestApp): Record<RemotePlatformName, TestPlatform> & { restore: () => void } {
  const platforms = running.app.get<Map<RemotePlatformName, RemotePlatform>>(REMOTE_PLATFORMS);
  const before = [...platforms];
  const discord = new TestPlatform('discord', running.clock);
  const github = new TestPlatform('github', running.clock);
  platforms.set('discord', discord).set('github', github);
  const restore = (): void => before.forEach(([name, platform]) => platforms.set(name, platform));
  return { discord, github, restore };
}

function placeOf(access: RemoteAccess): string {
  return access.platform === 'discord' ? `${access.guildId}/${access.roleId}` : `${access.owner}/${access.name}`;
}

function textOf(access: RemoteAccess): string {
  return access.platform === 'discord' ? placeOf(access) : `${placeOf(access)} ${access.permission}`;
}
