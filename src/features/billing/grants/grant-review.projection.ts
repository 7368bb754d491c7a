import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import { grantReviewEvents, type GrantReviewEvent } from './grant-review.events.ts';

export interface GrantReviewDocument extends Document {
  organization_id: string;
  kind: 'align' | 'update' | 'revoke';
  /** null: of a benefit. */
  product_id: string | null;
  benefit_id: string | null;
  /** Purchases or grants. */
  done: number;
  total: number;
  started_at: Instant;
  modified_at: Instant;
}

/** The reviews that have not completed. */
export const grantReviewProjection: Projection<GrantReviewDocument, GrantReviewEvent> = {
  name: 'grant_reviews',
  version: 1,
  indexes: [['organization_id', 'started_at']],
  handles: typesOf(grantReviewEvents),
  targets: ({ data }) => [data.reviewId],

  evolve(document, { type, data, metadata: { occurredAt: at } }, id) {
    if (type === 'GrantReviewCompleted') return undefined;
    if (type === 'GrantReviewAdvanced') return document && { ...document, done: data.done, modified_at: at };
    const { organizationId, task, total } = data;
    return {
      id,
      organization_id: organizationId,
      kind: task.kind,
      product_id: task.kind === 'align' ? task.productId : null,
      benefit_id: task.kind === 'align' ? null : task.benefitId,
      done: 0,
      total,
      started_at: at,
      modified_at: at,
    };
  },
};
