import { isDeepStrictEqual } from 'node:util';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { CreateWebhookEndpoint, DeleteWebhookEndpoint, UpdateWebhookEndpoint } from './webhook.commands.ts';
import type { EndpointEvent } from './webhook.events.ts';

type EndpointIntent = IntentOf<CreateWebhookEndpoint | UpdateWebhookEndpoint | DeleteWebhookEndpoint>;

export interface Endpoint {
  status: 'live';
  endpointId: string;
  organizationId: string;
  url: string;
  events: readonly string[];
  secretId: string;
}
export type EndpointState = { status: 'absent' } | { status: 'deleted' } | Endpoint;

/** A place of the seller's that hears of events (docs/BILLING.md#webhook-endpoints). */
export const endpointDecider: Decider<EndpointIntent, EndpointState, EndpointEvent> = {
  category: 'webhookendpoint',
  initial: { status: 'absent' },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateWebhookEndpoint':
        return state.status === 'absent' ? [{ type: 'WebhookEndpointCreated', data }] : [];
      case 'UpdateWebhookEndpoint':
        return update(data, live(state, data.organizationIds));
      case 'DeleteWebhookEndpoint': {
        const { endpointId, organizationId } = live(state, data.organizationIds);
        return [{ type: 'WebhookEndpointDeleted', data: { endpointId, organizationId } }];
      }
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'WebhookEndpointCreated':
        return { ...data, status: 'live' };
      case 'WebhookEndpointUpdated':
        return state.status === 'live' ? { ...state, ...data } : state;
      case 'WebhookEndpointDeleted':
        return { status: 'deleted' };
    }
  },
};

function update({ url, events, secretId }: UpdateWebhookEndpoint['data'], endpoint: Endpoint): EndpointEvent[] {
  const changes = {
    ...(url !== undefined && url !== endpoint.url && { url }),
    ...(events !== undefined && !isDeepStrictEqual(events, endpoint.events) && { events }),
    ...(secretId !== undefined && { secretId }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'WebhookEndpointUpdated', data: { endpointId: endpoint.endpointId, ...changes } }];
}

function live(state: EndpointState, organizationIds: readonly string[]): Endpoint {
  if (state.status !== 'live' || !organizationIds.includes(state.organizationId)) throw new NotFound();
  return state;
}
