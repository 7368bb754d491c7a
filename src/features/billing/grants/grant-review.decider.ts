import { NotFound } from '../../../kernel/errors.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { AdvanceGrantReview, BeginGrantReview } from './grant.commands.ts';
import type { GrantReviewEvent, GrantTask } from './grant-review.events.ts';

export type GrantReviewState =
  | { status: 'absent' }
  | {
      status: 'running' | 'completed';
      reviewId: string;
      organizationId: string;
      task: GrantTask;
      done: number;
      after: string;
    };

/** Goes through all that a change affects, in the order of their ids. */
export const grantReviewDecider: Decider<
  IntentOf<BeginGrantReview | AdvanceGrantReview>,
  GrantReviewState,
  GrantReviewEvent
> = {
  category: 'grantreview',
  initial: { status: 'absent' },
  snapshot: { version: 1 },

  decide(intent, state) {
    if (intent.type === 'BeginGrantReview')
      return state.status === 'absent' ? [{ type: 'GrantReviewStarted', data: intent.data }] : [];
    if (state.status === 'absent') throw new NotFound();
    const { from, through, count } = intent.data;
    // Done already, by an earlier attempt.
    if (state.status === 'completed' || state.after !== from) return [];
    const { reviewId, organizationId } = state;
    const done = state.done + count;
    return through === null
      ? [{ type: 'GrantReviewCompleted', data: { reviewId, organizationId, done } }]
      : [{ type: 'GrantReviewAdvanced', data: { reviewId, organizationId, done, after: through } }];
  },

  evolve(state, { type, data }) {
    if (type === 'GrantReviewStarted') {
      const { total: _, ...about } = data;
      return { status: 'running', ...about, done: 0, after: '' };
    }
    if (state.status === 'absent') return state;
    const { done } = data;
    return type === 'GrantReviewAdvanced'
      ? { ...state, done, after: data.after }
      : { ...state, done, status: 'completed' };
  },
};
