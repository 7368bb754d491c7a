import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** `grantreview-{UUID}`: one event per chunk of purchases or grants. */
export const grantReviewStream = (reviewId: string): string => `grantreview-${reviewId}`;

/** What is to be done, because a product or benefit has changed. */
export type GrantTask =
  /** Of the product's live purchases: grant what they lack, and revoke what they no longer have. */
  | { kind: 'align'; productId: string }
  /** Of the benefit's grants: change what the customers hold. */
  | { kind: 'update'; benefitId: string }
  /** Of the deleted benefit's grants. */
  | { kind: 'revoke'; benefitId: string };

interface AboutReview {
  reviewId: string;
  organizationId: string;
}

/** Of changes that many customers are affected by; those of few are done at once, without such events. */
export const grantReviewEvents = {
  GrantReviewStarted: event<
    AboutReview & {
      task: GrantTask;
      /** How many purchases or grants there were then. */
      total: number;
    }
  >({ internal: true }),
  GrantReviewAdvanced: event<
    AboutReview & {
      /** Since the start. */
      done: number;
      /** Id of the last purchase or grant that is done. */
      after: string;
    }
  >({ internal: true }),
  GrantReviewCompleted: event<AboutReview & { done: number }>({ internal: true }),
};

export type GrantReviewEvent = EventsOf<typeof grantReviewEvents>;
