import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { SealLog } from './seal.commands.ts';
import type { SealEvent } from './seal.events.ts';

interface SealState {
  /** How many events the last seal covers. */
  count: number;
}

/** A seal covers more events than the one before it, so two sealers at once append one. */
export const sealDecider: Decider<IntentOf<SealLog>, SealState, SealEvent> = {
  category: 'seal',
  initial: { count: 0 },
  decide: ({ data }, { count }) => (data.count > count ? [{ type: 'LogSealed', data }] : []),
  evolve: (_state, { data: { count } }) => ({ count }),
};
