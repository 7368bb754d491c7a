import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, REMOTE_PLATFORMS } from '../../../app/tokens.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { LinkedAccountVault } from './linked-account-vault.service.ts';
import type { RemoteAccess, RemotePlatformName } from './remote-access.rules.ts';
import { RemoteFailure, type RemotePlatform, type RemotePlatforms, type RemoteTokens } from './remote-platform.ts';

/** Before the access token expires. */
const REFRESHED_SECONDS = 60;

/** Calls of platforms for linked accounts. One at a time per customer: a refreshed token replaces the one before. */
@Injectable()
export class PlatformCalls {
  constructor(
    private readonly accounts: LinkedAccountVault,
    @Inject(REMOTE_PLATFORMS) private readonly platforms: RemotePlatforms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws RemoteFailure */
  async give(access: RemoteAccess, linkId: string): Promise<void> {
    const platform = this.platform(access.platform);
    const account = await this.accounts.account(linkId);
    if (!account) throw unlinked();
    const { accessToken } = await this.tokens(linkId, platform);
    await platform.grant(access, { ...account, accessToken });
  }

  /** @throws RemoteFailure */
  async take(access: RemoteAccess, linkId: string): Promise<void> {
    const account = await this.accounts.account(linkId);
    if (!account) throw new RemoteFailure('refused', 'The account is not known any more.');
    await this.platform(access.platform).revoke(access, account);
  }

  private async tokens(linkId: string, platform: RemotePlatform): Promise<RemoteTokens> {
    const tokens = await this.accounts.tokens(linkId);
    if (!tokens) throw unlinked();
    const { expiresAt } = tokens;
    if (expiresAt === null || expiresAt > addSeconds(this.clock.machineNow(), REFRESHED_SECONDS)) return tokens;
    const fresh = await platform.refresh(tokens);
    await this.accounts.replace(linkId, fresh);
    return fresh;
  }

  private platform(name: RemotePlatformName): RemotePlatform {
    const platform = this.platforms.get(name);
    if (!platform) throw new RemoteFailure('refused', 'This platform is not set up here.');
    return platform;
  }
}

function unlinked(): RemoteFailure {
  return new RemoteFailure('action_required', 'The account has to be linked again.');
}

/** As a failure, whatever was thrown. */
export function failureOf(error: unknown): RemoteFailure {
  return error instanceof RemoteFailure ? error : new RemoteFailure('transient', 'The platform could not be asked.');
}
