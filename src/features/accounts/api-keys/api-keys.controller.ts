import { Body, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { KeepSession } from '../../../app/http/keep-session.ts';
import { NotImpersonated } from '../../../app/http/not-impersonated.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { OptionalSession, RequiredSession, type AuthenticatedSession } from '../sessions/sessions.queries.ts';
import { ManagesApiKeysOf } from './api-key-owners.queries.ts';
import { DeleteApiKey, MintApiKey, UpdateApiKey, type GivenSettings } from './api-key.commands.ts';
import { ApiKeyNotFound, MayNotManageApiKeys, NoSessionForApiKeys, ServerOnlyProperty } from './api-key.errors.ts';
import type { ApiKeyEvent } from './api-key.events.ts';
import { apiKeyProjection, type ApiKeyDocument } from './api-key.projection.ts';
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
import { ApiKeyPresenter, FindApiKey, ListApiKeys } from './api-keys.queries.ts';

/** Of a user's own key only the operator sets these. */
const SERVER_ONLY: readonly (keyof GivenSettings)[] = [
  'remaining',
  'refillAmount',
  'refillInterval',
  'rateLimitTimeWindow',
  'rateLimitMax',
  'rateLimitEnabled',
  'permissions',
];

/** Keys of users, and by `organizationId` of organizations, for their owners and admins (docs/IDENTITY.md#api-keys). */
@AuthController('api-key')
@UseInterceptors(KeepSession)
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly presenter: ApiKeyPresenter,
  ) {}

  @Post('create')
  @NotImpersonated()
  async create(
    @Body() { prefix, organizationId, ...given }: CreateApiKeyRequest,
    @OptionalSession() visit: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<CreatedApiKey> {
    const { user } = inSession(visit);
    if (organizationId === undefined) refuseServerOnly(given);
    else await this.mustManage(user.id, organizationId);
    const owner = { userId: user.id, organizationId: organizationId ?? null };
    return this.commands.execute(new MintApiKey({ prefix: prefix ?? null, given, ...owner }, context));
  }

  @Get('get')
  @Answers(404)
  async get(@Query() { id }: GetApiKeyQuery, @RequiredSession() { user }: AuthenticatedSession): Promise<ApiKey> {
    return this.presenter.present(await this.find(id, user.id));
  }

  @Get('list')
  async list(
    @Query() { organizationId }: ListApiKeysQuery,
    @RequiredSession() { user }: AuthenticatedSession,
  ): Promise<ApiKey[]> {
    if (organizationId !== undefined) await this.mustManage(user.id, organizationId);
    return this.queries.execute(new ListApiKeys(organizationId ?? user.id));
  }

  @Post('update')
  @Answers(404)
  @NotImpersonated()
  async update(
    @Body() { keyId, ...given }: UpdateApiKeyRequest,
    @OptionalSession() visit: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<ApiKey> {
    const { user } = inSession(visit);
    const found = await this.queries.execute(new FindApiKey(keyId));
    if (!found || found.organizationId === null) refuseServerOnly(given);
    const { userId, organizationId } = await this.find(keyId, user.id);
    const { events } = await this.commands.execute<UpdateApiKey, Executed<unknown, ApiKeyEvent>>(
      new UpdateApiKey({ keyId, given, userId, organizationId }, inTenant(context, organizationId)),
    );
    return this.presenter.present(project(apiKeyProjection, events)!);
  }

  @Post('delete')
  @Answers(404)
  @NotImpersonated()
  async delete(
    @Body() { keyId }: DeleteApiKeyRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<ApiKeyDeleted> {
    if (visit.apiKeyId !== undefined) throw new AuthBareError(401);
    const { userId, organizationId } = await this.find(keyId, visit.user.id);
    const data = { keyId, userId, organizationId, reason: 'deleted' as const };
    await this.commands.execute(new DeleteApiKey(data, inTenant(context, organizationId)));
    return { success: true };
  }

  /** A key of his, or of an organization whose keys he may manage. @throws ApiKeyNotFound */
  private async find(keyId: string, userId: string): Promise<ApiKeyDocument> {
    const found = await this.queries.execute(new FindApiKey(keyId));
    if (!found) throw new ApiKeyNotFound();
    const { organizationId } = found;
    const isHis = organizationId === null ? found.userId === userId : await this.manages(userId, organizationId);
    if (!isHis) throw new ApiKeyNotFound();
    return found;
  }

  /** @throws MayNotManageApiKeys also for an organization that is not there */
  private async mustManage(userId: string, organizationId: string): Promise<void> {
    if (!(await this.manages(userId, organizationId))) throw new MayNotManageApiKeys();
  }

  private manages(userId: string, organizationId: string): Promise<boolean> {
    return this.queries.execute(new ManagesApiKeysOf(userId, organizationId));
  }
}

/** A key makes and changes no keys. @throws NoSessionForApiKeys */
function inSession(visit: AuthenticatedSession | undefined): AuthenticatedSession {
  if (!visit || visit.apiKeyId !== undefined) throw new NoSessionForApiKeys();
  return visit;
}

/** @throws ServerOnlyProperty */
function refuseServerOnly(given: GivenSettings): void {
  if (SERVER_ONLY.some((name) => given[name] != null)) throw new ServerOnlyProperty();
}

function inTenant(context: Context, organizationId: string | null): Context {
  return organizationId === null ? context : { ...context, organizationId };
}
