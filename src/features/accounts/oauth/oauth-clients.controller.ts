import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { StatusSince } from '../../../app/http/api-version.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { DomainError, InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RegisterOAuthClient, RemoveOAuthClient, UpdateOAuthClient } from './oauth-client.commands.ts';
import { GRANT_TYPES, type ClientProfile } from './oauth-client.events.ts';
import { oauthClientProjection } from './oauth-client.projection.ts';
import { OAuthClientQueries } from './oauth-clients.queries.ts';
import {
  OAuth2Client,
  OAuth2ClientConfiguration,
  OAuth2ClientConfigurationUpdate,
  OAuth2ClientList,
} from './oauth.dto.ts';
import { clientIdOf } from './oauth.rules.ts';
import { OAUTH_SCOPES } from './oauth.scopes.ts';

export const oauthClientList: ListSpec = { sorting: { created_at: 'created_at' }, defaultSorting: ['created_at'] };

/** The apps that a user has registered: theirs alone, whatever organizations they are in. */
@BillingController('oauth2')
export class OAuthClientsController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: OAuthClientQueries,
  ) {}

  @Get()
  @Scopes('organizations:read')
  @NotImpersonated()
  list(@List(oauthClientList) list: ListRequest, @CallerOf() caller: Caller): Promise<OAuth2ClientList> {
    return this.queries.list(list, ownerIn(caller));
  }

  @Post('register')
  @HttpCode(200)
  @Scopes('organizations:read')
  @NotImpersonated()
  async register(
    @Body() configuration: OAuth2ClientConfiguration,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<OAuth2Client> {
    const clientId = deriveUuid(context.requestId, 'oauth-client');
    const data = { clientId, userId: ownerIn(caller), profile: profileOf(configuration) };
    const { history } = await this.commands.execute(new RegisterOAuthClient(data, context));
    return this.queries.present(project(oauthClientProjection, history)!);
  }

  @Get('register/:client_id')
  @Scopes('organizations:read')
  @NotImpersonated()
  get(@Param('client_id') wireId: string, @CallerOf() caller: Caller): Promise<OAuth2Client> {
    return this.queries.get(wireId, ownerIn(caller));
  }

  @Put('register/:client_id')
  @Scopes('organizations:read')
  @NotImpersonated()
  async update(
    @Param('client_id') wireId: string,
    @Body() configuration: OAuth2ClientConfigurationUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<OAuth2Client> {
    const data = { clientId: known(wireId), userId: ownerIn(caller), profile: profileOf(configuration) };
    const { history } = await this.commands.execute(new UpdateOAuthClient(data, context));
    return this.queries.present(project(oauthClientProjection, history)!);
  }

  @Delete('register/:client_id')
  @StatusSince('0.49', 204)
  @Scopes('organizations:read')
  @NotImpersonated()
  async remove(
    @Param('client_id') wireId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<Record<string, never>> {
    const data = { clientId: known(wireId), userId: ownerIn(caller) };
    await this.commands.execute(new RemoveOAuthClient(data, context));
    return {};
  }
}

/** The user who asks, in a session. @throws DomainError 403 a token, an app or a key */
function ownerIn({ id, session }: Caller): string {
  if (!session) throw new DomainError('NotPermitted', 'Only users themselves may manage their OAuth clients', 403);
  return id;
}

/** @throws NotFound */
function known(wireId: string): string {
  const clientId = clientIdOf(wireId);
  if (clientId === undefined) throw new NotFound();
  return clientId;
}

/** @throws InvalidInput no scope that there is */
function profileOf(configuration: OAuth2ClientConfiguration): ClientProfile {
  const { client_name, redirect_uris, token_endpoint_auth_method, grant_types, scope } = configuration;
  const asked = scope?.split(' ');
  const scopes = OAUTH_SCOPES.filter((one) => asked?.includes(one) ?? true);
  if (scopes.length === 0) throw InvalidInput.at('body.scope', 'At least one known scope is required.', 'value_error');
  return {
    name: client_name,
    redirectUris: redirect_uris,
    authMethod: token_endpoint_auth_method ?? 'client_secret_post',
    grantTypes: grant_types ?? [...GRANT_TYPES],
    scopes,
    clientUri: configuration.client_uri ?? null,
    logoUri: configuration.logo_uri ?? null,
    tosUri: configuration.tos_uri ?? null,
    policyUri: configuration.policy_uri ?? null,
  };
}
