import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { endpointEvents, type EndpointEvent } from './webhook.events.ts';

/** An endpoint in its wire form, with the name of its secret. */
export interface EndpointDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  url: string;
  format: 'raw';
  organization_id: string;
  events: string[];
  secret_id: string;
  /** Position of its creation: it gets later events. */
  since: string;
}

export const endpointProjection: Projection<EndpointDocument, EndpointEvent> = {
  name: 'webhook_endpoints',
  version: 1,
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
          since: position,
        };
      case 'WebhookEndpointUpdated': {
        if (!document) return document;
        const { url = document.url, events = document.events, secretId = document.secret_id } = data;
        return { ...document, url, events, secret_id: secretId, modified_at: metadata.occurredAt };
      }
      case 'WebhookEndpointDeleted':
        return undefined;
    }
  },
};
