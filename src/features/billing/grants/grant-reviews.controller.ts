import { Get } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { ORGANIZATION_ID, OrganizationIdOf } from '../../../app/http/callers/organization-id.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { GrantReviewQueries } from './grant-reviews.queries.ts';
import { RunningGrantReviews } from './grants.dto.ts';

/** How far the grants of an organization have followed changes of its products and benefits; all have if there are none. */
@DashboardController('grant-reviews')
@Scopes('benefits:read', 'benefits:write')
export class GrantReviewsController {
  constructor(private readonly reviews: GrantReviewQueries) {}

  @Get()
  @ApiQuery(ORGANIZATION_ID)
  @Answers(404, 422)
  list(@OrganizationIdOf() organizationId: string, @CallerOf() caller: Caller): Promise<RunningGrantReviews> {
    return this.reviews.running(organizationId, caller);
  }
}
