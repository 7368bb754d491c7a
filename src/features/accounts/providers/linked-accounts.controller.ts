import { Body, Get, Inject, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { AuthController, NullOr } from '../../../app/http/api.ts';
import { KeepSession } from '../../../app/http/keep-session.ts';
import { NotImpersonated } from '../../../app/http/not-impersonated.ts';
import { nullBody } from '../../../app/http/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Status } from '../accounts.dto.ts';
import { RequiredFreshSession, RequiredSession, type AuthenticatedSession } from '../sessions/sessions.queries.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import { DisconnectProvider, RefreshProviderTokens, type ProviderTokens } from './provider.commands.ts';
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
import { GetAccount, ListAccounts, type HeldAccount } from './providers.queries.ts';

/** A token that is good for less is refreshed before it is handed out (docs/IDENTITY.md#linked-accounts). */
const LEFT_MS = 5_000;

/** A user's accounts, and what providers granted by them. */
@AuthController()
@UseInterceptors(KeepSession)
export class LinkedAccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly providers: IdentityProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('list-accounts')
  list(@RequiredSession() { user }: AuthenticatedSession): Promise<ListedAccount[]> {
    return this.queries.execute(new ListAccounts(user.id));
  }

  @Post('unlink-account')
  @NotImpersonated()
  async unlink(
    @Body() { providerId, accountId: providerAccountId }: UnlinkAccountRequest,
    @RequiredFreshSession() { user }: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    await this.commands.execute(new DisconnectProvider({ userId: user.id, providerId, providerAccountId }, context));
    return { status: true };
  }

  /** What a provider granted the user opens his account there: not for somebody who acts as him. */
  @Post('get-access-token')
  @NotImpersonated()
  async accessToken(
    @Body() { providerId, accountId }: ProviderTokenRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Req() request: Request,
    @Ctx() context: Context,
  ): Promise<AccessTokenAnswer> {
    this.demand(providerId, request);
    const held = await this.queries.execute(new GetAccount(user.id, { providerId, accountId }));
    const { accessToken, accessTokenExpiresAt, scopes = [], idToken } = await this.valid(user.id, held, context);
    return { accessToken, accessTokenExpiresAt, scopes, idToken };
  }

  @Post('refresh-token')
  @NotImpersonated()
  async refresh(
    @Body() { providerId, accountId }: ProviderTokenRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Req() request: Request,
    @Ctx() context: Context,
  ): Promise<RefreshTokenAnswer> {
    this.demand(providerId, request);
    const held = await this.queries.execute(new GetAccount(user.id, { providerId, accountId }));
    const { scopes = [], ...tokens } = await this.renew(user.id, held, context);
    return { ...tokens, scopes };
  }

  /** Whose account it is, as the provider says now; null where it says nothing. */
  @Post('account-info')
  @NullOr(AccountInfo)
  async info(
    @Body() { accountId: providerAccountId }: AccountInfoRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Req() request: Request,
    @Ctx() context: Context,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountInfo | string> {
    const held = await this.queries.execute(new GetAccount(user.id, { providerAccountId }));
    const provider = this.demand(held.account.providerId, request);
    const tokens = await this.valid(user.id, held, context);
    const profile = await provider.profile(tokens).catch(() => undefined);
    if (!profile) return nullBody(response);
    const { raw: data, ...shown } = profile;
    return { user: shown, data };
  }

  /** @throws ProviderNotSupported */
  private demand(providerId: string, request: Request) {
    const provider = this.providers.find(providerId, request);
    if (!provider) throw new ProviderNotSupported(providerId);
    return provider;
  }

  /** The tokens, refreshed first where that can be and must. */
  private async valid(userId: string, held: HeldAccount, context: Context): Promise<ProviderTokens> {
    const { refreshToken, accessTokenExpiresAt } = held.tokens;
    const leftMs = accessTokenExpiresAt === undefined ? 0 : msOf(accessTokenExpiresAt) - msOf(this.clock.machineNow());
    if (refreshToken === undefined || leftMs >= LEFT_MS) return held.tokens;
    try {
      return await this.renew(userId, held, context);
    } catch (error) {
      throw error instanceof FailedToRefresh ? new NoValidAccessToken() : error;
    }
  }

  private renew(userId: string, { account }: HeldAccount, context: Context): Promise<ProviderTokens> {
    const { accountId, tokens: replaces } = account;
    return this.commands.execute(new RefreshProviderTokens({ userId, accountId, replaces }, context));
  }
}
