import { Delete, Get, HttpCode } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RevokeOAuthAccess } from './oauth-grant.commands.ts';
import { OAuthGrantQueries } from './oauth-grants.queries.ts';
import { OAuthGrantList } from './oauth.dto.ts';

export const oauthGrantList: ListSpec = { sorting: { created_at: 'created_at' }, defaultSorting: ['-created_at'] };

/** The apps that may act for a user, or for an organization of which they are an owner or admin. */
@DashboardController('oauth-grants')
export class OAuthGrantsController {
  constructor(
    private readonly queries: OAuthGrantQueries,
    private readonly commands: Commands,
  ) {}

  @Get()
  @Scopes('organizations:read')
  @NotImpersonated()
  list(@List(oauthGrantList) list: ListRequest, @CallerOf() caller: Caller): Promise<OAuthGrantList> {
    return this.queries.list(list, caller);
  }

  /** Its tokens stop working at once. */
  @Delete(':id')
  @HttpCode(204)
  @Scopes('organizations:read')
  @NotImpersonated()
  async revoke(@Id() id: string, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<void> {
    const { id: grantId, organization_id } = await this.queries.demand(id, caller);
    const inOrganization = organization_id === null ? context : { ...context, organizationId: organization_id };
    await this.commands.execute(new RevokeOAuthAccess({ grantId, reason: 'user' }, inOrganization));
  }
}
