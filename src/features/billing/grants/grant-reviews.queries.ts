import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import type { Find } from '../../../kernel/ports/document-store.ts';
import { grantReviewProjection } from './grant-review.projection.ts';
import type { RunningGrantReviews } from './grants.dto.ts';

const MOST_SHOWN = 100;

@Injectable()
export class GrantReviewQueries {
  constructor(private readonly documents: Documents) {}

  /** The oldest first. */
  async running(organizationId: string, caller: Caller): Promise<RunningGrantReviews> {
    const query: Find = {
      sort: [{ field: 'started_at', direction: 'asc' }],
      limit: MOST_SHOWN,
    };
    const { items } = await this.documents.find(grantReviewProjection, query, narrowedTo([organizationId], caller));
    return { items: items.map(({ organization_id: _, ...review }) => review) };
  }
}
