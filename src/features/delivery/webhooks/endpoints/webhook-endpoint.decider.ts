import { isDeepStrictEqual } from 'node:util';
import type { IntentOf, IntentWith } from '../../../../kernel/writing/command.ts';
import type { Decider } from '../../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import { addDays, type Instant } from '../../../../kernel/ports/clock.ts';
import type {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  DisableWebhookEndpoint,
  EnableWebhookEndpoint,
  EndWebhookReplay,
  RotateWebhookSecret,
  StartWebhookReplay,
  UpdateWebhookEndpoint,
} from '../webhook.commands.ts';
import {
  NoWebhookReplay,
  WebhookEndpointIsDisabled,
  WebhookEndpointIsEnabled,
  WebhookReplayIsRunning,
} from '../webhook.errors.ts';
import type { EndpointEvent } from '../webhook.events.ts';
import type { ApiVersion } from '../../../../app/http/api-version.rules.ts';
import type { WebhookFormat } from '../messages/webhook-format.rules.ts';

const FORMER_DAYS = 1;
/** Each adds up to two signatures to every message. */
const MOST_FORMER = 3;

/** With the name of the secret's Vault entry in place of the secret. */
type WithSecretId<C extends { data: object }, S> = IntentWith<C, Omit<C['data'], 'secret'> & S>;
type EndpointIntent =
  | WithSecretId<CreateWebhookEndpoint, { secretId: string }>
  | WithSecretId<UpdateWebhookEndpoint, { secretId?: string | undefined }>
  | WithSecretId<RotateWebhookSecret, { secretId: string }>
  | IntentOf<DisableWebhookEndpoint>
  | IntentWith<EnableWebhookEndpoint, { endpointId: string; replay: ReplayFacts | null }>
  | IntentWith<StartWebhookReplay, { endpointId: string; replay: ReplayFacts }>
  | IntentOf<EndWebhookReplay>
  | IntentOf<DeleteWebhookEndpoint>;

/** What a replay begins with, and how many events it reads. */
export interface ReplayFacts {
  replayId: string;
  from: Instant;
  fromEventId: string;
  events: number;
}

export interface Endpoint {
  status: 'active';
  endpointId: string;
  organizationId: string;
  url: string;
  format: WebhookFormat;
  events: readonly string[];
  apiVersion: ApiVersion;
  secretId: string;
  /** Rotated secrets, oldest first, and until when messages are signed with each of them, too (machine time). */
  former: readonly { secretId: string; until: Instant }[];
  /** The first event whose message it missed; null while it is enabled. */
  missedFrom: string | null;
  /** The running replay. */
  replayId: string | null;
}
export type EndpointState = { status: 'absent' } | { status: 'deleted' } | Endpoint;

/** A seller's address that subscribes to events (docs/BILLING.md#webhook-endpoints). */
export const endpointDecider: Decider<EndpointIntent, EndpointState, EndpointEvent> = {
  category: 'webhookendpoint',
  initial: { status: 'absent' },
  edits: {
    types: ['WebhookEndpointUpdated', 'WebhookSecretRotated', 'WebhookEndpointEnabled', 'WebhookReplayStarted'],
    perDay: EDITS_PER_DAY,
  },

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
      case 'DisableWebhookEndpoint':
        return disable(data, known(state), machineNow);
      case 'EnableWebhookEndpoint': {
        const { endpointId, organizationId, missedFrom } = known(state);
        if (missedFrom === null) throw new WebhookEndpointIsEnabled();
        const enabled = { endpointId, organizationId, at: machineNow };
        const started = data.replay ? [replayStarted(data.replay, known(state), machineNow)] : [];
        return [{ type: 'WebhookEndpointEnabled', data: enabled }, ...started];
      }
      case 'StartWebhookReplay': {
        const { missedFrom, replayId } = known(state);
        if (missedFrom !== null) throw new WebhookEndpointIsDisabled();
        if (replayId !== null) throw new WebhookReplayIsRunning();
        return [replayStarted(data.replay, known(state), machineNow)];
      }
      case 'EndWebhookReplay': {
        const endpoint = known(state);
        if (endpoint.replayId === null && data.replayId === null) throw new NoWebhookReplay();
        if (endpoint.replayId === null || (data.replayId ?? endpoint.replayId) !== endpoint.replayId) return [];
        return [replayEnded(endpoint, endpoint.replayId, data.result, machineNow)];
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
        return { ...data, status: 'active', former: [], missedFrom: null, replayId: null };
      case 'WebhookEndpointUpdated':
        if (state.status !== 'active') return state;
        return { ...state, ...data, ...(data.secretId !== undefined && { former: [] }) };
      case 'WebhookSecretRotated': {
        if (state.status !== 'active') return state;
        const former = [...state.former, { secretId: state.secretId, until: data.formerUntil }].slice(-MOST_FORMER);
        return { ...state, secretId: data.secretId, former };
      }
      case 'WebhookEndpointDisabled':
        return state.status === 'active' ? { ...state, missedFrom: data.missedFrom } : state;
      case 'WebhookEndpointEnabled':
        return state.status === 'active' ? { ...state, missedFrom: null } : state;
      case 'WebhookReplayStarted':
        return state.status === 'active' ? { ...state, replayId: data.replayId } : state;
      case 'WebhookReplayEnded':
        return state.status === 'active' ? { ...state, replayId: null } : state;
      case 'WebhookEndpointDeleted':
        return { status: 'deleted' };
    }
  },
};

/** A replay ends with it: enabling the endpoint again may begin one from what it missed. */
function disable(
  { failed, missedFrom }: DisableWebhookEndpoint['data'],
  endpoint: Endpoint,
  at: Instant,
): EndpointEvent[] {
  if (endpoint.missedFrom !== null) return [];
  const { endpointId, organizationId, replayId } = endpoint;
  const disabled = { endpointId, organizationId, failed, missedFrom, at };
  const ended = replayId === null ? [] : [replayEnded(endpoint, replayId, 'stopped', at)];
  return [{ type: 'WebhookEndpointDisabled', data: disabled }, ...ended];
}

function replayStarted(replay: ReplayFacts, { endpointId, organizationId }: Endpoint, at: Instant): EndpointEvent {
  return { type: 'WebhookReplayStarted', data: { endpointId, organizationId, ...replay, at } };
}

function replayEnded(
  { endpointId, organizationId }: Endpoint,
  replayId: string,
  result: 'completed' | 'stopped',
  at: Instant,
): EndpointEvent {
  return { type: 'WebhookReplayEnded', data: { endpointId, organizationId, replayId, result, at } };
}

function update(
  { url, format, events, apiVersion, secretId }: Extract<EndpointIntent, { type: 'UpdateWebhookEndpoint' }>['data'],
  endpoint: Endpoint,
): EndpointEvent[] {
  const changes = {
    ...(url !== undefined && url !== endpoint.url && { url }),
    ...(format !== undefined && format !== endpoint.format && { format }),
    ...(events !== undefined && !isDeepStrictEqual(events, endpoint.events) && { events }),
    ...(apiVersion !== undefined && apiVersion !== endpoint.apiVersion && { apiVersion }),
    ...(secretId !== undefined && { secretId }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'WebhookEndpointUpdated', data: { endpointId: endpoint.endpointId, ...changes } }];
}

function known(state: EndpointState): Endpoint {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
