import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { ApiVersionOf, NamesVersion } from '../../../app/http/api-version.ts';
import type { ApiVersion } from '../../../app/http/api-version.rules.ts';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyId, anyOf, between, flag } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { parseInstant } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { WIRE_TYPES } from './webhook.catalogue.ts';
import { endpointProjection } from './endpoints/webhook-endpoint.projection.ts';
import {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  EnableWebhookEndpoint,
  EndWebhookReplay,
  RedeliverWebhook,
  RotateWebhookSecret,
  SendTestWebhook,
  StartWebhookReplay,
  UpdateWebhookEndpoint,
} from './webhook.commands.ts';
import {
  WebhookDeliveryList,
  WebhookEnable,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointList,
  WebhookEndpointUpdate,
  WebhookReplayStart,
  WebhookTest,
  WebhookTestSent,
} from './webhooks.dto.ts';
import { DeliveryQueries, EndpointPresenter, EndpointQueries, OUTCOME, OUTCOMES } from './webhooks.queries.ts';

const endpointList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
};

const deliveryList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
  filters: {
    endpoint_id: anyId('endpoint_id'),
    webhook_event_id: anyId('webhook_id'),
    succeeded: flag('succeeded'),
    outcome: anyOf(OUTCOME, OUTCOMES),
    event_type: anyOf('wire_type', WIRE_TYPES),
    ...between('created', 'created_at'),
  },
  synonyms: { start_timestamp: 'created_from', end_timestamp: 'created_to' },
};

type EndpointCommand =
  | CreateWebhookEndpoint
  | UpdateWebhookEndpoint
  | RotateWebhookSecret
  | EnableWebhookEndpoint
  | StartWebhookReplay
  | EndWebhookReplay;

@BillingController('webhooks', 'delivery')
export class WebhooksController {
  constructor(
    private readonly commands: Commands,
    private readonly endpoints: EndpointQueries,
    private readonly attempts: DeliveryQueries,
    private readonly presenter: EndpointPresenter,
  ) {}

  @Get('endpoints')
  @NotImpersonated()
  @Scopes('webhooks:read', 'webhooks:write')
  list(@List(endpointList) list: ListRequest, @CallerOf() caller: Caller): Promise<WebhookEndpointList> {
    return this.endpoints.list(list, caller);
  }

  @Post('endpoints')
  @NamesVersion()
  @Scopes('webhooks:write')
  create(
    @Body() { url, format, secret = null, events, api_version, organization_id }: WebhookEndpointCreate,
    @ApiVersionOf() version: ApiVersion,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<WebhookEndpoint> {
    const endpointId = deriveUuid(context.requestId, 'webhook-endpoint');
    const organizationId = organizationOf(caller, organization_id);
    const apiVersion = api_version ?? version;
    const data = { endpointId, organizationId, url, format, events, secret, apiVersion };
    return this.answer(new CreateWebhookEndpoint(data, { ...context, organizationId }), caller);
  }

  @Get('endpoints/:id')
  @NotImpersonated()
  @Scopes('webhooks:read', 'webhooks:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<WebhookEndpoint> {
    return this.endpoints.get(id, caller);
  }

  @Patch('endpoints/:id')
  @Scopes('webhooks:write')
  update(
    @Id() endpointId: string,
    @Body() { url, format, secret, events, api_version }: WebhookEndpointUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<WebhookEndpoint> {
    const changes = {
      url: url ?? undefined,
      format: format ?? undefined,
      secret: secret ?? undefined,
      events: events ?? undefined,
      apiVersion: api_version ?? undefined,
    };
    return this.answer(new UpdateWebhookEndpoint({ endpointId, ...changes }, context), caller);
  }

  @Patch('endpoints/:id/secret')
  @Scopes('webhooks:write')
  rotateSecret(
    @Id() endpointId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<WebhookEndpoint> {
    return this.answer(new RotateWebhookSecret({ endpointId }, context), caller);
  }

  @Post('endpoints/:id/test')
  @HttpCode(202)
  @Scopes('webhooks:write')
  async test(
    @Id() endpointId: string,
    @Body() { type: wireType }: WebhookTest,
    @Ctx() context: Context,
  ): Promise<WebhookTestSent> {
    return { webhook_event_id: await this.commands.execute(new SendTestWebhook({ endpointId, wireType }, context)) };
  }

  @Post('endpoints/:id/enable')
  @Answers(409)
  @HttpCode(200)
  @Scopes('webhooks:write')
  enable(
    @Id() endpointId: string,
    @Body() { retry_missed: retryMissed }: WebhookEnable,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<WebhookEndpoint> {
    return this.answer(new EnableWebhookEndpoint({ endpointId, retryMissed }, context), caller);
  }

  @Post('endpoints/:id/replay')
  @Answers(409)
  @HttpCode(202)
  @Scopes('webhooks:write')
  replay(
    @Id() endpointId: string,
    @Body() { from }: WebhookReplayStart,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<WebhookEndpoint> {
    return this.answer(new StartWebhookReplay({ endpointId, from: parseInstant(from)! }, context), caller);
  }

  @Delete('endpoints/:id/replay')
  @Answers(409)
  @Scopes('webhooks:write')
  stopReplay(@Id() endpointId: string, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<WebhookEndpoint> {
    const command = new EndWebhookReplay({ endpointId, replayId: null, result: 'stopped' }, context);
    return this.answer(command, caller);
  }

  @Delete('endpoints/:id')
  @HttpCode(204)
  @Scopes('webhooks:write')
  async delete(@Id() endpointId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DeleteWebhookEndpoint({ endpointId }, context));
  }

  @Get('deliveries')
  @Scopes('webhooks:read', 'webhooks:write')
  deliveries(@List(deliveryList) list: ListRequest, @CallerOf() caller: Caller): Promise<WebhookDeliveryList> {
    return this.attempts.list(list, caller);
  }

  @Post('events/:id/redeliver')
  @Answers(410)
  @HttpCode(202)
  @Scopes('webhooks:write')
  async redeliver(@Id() webhookId: string, @Ctx() context: Context): Promise<Record<string, never>> {
    await this.commands.execute(new RedeliverWebhook({ webhookId }, context));
    return {};
  }

  private async answer(command: EndpointCommand, caller: Caller): Promise<WebhookEndpoint> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(endpointProjection, history)!, caller);
  }
}
