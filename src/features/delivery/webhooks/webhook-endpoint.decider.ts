import { isDeepStrictEqual } from 'node:util';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { addDays, type Instant } from '../../../kernel/ports/clock.ts';
import type {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
} from './webhook.commands.ts';
import type { EndpointEvent } from './webhook.events.ts';
import type { WebhookFormat } from './webhook-format.rules.ts';

const FORMER_DAYS = 1;
/** Each adds up to two signatures to every message. */
const MOST_FORMER = 3;

/** With the name of the secret's Vault entry in place of the secret. */
type WithSecretId<C extends { data: object }, S> = IntentWith<C, Omit<C['data'], 'secret'> & S>;
type EndpointIntent =
  | WithSecretId<CreateWebhookEndpoint, { secretId: string }>
  | WithSecretId<UpdateWebhookEndpoint, { secretId?: string | undefined }>
  | WithSecretId<RotateWebhookSecret, { secretId: string }>
  | IntentOf<DeleteWebhookEndpoint>;

export interface Endpoint {
  status: 'active';
  endpointId: string;
  organizationId: string;
  url: string;
  format: WebhookFormat;
  events: readonly string[];
  secretId: string;
  /** Rotated secrets, oldest first, and until when messages are signed with each of them, too (machine time). */
  former: readonly { secretId: string; until: Instant }[];
}
export type EndpointState = { status: 'absent' } | { status: 'deleted' } | Endpoint;

/** A seller's address that subscribes to events (docs/BILLING.md#webhook-endpoints). */
export const endpointDecider: Decider<EndpointIntent, EndpointState, EndpointEvent> = {
  category: 'webhookendpoint',
  initial: { status: 'absent' },
  edits: { types: ['WebhookEndpointUpdated', 'WebhookSecretRotated'], perDay: EDITS_PER_DAY },

  decide({ type, data, machineNow }, state) {
    switch (type) {
      case 'CreateWebhookEndpoint':
        return state.status === 'absent' ? [{ type: 'WebhookEndpointCreated', data }] : [];
      case 'UpdateWebhookEndpoint':
        return update(data, known(state));
      case 'RotateWebhookSecret': {
        const { endpointId } = known(state);
        const formerUntil = addDays(machineNow, FORMER_DAYS);
        return [{ type: 'WebhookSecretRotated', data: { endpointId, secretId: data.secretId, formerUntil } }];
      }
      case 'DeleteWebhookEndpoint': {
        const { endpointId, organizationId } = known(state);
        return [{ type: 'WebhookEndpointDeleted', data: { endpointId, organizationId } }];
      }
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'WebhookEndpointCreated':
        return { ...data, status: 'active', former: [] };
      case 'WebhookEndpointUpdated':
        if (state.status !== 'active') return state;
        return { ...state, ...data, ...(data.secretId !== undefined && { former: [] }) };
      case 'WebhookSecretRotated': {
        if (state.status !== 'active') return state;
        const former = [...state.former, { secretId: state.secretId, until: data.formerUntil }].slice(-MOST_FORMER);
        return { ...state, secretId: data.secretId, former };
      }
      case 'WebhookEndpointDeleted':
        return { status: 'deleted' };
    }
  },
};

function update(
  { url, format, events, secretId }: Extract<EndpointIntent, { type: 'UpdateWebhookEndpoint' }>['data'],
  endpoint: Endpoint,
): EndpointEvent[] {
  const changes = {
    ...(url !== undefined && url !== endpoint.url && { url }),
    ...(format !== undefined && format !== endpoint.format && { format }),
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
