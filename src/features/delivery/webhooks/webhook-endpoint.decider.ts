import { isDeepStrictEqual } from 'node:util';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { CreateWebhookEndpoint, DeleteWebhookEndpoint, UpdateWebhookEndpoint } from './webhook.commands.ts';
import type { EndpointEvent } from './webhook.events.ts';

/** With the name of the secret's Vault entry in place of the secret. */
type WithSecretId<C extends { data: object }, S> = IntentWith<C, Omit<C['data'], 'secret'> & S>;
type EndpointIntent =
  | WithSecretId<CreateWebhookEndpoint, { secretId: string }>
  | WithSecretId<UpdateWebhookEndpoint, { secretId?: string | undefined }>
  | IntentOf<DeleteWebhookEndpoint>;

export interface Endpoint {
  status: 'active';
  endpointId: string;
  organizationId: string;
  url: string;
  events: readonly string[];
  secretId: string;
}
export type EndpointState = { status: 'absent' } | { status: 'deleted' } | Endpoint;

/** A seller's address that subscribes to events (docs/BILLING.md#webhook-endpoints). */
export const endpointDecider: Decider<EndpointIntent, EndpointState, EndpointEvent> = {
  category: 'webhookendpoint',
  initial: { status: 'absent' },
  edits: { types: ['WebhookEndpointUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateWebhookEndpoint':
        return state.status === 'absent' ? [{ type: 'WebhookEndpointCreated', data }] : [];
      case 'UpdateWebhookEndpoint':
        return update(data, known(state));
      case 'DeleteWebhookEndpoint': {
        const { endpointId, organizationId } = known(state);
        return [{ type: 'WebhookEndpointDeleted', data: { endpointId, organizationId } }];
      }
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'WebhookEndpointCreated':
        return { ...data, status: 'active' };
      case 'WebhookEndpointUpdated':
        return state.status === 'active' ? { ...state, ...data } : state;
      case 'WebhookEndpointDeleted':
        return { status: 'deleted' };
    }
  },
};

function update(
  { url, events, secretId }: Extract<EndpointIntent, { type: 'UpdateWebhookEndpoint' }>['data'],
  endpoint: Endpoint,
): EndpointEvent[] {
  const changes = {
    ...(url !== undefined && url !== endpoint.url && { url }),
    ...(events !== undefined && !isDeepStrictEqual(events, endpoint.events) && { events }),
    ...(secretId !== undefined && { secretId }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'WebhookEndpointUpdated', data: { endpointId: endpoint.endpointId, ...changes } }];
}

function known(state: EndpointState): Endpoint {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
