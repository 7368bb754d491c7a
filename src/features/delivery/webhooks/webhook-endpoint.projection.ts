import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { WebhookFormat } from './webhook-format.rules.ts';
import { endpointEvents, type EndpointEvent } from './webhook.events.ts';

/** An endpoint in its wire form, with the name of its secret. */
export interface EndpointDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  url: string;
  format: WebhookFormat;
  organization_id: string;
  events: string[];
  secret_id: string;
  /** Until when messages are signed with the former secret, too (machine time); null if it was not rotated. */
  former_secret_until: Instant | null;
  /** Position of its creation: it gets later events. */
  since: string;
}

export const endpointProjection: Projection<EndpointDocument, EndpointEvent> = {
  name: 'webhook_endpoints',
  version: 2,
  group: 'delivery',
  indexes: [],
  lists: { scope: ['organization_id'], sortings: ['created_at'], filters: [] },
  fields: ['events', 'since'],
  handles: typesOf(endpointEvents),
  targets: ({ data }) => [data.endpointId],

  evolve(document, { type, data, metadata, position }) {
    switch (type) {
      case 'WebhookEndpointCreated':
        return {
          id: data.endpointId,
          created_at: metadata.occurredAt,
          modified_at: null,
          url: data.url,
          format: data.format,
          organization_id: data.organizationId,
          events: data.events,
          secret_id: data.secretId,
          former_secret_until: null,
          since: position,
        };
      case 'WebhookEndpointUpdated': {
        if (!document) return document;
        const { url = document.url, format = document.format, events = document.events, secretId } = data;
        const secret = secretId !== undefined && { secret_id: secretId, former_secret_until: null };
        return { ...document, url, format, events, ...secret, modified_at: metadata.occurredAt };
      }
      case 'WebhookSecretRotated': {
        const { secretId: secret_id, formerUntil: former_secret_until } = data;
        return document && { ...document, secret_id, former_secret_until, modified_at: metadata.occurredAt };
      }
      case 'WebhookEndpointDeleted':
        return undefined;
    }
  },
};
