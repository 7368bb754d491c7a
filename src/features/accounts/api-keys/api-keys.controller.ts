import { Body, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { KeepSession } from '../../../app/http/callers/keep-session.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { OptionalSession, RequiredSession } from '../sessions/sessions.queries.ts';
import { CreateApiKey, DeleteApiKey, UpdateApiKey, type GivenSettings } from './api-key.commands.ts';
import { NoSessionForApiKeys, ServerOnlyProperty } from './api-key.errors.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import {
  ApiKey,
  ApiKeyDeleted,
  CreateApiKeyRequest,
  CreatedApiKey,
  DeleteApiKeyRequest,
  GetApiKeyQuery,
  ListApiKeysQuery,
  UpdateApiKeyRequest,
} from './api-keys.dto.ts';
import { ApiKeyPresenter, ApiKeyQueries, ApiKeyReader, presentApiKey } from './api-keys.queries.ts';

/** Only operators set these for a user's own key. */
const SERVER_ONLY: readonly (keyof GivenSettings)[] = [
  'remaining',
  'refillAmount',
  'refillInterval',
  'rateLimitTimeWindow',
  'rateLimitMax',
  'rateLimitEnabled',
  'permissions',
];

/** Keys of users and, by `organizationId`, of organizations for their owners and admins (docs/IDENTITY.md#api-keys). */
@AuthController('api-key')
@UseInterceptors(KeepSession)
export class ApiKeysController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: ApiKeyQueries,
    private readonly reader: ApiKeyReader,
    private readonly presenter: ApiKeyPresenter,
  ) {}

  @Post('create')
  @NotImpersonated()
  async create(
    @Body() { prefix, organizationId, ...given }: CreateApiKeyRequest,
    @OptionalSession() current: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<CreatedApiKey> {
    const { user } = inSession(current);
    if (organizationId === undefined) refuseServerOnly(given);
    else await this.queries.demandManager(user.id, organizationId);
    const owner = { userId: user.id, organizationId: organizationId ?? null };
    const create = new CreateApiKey({ prefix: prefix ?? null, given, ...owner }, context);
    const { key, document } = await this.commands.execute(create);
    return { ...presentApiKey(document, undefined), key };
  }

  @Get('get')
  @Answers(404)
  async get(@Query() { id }: GetApiKeyQuery, @RequiredSession() { user }: AuthenticatedSession): Promise<ApiKey> {
    return this.presenter.present(await this.queries.demand(id, user.id));
  }

  @Get('list')
  async list(
    @Query() { organizationId }: ListApiKeysQuery,
    @RequiredSession() { user }: AuthenticatedSession,
  ): Promise<ApiKey[]> {
    return organizationId === undefined
      ? this.queries.listOfUser(user.id)
      : this.queries.listOfOrganization(organizationId, user.id);
  }

  @Post('update')
  @Answers(404)
  @NotImpersonated()
  async update(
    @Body() { keyId, ...given }: UpdateApiKeyRequest,
    @OptionalSession() current: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<ApiKey> {
    const { user } = inSession(current);
    const found = await this.reader.find(keyId);
    if (!found || found.organizationId === null) refuseServerOnly(given);
    const { userId, organizationId } = await this.queries.demand(keyId, user.id);
    const update = new UpdateApiKey({ keyId, given, userId, organizationId }, inTenant(context, organizationId));
    const { history } = await this.commands.execute(update);
    return this.presenter.present(project(apiKeyProjection, history)!);
  }

  @Post('delete')
  @Answers(404)
  @NotImpersonated()
  async delete(
    @Body() { keyId }: DeleteApiKeyRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<ApiKeyDeleted> {
    const { userId, organizationId } = await this.queries.demand(keyId, current.user.id);
    const data = { keyId, userId, organizationId, reason: 'deleted' as const };
    await this.commands.execute(new DeleteApiKey(data, inTenant(context, organizationId)));
    return { success: true };
  }
}

/** @throws NoSessionForApiKeys */
function inSession(current: AuthenticatedSession | undefined): AuthenticatedSession {
  if (!current) throw new NoSessionForApiKeys();
  return current;
}

/** @throws ServerOnlyProperty */
function refuseServerOnly(given: GivenSettings): void {
  if (SERVER_ONLY.some((name) => given[name] != null)) throw new ServerOnlyProperty();
}

function inTenant(context: Context, organizationId: string | null): Context {
  return organizationId === null ? context : { ...context, organizationId };
}
