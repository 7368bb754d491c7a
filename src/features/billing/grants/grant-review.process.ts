import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { ReviewGrants } from './grant.commands.ts';
import type { GrantReviewEvent } from './grant-review.events.ts';

/** Each chunk of a review is a step of its own: purchases and other reviews need not wait for the last one. */
export const grantReviewProcess: ProcessManager<
  Extract<GrantReviewEvent, { type: 'GrantReviewStarted' | 'GrantReviewAdvanced' }>
> = {
  name: 'grant-reviews',
  handles: ['GrantReviewStarted', 'GrantReviewAdvanced'],
  react: ({ type, data }) => [
    send(ReviewGrants, { reviewId: data.reviewId, from: type === 'GrantReviewStarted' ? '' : data.after }),
  ],
};
