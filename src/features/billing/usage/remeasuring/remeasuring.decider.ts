import { NotFound } from '../../../../kernel/errors.ts';
import type { IntentOf } from '../../../../kernel/writing/command.ts';
import type { Decider } from '../../../../kernel/writing/decider.ts';
import type { MeterAggregation } from '../../meters/meter.events.ts';
import type { AdvanceRemeasuring, BeginRemeasuring, LookAgain } from './remeasuring.commands.ts';
import type { Look, RemeasuringEvent } from './remeasuring.events.ts';

interface Remeasuring {
  status: 'running' | 'ended';
  meterId: string;
  revision: number;
  func: MeterAggregation['func'];
  organizationId: string;
  look: Look;
  /** Pages of this look. */
  pages: number;
  after: string;
}
type RemeasuringState = { status: 'absent' } | Remeasuring;

/** Goes through past usage in the order of the log, twice (docs/decisions/0035). */
export const remeasuringDecider: Decider<
  IntentOf<BeginRemeasuring | AdvanceRemeasuring | LookAgain>,
  RemeasuringState,
  RemeasuringEvent
> = {
  category: 'remeasuring',
  initial: { status: 'absent' },
  snapshot: { version: 1 },

  decide({ type, data }, state) {
    if (type === 'BeginRemeasuring') return state.status === 'absent' ? [started(data, 'first')] : [];
    if (state.status === 'absent') throw new NotFound();
    if (type === 'AdvanceRemeasuring') return advance(data, state);
    return state.status === 'ended' && state.look === 'first' ? [started(state, 'second')] : [];
  },

  evolve(state, { type, data }) {
    if (type === 'UsageRemeasuringStarted') return { ...data, status: 'running', pages: 0, after: '' };
    if (state.status === 'absent') return state;
    if (type === 'UsageRemeasuringEnded') return { ...state, status: 'ended' };
    return { ...state, pages: data.page, after: data.after };
  },
};

function started(
  { organizationId, meterId, revision, func }: Pick<Remeasuring, 'organizationId' | 'meterId' | 'revision' | 'func'>,
  look: Look,
): RemeasuringEvent {
  return { type: 'UsageRemeasuringStarted', data: { organizationId, meterId, revision, func, look } };
}

function advance(
  { look, from, after, parts }: AdvanceRemeasuring['data'],
  { status, organizationId, meterId, revision, func, ...state }: Remeasuring,
): RemeasuringEvent[] {
  // Done already, by an earlier attempt.
  if (status === 'ended' || state.look !== look || state.after !== from) return [];
  const about = { organizationId, meterId, revision, func, look };
  if (after === null) return [{ type: 'UsageRemeasuringEnded', data: about }];
  return (parts.length > 0 ? parts : [[]]).map((owners) => ({
    type: 'UsageRemeasured',
    data: { ...about, page: state.pages + 1, after, owners },
  }));
}
