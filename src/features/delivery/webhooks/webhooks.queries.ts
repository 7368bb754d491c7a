import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { findIn, scopesIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { VAULT } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Vault, VaultEntry } from '../../../kernel/ports/vault.ts';
import { answerEntry } from './deliver.handlers.ts';
import { secretEntry } from './endpoint.handlers.ts';
import { endpointProjection, type EndpointDocument } from './endpoint.projection.ts';
import { bodyEntry } from './webhook.handlers.ts';
import { deliveryProjection, webhookProjection, type DeliveryDocument } from './webhook.projection.ts';
import type { WebhookDelivery, WebhookEndpoint } from './webhooks.dto.ts';

export class GetWebhookEndpoint extends Query<WebhookEndpoint> {
  constructor(
    readonly endpointId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListWebhookEndpoints extends Query<Page<WebhookEndpoint>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListWebhookDeliveries extends Query<Page<WebhookDelivery>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Endpoints with their secrets, for those who may write them. */
@Injectable()
export class EndpointPresenter {
  constructor(@Inject(VAULT) private readonly vault: Vault) {}

  async present(document: EndpointDocument, caller: Caller): Promise<WebhookEndpoint> {
    return (await this.presentAll([document], caller))[0]!;
  }

  async presentAll(documents: readonly EndpointDocument[], caller: Caller): Promise<WebhookEndpoint[]> {
    const shown = documents.filter(({ organization_id }) => scopesIn(caller, organization_id).has('webhooks:write'));
    const secrets = await this.vault.getMany(shown.map(({ secret_id }) => secretEntry(secret_id)));
    return documents.map((document) => {
      const { secret_id, since: _, ...endpoint } = document;
      const secret = shown.includes(document) ? secrets.get(secretEntry(secret_id)) : undefined;
      return { ...endpoint, secret: secret?.value ?? null };
    });
  }
}

@QueryHandler(GetWebhookEndpoint)
export class GetWebhookEndpointHandler implements IQueryHandler<GetWebhookEndpoint> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: EndpointPresenter,
  ) {}

  async execute({ endpointId, caller }: GetWebhookEndpoint): Promise<WebhookEndpoint> {
    const document = await this.documents.get(endpointProjection, endpointId, 'any');
    if (!document || !caller.organizationIds.includes(document.organization_id)) throw new NotFound();
    return this.presenter.present(document, caller);
  }
}

@QueryHandler(ListWebhookEndpoints)
export class ListWebhookEndpointsHandler implements IQueryHandler<ListWebhookEndpoints> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: EndpointPresenter,
  ) {}

  async execute({ list, caller }: ListWebhookEndpoints): Promise<Page<WebhookEndpoint>> {
    const query = findIn(caller, list);
    const { items, total } = await this.documents.find(endpointProjection, query, 'any');
    return pageOf(await this.presenter.presentAll(items, caller), total, list.limit);
  }
}

@QueryHandler(ListWebhookDeliveries)
export class ListWebhookDeliveriesHandler implements IQueryHandler<ListWebhookDeliveries> {
  constructor(
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ list, caller }: ListWebhookDeliveries): Promise<Page<WebhookDelivery>> {
    const query = findIn(caller, list);
    const { items, total } = await this.documents.find(deliveryProjection, query, 'any');
    return pageOf(await this.compose(items), total, list.limit);
  }

  private async compose(deliveries: readonly DeliveryDocument[]): Promise<WebhookDelivery[]> {
    const ids = deliveries.map(({ webhook_id }) => webhook_id);
    const [messages, entries] = await Promise.all([
      this.documents.getMany(webhookProjection, ids, 'any'),
      this.vault.getMany([...ids.map(bodyEntry), ...deliveries.map(({ id }) => answerEntry(id))]),
    ]);
    return deliveries.map(({ id, created_at, modified_at, http_code, succeeded, webhook_id, endpoint_id }) => {
      const message = messages.get(webhook_id)!;
      return {
        id,
        created_at,
        modified_at,
        http_code,
        succeeded,
        response: textOf(entries, answerEntry(id)),
        webhook_endpoint_id: endpoint_id,
        webhook_event: {
          id: message.id,
          created_at: message.created_at,
          modified_at: message.modified_at,
          type: message.wire_type,
          last_http_code: message.last_http_code,
          succeeded: message.succeeded,
          payload: textOf(entries, bodyEntry(webhook_id)),
        },
      };
    });
  }
}

function textOf(entries: ReadonlyMap<string, VaultEntry>, key: string): string | null {
  return entries.get(key)?.value ?? null;
}
