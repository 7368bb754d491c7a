import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes, ShowsSecret } from '../../../app/http/api.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { newToken } from '../../../kernel/secrets/tokens.ts';
import { digestOfToken, TOKEN_PREFIX } from './access-token.authenticator.ts';
import { CreateAccessToken, RevokeAccessToken, UpdateAccessToken } from './access-token.commands.ts';
import { accessTokenProjection } from './access-token.projection.ts';
import {
  OrganizationAccessToken,
  OrganizationAccessTokenCreate,
  OrganizationAccessTokenCreated,
  OrganizationAccessTokenList,
  OrganizationAccessTokenUpdate,
} from './access-tokens.dto.ts';
import { AccessTokenPresenter, AccessTokenQueries } from './access-tokens.queries.ts';
import { secondsOfDuration } from './duration.rules.ts';

export const accessTokenList: ListSpec = {
  sorting: { created_at: 'created_at', comment: 'comment_lower', expires_at: 'expires_at' },
  defaultSorting: ['-created_at'],
};

/** Only for owners and admins: no token's scopes include these (docs/BILLING.md#access-tokens). */
@BillingController('organization-access-tokens')
export class AccessTokensController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: AccessTokenQueries,
    private readonly presenter: AccessTokenPresenter,
    private readonly keys: Keys,
  ) {}

  @Get()
  @Scopes('organization_access_tokens:read')
  list(@List(accessTokenList) list: ListRequest, @CallerOf() caller: Caller): Promise<OrganizationAccessTokenList> {
    return this.queries.list(list, caller);
  }

  @Post()
  @Scopes('organization_access_tokens:write')
  @ShowsSecret()
  @NotImpersonated()
  async create(
    @Body() { organization_id, comment, scopes, expires_in }: OrganizationAccessTokenCreate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<OrganizationAccessTokenCreated> {
    const organizationId = organizationOf(caller, organization_id);
    const tokenId = deriveUuid(context.requestId, 'access-token');
    const token = newToken(TOKEN_PREFIX, tokenId);
    const digest = digestOfToken(this.keys, token);
    const seconds = secondsOfDuration(expires_in);
    const expiresAt = seconds === undefined ? null : addSeconds(context.machineNow, seconds);
    const data = { tokenId, organizationId, comment, scopes, expiresAt, digest, createdBy: caller.id };
    const { history } = await this.commands.execute(new CreateAccessToken(data, { ...context, organizationId }));
    const created = project(accessTokenProjection, history)!;
    return { organization_access_token: this.presenter.present(created), token };
  }

  /** The token itself and its expiry stay as they are. */
  @Patch(':id')
  @Scopes('organization_access_tokens:write')
  @NotImpersonated()
  async update(
    @Id() tokenId: string,
    @Body() { comment, scopes }: OrganizationAccessTokenUpdate,
    @Ctx() context: Context,
  ): Promise<OrganizationAccessToken> {
    const data = { tokenId, comment: comment ?? undefined, scopes: scopes ?? undefined };
    const { history } = await this.commands.execute(new UpdateAccessToken(data, context));
    return this.presenter.present(project(accessTokenProjection, history)!);
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('organization_access_tokens:write')
  @NotImpersonated()
  async revoke(@Id() tokenId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new RevokeAccessToken({ tokenId }, context));
  }
}
