import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../../kernel/writing/events.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import type { ApiVersion } from '../../../../app/http/api-version.rules.ts';
import type { WebhookFormat } from '../messages/webhook-format.rules.ts';
import { endpointEvents, replayEvents, type EndpointEvent, type ReplayEvent } from '../webhook.events.ts';

/** An endpoint in its wire form, with the name of its secret. */
export interface EndpointDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  url: string;
  format: WebhookFormat;
  organization_id: string;
  events: string[];
  api_version: ApiVersion;
  secret_id: string;
  /** Until when messages are signed with the former secret, too (machine time); null if it was not rotated. */
  former_secret_until: Instant | null;
  /** Machine time; null while it is enabled. */
  disabled_at: Instant | null;
  /** Position of its creation, or of when it was last enabled: it gets later events. */
  since: string;
  /** The last one. */
  replay: ReplayProgress | null;
  /** The latest replays that were stopped: what they had scheduled is not sent any more. */
  stopped_replays: readonly string[];
}

/** How far a replay has come. */
export interface ReplayProgress {
  id: string;
  status: 'running' | 'completed' | 'stopped';
  /** Business time. */
  from: Instant;
  from_event_id: string;
  started_at: Instant;
  ended_at: Instant | null;
  /** Position of its start: it reads earlier events. */
  position: string;
  events: number;
  events_read: number;
  /** Scheduled so far. */
  messages: number;
  /** Business time of the last event read, and its id. */
  through: Instant | null;
  through_event_id: string | null;
}

const MOST_STOPPED = 20;

export const endpointProjection: Projection<EndpointDocument, EndpointEvent | ReplayEvent> = {
  name: 'webhook_endpoints',
  version: 5,
  group: 'delivery',
  indexes: [],
  lists: { scope: ['organization_id'], sortings: ['created_at'], filters: [] },
  fields: ['events', 'since', 'disabled_at'],
  handles: [...typesOf(endpointEvents), ...typesOf(replayEvents)],
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
          api_version: data.apiVersion,
          secret_id: data.secretId,
          former_secret_until: null,
          disabled_at: null,
          since: position,
          replay: null,
          stopped_replays: [],
        };
      case 'WebhookEndpointUpdated': {
        if (!document) return document;
        const { url = document.url, format = document.format, events = document.events, secretId } = data;
        const { apiVersion: api_version = document.api_version } = data;
        const secret = secretId !== undefined && { secret_id: secretId, former_secret_until: null };
        return { ...document, url, format, events, api_version, ...secret, modified_at: metadata.occurredAt };
      }
      case 'WebhookSecretRotated': {
        const { secretId: secret_id, formerUntil: former_secret_until } = data;
        return document && { ...document, secret_id, former_secret_until, modified_at: metadata.occurredAt };
      }
      case 'WebhookEndpointDisabled':
        return document && { ...document, disabled_at: data.at };
      case 'WebhookEndpointEnabled':
        return document && { ...document, disabled_at: null, since: position };
      case 'WebhookReplayStarted':
        return document && { ...document, replay: started(data, position) };
      case 'WebhooksReplayed':
        return document?.replay ? { ...document, replay: advanced(document.replay, data) } : document;
      case 'WebhookReplayEnded': {
        if (!document?.replay) return document;
        const { result: status, at: ended_at, replayId } = data;
        const stopped =
          status === 'stopped' ? [replayId, ...document.stopped_replays].slice(0, MOST_STOPPED) : undefined;
        const replay = { ...document.replay, status, ended_at };
        return { ...document, replay, stopped_replays: stopped ?? document.stopped_replays };
      }
      case 'WebhookEndpointDeleted':
        return undefined;
    }
  },
};

type Data<T extends string> = Extract<EndpointEvent | ReplayEvent, { type: T }>['data'];

function started(
  { replayId: id, from, fromEventId, events, at }: Data<'WebhookReplayStarted'>,
  position: string,
): ReplayProgress {
  return {
    ...{ id, status: 'running', from, from_event_id: fromEventId, started_at: at, ended_at: null, position },
    ...{ events, events_read: 0, messages: 0, through: null, through_event_id: null },
  };
}

function advanced(
  replay: ReplayProgress,
  { replayed, events: events_read, through, throughEventId: through_event_id }: Data<'WebhooksReplayed'>,
): ReplayProgress {
  return { ...replay, events_read, messages: replay.messages + replayed.length, through, through_event_id };
}
