import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type { CreateApiKey, DeleteApiKey, RecordApiKeyUse, UpdateApiKey } from './api-key.commands.ts';
import { ApiKeyNotFound, NoValuesToUpdate } from './api-key.errors.ts';
import type { ApiKeyEvent, ApiKeyOwner, ApiKeySettings, ApiKeyUseEvent } from './api-key.events.ts';
import { changedSettings, firstSettings } from './api-key.rules.ts';

/** The key itself stays with the handler: its id is a digest of it. */
type NewApiKey = CreateApiKey['data'] & { keyId: string; start: string };

export type ApiKeyIntent = IntentWith<CreateApiKey, NewApiKey> | IntentOf<UpdateApiKey | DeleteApiKey>;

interface Active {
  status: 'active';
  owner: ApiKeyOwner;
  settings: ApiKeySettings;
}
export type ApiKeyState = { status: 'absent' } | Active | { status: 'deleted' };

export const apiKeyDecider: Decider<ApiKeyIntent, ApiKeyState, ApiKeyEvent> = {
  category: 'apikey',
  initial: { status: 'absent' },
  edits: { types: ['ApiKeyUpdated'], perDay: EDITS_PER_DAY },

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
        return { status: 'active', owner: { userId, organizationId }, settings };
      }
      case 'ApiKeyUpdated': {
        const { keyId, at, userId, organizationId, ...changes } = data;
        const key = state as Active;
        return { ...key, settings: { ...key.settings, ...changes } };
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
  const { settings } = active(state, owner);
  const changes = changedSettings(given, settings, at);
  if (Object.keys(changes).length === 0) throw new NoValuesToUpdate();
  return [{ type: 'ApiKeyUpdated', data: { keyId, ...owner, ...changes, at } }];
}

/** A key that ends on its own may have been deleted by a user before. */
function remove(
  { data: { keyId, reason, ...owner } }: Extract<ApiKeyIntent, { type: 'DeleteApiKey' }>,
  state: ApiKeyState,
): readonly ApiKeyEvent[] {
  if (reason !== 'deleted' && state.status !== 'active') return [];
  return [{ type: 'ApiKeyDeleted', data: { keyId, reason, ...active(state, owner).owner } }];
}

/** Another owner's key counts as absent. */
function active(state: ApiKeyState, { userId, organizationId }: ApiKeyOwner): Active {
  if (state.status !== 'active' || state.owner.organizationId !== organizationId) throw new ApiKeyNotFound();
  if (organizationId === null && state.owner.userId !== userId) throw new ApiKeyNotFound();
  return state;
}

/** A month of one key's uses; each hour is recorded once. */
export interface ApiKeyUseState {
  hours: readonly Instant[];
}

export type HourOfApiKeyUse = { keyId: string; hour: Instant; uses: number } & ApiKeyOwner;

export const apiKeyUseDecider: Decider<IntentWith<RecordApiKeyUse, HourOfApiKeyUse>, ApiKeyUseState, ApiKeyUseEvent> = {
  category: 'apikeyuse',
  initial: { hours: [] },
  decide: ({ data }, { hours }) => (hours.includes(data.hour) ? [] : [{ type: 'ApiKeyUsed', data }]),
  evolve: ({ hours }, { data }) => ({ hours: [...hours, data.hour] }),
};
