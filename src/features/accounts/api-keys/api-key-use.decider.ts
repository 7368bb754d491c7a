import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { RecordApiKeyUse } from './api-key.commands.ts';
import type { ApiKeyUseEvent } from './api-key.events.ts';

/** A month of one key's uses: each hour is written down once. */
export interface ApiKeyUseState {
  hours: readonly Instant[];
}

export const apiKeyUseDecider: Decider<IntentOf<RecordApiKeyUse>, ApiKeyUseState, ApiKeyUseEvent> = {
  category: 'apikeyuse',
  initial: { hours: [] },
  decide: ({ data }, { hours }) => (hours.includes(data.hour) ? [] : [{ type: 'ApiKeyUsed', data }]),
  evolve: ({ hours }, { data }) => ({ hours: [...hours, data.hour] }),
};
