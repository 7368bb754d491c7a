import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { scopesIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { VAULT } from '../../../app/tokens.ts';
import type { Vault, VaultEntry } from '../../../kernel/ports/vault.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { endpointProjection, type EndpointDocument } from './webhook-endpoint.projection.ts';
import { answerEntry, bodyEntry, secretEntry } from './webhook.events.ts';
import { deliveryProjection, webhookProjection, type DeliveryDocument } from './webhook.projection.ts';
import type { WebhookDelivery, WebhookEndpoint } from './webhooks.dto.ts';

/** Endpoints on the wire, with their secrets for callers who may write them. */
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

@Injectable()
export class EndpointQueries {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: EndpointPresenter,
  ) {}

  /** @throws NotFound */
  async get(endpointId: string, caller: Caller): Promise<WebhookEndpoint> {
    return this.presenter.present(await this.documents.demand(endpointProjection, endpointId, caller), caller);
  }

  async list(list: ListRequest, caller: Caller): Promise<Page<WebhookEndpoint>> {
    const { items, total } = await this.documents.list(endpointProjection, list, caller);
    return pageOf(await this.presenter.presentAll(items, caller), total, list.limit);
  }
}

@Injectable()
export class DeliveryQueries {
  constructor(
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async list(list: ListRequest, scope: TenantScope): Promise<Page<WebhookDelivery>> {
    const { items, total } = await this.documents.list(deliveryProjection, list, scope);
    return pageOf(await this.compose(items, scope), total, list.limit);
  }

  private async compose(deliveries: readonly DeliveryDocument[], scope: TenantScope): Promise<WebhookDelivery[]> {
    const ids = deliveries.map(({ webhook_id }) => webhook_id);
    const [messages, entries] = await Promise.all([
      this.documents.getMany(webhookProjection, ids, scope),
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
