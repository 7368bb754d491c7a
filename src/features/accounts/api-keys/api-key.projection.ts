import type { Instant } from '../../../kernel/ports/clock.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { ApiKeyEvent, ApiKeyOwner, ApiKeySettings } from './api-key.events.ts';

/** An API key as the identity contract shows one, except for its uses (docs/IDENTITY.md#api-keys). Times are machine time. */
export interface ApiKeyDocument extends ApiKeyOwner, ApiKeySettings {
  id: string;
  start: string;
  prefix: string | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** When `remaining` started to count down. */
  remainingSince: Instant;
  /** The organization's id, or the user's. */
  owner: string;
  subjects: string[];
}

/** Deleted keys have no document. */
export const apiKeyProjection: Projection<ApiKeyDocument, ApiKeyEvent> = {
  name: 'api_keys',
  version: 1,
  group: 'access',
  tenant: 'owner',
  indexes: [['owner', 'createdAt']],
  maps: ['metadata', 'permissions'],
  handles: ['ApiKeyCreated', 'ApiKeyUpdated', 'ApiKeyDeleted'],
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, { type, data }) {
    switch (type) {
      case 'ApiKeyCreated': {
        const { keyId: id, at, ...key } = data;
        const times = { createdAt: at, updatedAt: at, remainingSince: at };
        const { userId, organizationId } = key;
        const subjects = organizationId === null ? [subjectOf.user(userId)] : [];
        return { id, ...key, ...times, owner: organizationId ?? userId, subjects };
      }
      case 'ApiKeyUpdated': {
        const { keyId, at, userId, organizationId, ...changes } = data;
        const remainingSince = changes.remaining === undefined ? document?.remainingSince : at;
        return document && { ...document, ...changes, updatedAt: at, remainingSince: remainingSince! };
      }
      case 'ApiKeyDeleted':
        return undefined;
    }
  },

  blank: (document) => ({ ...document, name: null, metadata: null }),
};
