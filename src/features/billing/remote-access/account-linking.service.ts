import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { BrowserStates } from '../../../app/http/browser-states.ts';
import { isTrustedOrigin } from '../../../app/http/callers/origins.ts';
import { CONFIG, REMOTE_PLATFORMS } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { ClaimTaken } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { LinkCustomerAccount } from './linked-account.commands.ts';
import { TooManyLinkedAccounts } from './linked-account.errors.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';
import { RemoteFailure, type RemotePlatforms } from './remote-platform.ts';

const KIND = 'link-state';

/** Where the customer is sent back to, with why it failed: `error` in the address. */
export interface Callback {
  code?: string;
  state?: string;
  error?: string;
}

interface Remembered {
  platform: RemotePlatformName;
  customerId: string;
  organizationId: string;
}

class LinkFailed extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Customers link accounts by signing in there (docs/BILLING.md#linked-accounts). */
@Injectable()
export class AccountLinking {
  private readonly redirectUri: string;

  constructor(
    private readonly states: BrowserStates,
    private readonly commands: Commands,
    @Inject(REMOTE_PLATFORMS) private readonly platforms: RemotePlatforms,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.redirectUri = `${config.baseUrl}/v1/customer-portal/oauth-accounts/callback`;
  }

  /** Those that accounts can be linked at. */
  offered(): RemotePlatformName[] {
    return [...this.platforms.keys()];
  }

  /** @throws InvalidInput the platform is not set up, or `returnTo` is not an address of this site */
  async authorizeUrl(remembered: Remembered, returnTo: string, request: FastifyRequest): Promise<string> {
    const platform = this.platforms.get(remembered.platform);
    if (!platform) throw InvalidInput.at('query.platform', 'This platform is not set up here.');
    const back = this.ownAddress(returnTo);
    if (!back) throw InvalidInput.at('query.return_to', 'Input should be an address of this site.');
    const state = await this.states.begin(request, KIND, remembered);
    // So that one whose state is no longer valid is sent back, too.
    const sent = `${state}.${Buffer.from(back).toString('base64url')}`;
    return platform.authorizeUrl({ state: sent, redirectUri: this.redirectUri });
  }

  /** Links the account that the browser comes back with. Never throws: the answer is where to send the browser. */
  async finish({ code, state = '', error }: Callback, request: FastifyRequest, context: Context): Promise<string> {
    const [given = '', encoded = ''] = state.split('.');
    const back = this.ownAddress(Buffer.from(encoded, 'base64url').toString()) ?? this.config.baseUrl;
    try {
      const remembered = await this.states.end<Remembered>(request, KIND, given);
      if (!remembered) throw new LinkFailed('invalid_state');
      if (code === undefined || error !== undefined) throw new LinkFailed('access_denied');
      await this.link(remembered, code, context);
      return back;
    } catch (failure) {
      const url = new URL(back);
      url.searchParams.set('error', codeOf(failure));
      return url.href;
    }
  }

  private async link(
    { platform, customerId, organizationId }: Remembered,
    code: string,
    context: Context,
  ): Promise<void> {
    const linked = await this.platforms.get(platform)?.link(code, this.redirectUri);
    if (!linked) throw new LinkFailed('platform_unavailable');
    const actor = { kind: 'customer' as const, id: customerId };
    const scope = { organizationIds: [organizationId] };
    const link = { customerId, organizationId, platform, ...linked };
    await this.commands.execute(new LinkCustomerAccount(link, { ...context, actor, organizationId, scope }));
  }

  /** Absolute; undefined if it is not of this site. */
  private ownAddress(given: string): string | undefined {
    const url = URL.canParse(given, this.config.baseUrl) ? new URL(given, this.config.baseUrl) : undefined;
    const isOwn = url && /^https?:$/.test(url.protocol) && isTrustedOrigin(url.href, this.config.trustedOrigins);
    return isOwn ? url.href : undefined;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof LinkFailed) return error.code;
  if (error instanceof ClaimTaken) return 'account_taken';
  if (error instanceof TooManyLinkedAccounts) return 'too_many_accounts';
  if (error instanceof RemoteFailure && error.reason !== 'transient') return 'access_denied';
  return 'platform_unavailable';
}
