import { Body, Get, Inject, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { AuthController, NullOr } from '../../../app/http/api.ts';
import { KeepSession } from '../../../app/http/callers/keep-session.ts';
import { AlsoImpersonated, NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { nullBody } from '../../../app/http/bodies/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Status } from '../accounts.dto.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { RequiredFreshSession, RequiredSession } from '../sessions/sessions.queries.ts';
import { UnlinkAccount } from '../users/user.commands.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import { RefreshProviderTokens, type ProviderTokens } from './provider.commands.ts';
import { FailedToRefresh, NoValidAccessToken, ProviderNotSupported } from './provider.errors.ts';
import {
  AccessTokenAnswer,
  AccountInfo,
  AccountInfoRequest,
  ListedAccount,
  ProviderTokenRequest,
  RefreshTokenAnswer,
  UnlinkAccountRequest,
} from './providers.dto.ts';
import { AccountQueries, type GrantedAccount } from './providers.queries.ts';

/** A token that expires sooner is refreshed before it is answered (docs/IDENTITY.md#linked-accounts). */
const LEFT_MS = 5_000;

/** A user's accounts, and the tokens that providers granted. */
@AuthController()
@UseInterceptors(KeepSession)
export class LinkedAccountsController {
  constructor(
    private readonly commands: Commands,
    private readonly accounts: AccountQueries,
    private readonly providers: IdentityProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('list-accounts')
  list(@RequiredSession() { user }: AuthenticatedSession): Promise<ListedAccount[]> {
    return this.accounts.list(user.id);
  }

  @Post('unlink-account')
  @NotImpersonated()
  async unlink(
    @Body() { providerId, accountId: providerAccountId }: UnlinkAccountRequest,
    @RequiredFreshSession() { user }: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    await this.commands.execute(new UnlinkAccount({ userId: user.id, providerId, providerAccountId }, context));
    return { status: true };
  }

  /** A provider's token opens the user's account there, so an impersonator does not get it. */
  @Post('get-access-token')
  @NotImpersonated()
  async accessToken(
    @Body() { providerId, accountId }: ProviderTokenRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<AccessTokenAnswer> {
    this.demand(providerId, request);
    const granted = await this.accounts.get(user.id, { providerId, accountId });
    const { accessToken, accessTokenExpiresAt, scopes = [], idToken } = await this.valid(user.id, granted, context);
    return { accessToken, accessTokenExpiresAt, scopes, idToken };
  }

  @Post('refresh-token')
  @NotImpersonated()
  async refresh(
    @Body() { providerId, accountId }: ProviderTokenRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<RefreshTokenAnswer> {
    this.demand(providerId, request);
    const granted = await this.accounts.get(user.id, { providerId, accountId });
    const { scopes = [], ...tokens } = await this.renew(user.id, granted, context);
    return { ...tokens, scopes };
  }

  /** The account's current profile at the provider; null if the provider gives none. */
  @Post('account-info')
  @AlsoImpersonated()
  @NullOr(AccountInfo)
  async info(
    @Body() { accountId: providerAccountId }: AccountInfoRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountInfo | string> {
    const granted = await this.accounts.get(user.id, { providerAccountId });
    const provider = this.demand(granted.account.providerId, request);
    const tokens = await this.valid(user.id, granted, context);
    const profile = await provider.profile(tokens).catch(() => undefined);
    if (!profile) return nullBody(reply);
    const { raw: data, ...shown } = profile;
    return { user: shown, data };
  }

  /** @throws ProviderNotSupported */
  private demand(providerId: string, request: FastifyRequest) {
    const provider = this.providers.find(providerId, request);
    if (!provider) throw new ProviderNotSupported(providerId);
    return provider;
  }

  /** The tokens, refreshed first if needed and possible. */
  private async valid(userId: string, granted: GrantedAccount, context: Context): Promise<ProviderTokens> {
    const { refreshToken, accessTokenExpiresAt } = granted.tokens;
    const leftMs = accessTokenExpiresAt === undefined ? 0 : msOf(accessTokenExpiresAt) - msOf(this.clock.machineNow());
    if (refreshToken === undefined || leftMs >= LEFT_MS) return granted.tokens;
    try {
      return await this.renew(userId, granted, context);
    } catch (error) {
      throw error instanceof FailedToRefresh ? new NoValidAccessToken() : error;
    }
  }

  private renew(userId: string, { account }: GrantedAccount, context: Context): Promise<ProviderTokens> {
    const { accountId, tokens: replaces } = account;
    return this.commands.execute(new RefreshProviderTokens({ userId, accountId, replaces }, context));
  }
}
