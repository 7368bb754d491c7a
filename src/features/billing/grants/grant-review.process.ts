import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { ReviewGrants } from './grant.commands.ts';
import type { GrantReviewEvent } from './grant-review.events.ts';

/** Each chunk of a review is a step of its own: purchases and other reviews need not wait for the last one. */
export const grantReviewProcess = reactingTo<GrantReviewEvent>()({
  name: 'grant-reviews',
  on: {
    GrantReviewStarted: ({ reviewId }) => [send(ReviewGrants, { reviewId, from: '' })],
    GrantReviewAdvanced: ({ reviewId, after }) => [send(ReviewGrants, { reviewId, from: after })],
  },
});
