import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { CreateApiKey, DeleteApiKey, UpdateApiKey } from './api-key.commands.ts';
import { ApiKeyNotFound, NoValuesToUpdate } from './api-key.errors.ts';
import type { ApiKeyEvent, ApiKeyOwner, ApiKeySettings } from './api-key.events.ts';
import { changedSettings, firstSettings } from './api-key.rules.ts';

export type ApiKeyIntent = IntentOf<CreateApiKey | UpdateApiKey | DeleteApiKey>;

interface Kept {
  status: 'kept';
  owner: ApiKeyOwner;
  settings: ApiKeySettings;
}
export type ApiKeyState = { status: 'absent' } | Kept | { status: 'deleted' };

export const apiKeyDecider: Decider<ApiKeyIntent, ApiKeyState, ApiKeyEvent> = {
  category: 'apikey',
  initial: { status: 'absent' },

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateApiKey':
        return create(intent, state);
      case 'UpdateApiKey':
        return update(intent, state);
      case 'DeleteApiKey':
        return remove(intent, state);
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'ApiKeyCreated': {
        const { keyId, start, prefix, at, userId, organizationId, ...settings } = data;
        return { status: 'kept', owner: { userId, organizationId }, settings };
      }
      case 'ApiKeyUpdated': {
        const { keyId, at, userId, organizationId, ...changes } = data;
        const kept = state as Kept;
        return { ...kept, settings: { ...kept.settings, ...changes } };
      }
      case 'ApiKeyDeleted':
        return { status: 'deleted' };
    }
  },
};

function create(
  { data: { given, ...data }, machineNow: at }: Extract<ApiKeyIntent, { type: 'CreateApiKey' }>,
  state: ApiKeyState,
): readonly ApiKeyEvent[] {
  if (state.status !== 'absent') return [];
  return [{ type: 'ApiKeyCreated', data: { ...data, ...firstSettings(given, data.prefix, at), at } }];
}

function update(
  { data: { keyId, given, ...owner }, machineNow: at }: Extract<ApiKeyIntent, { type: 'UpdateApiKey' }>,
  state: ApiKeyState,
): readonly ApiKeyEvent[] {
  const { settings } = kept(state, owner);
  const changes = changedSettings(given, settings, at);
  if (Object.keys(changes).length === 0) throw new NoValuesToUpdate();
  return [{ type: 'ApiKeyUpdated', data: { keyId, ...owner, ...changes, at } }];
}

/** What ends a key by itself may come after somebody has deleted it. */
function remove(
  { data: { keyId, reason, ...owner } }: Extract<ApiKeyIntent, { type: 'DeleteApiKey' }>,
  state: ApiKeyState,
): readonly ApiKeyEvent[] {
  if (reason !== 'deleted' && state.status !== 'kept') return [];
  return [{ type: 'ApiKeyDeleted', data: { keyId, reason, ...kept(state, owner).owner } }];
}

/** Another owner's key is not there. */
function kept(state: ApiKeyState, { userId, organizationId }: ApiKeyOwner): Kept {
  if (state.status !== 'kept' || state.owner.organizationId !== organizationId) throw new ApiKeyNotFound();
  if (organizationId === null && state.owner.userId !== userId) throw new ApiKeyNotFound();
  return state;
}
