import { Get } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { ORGANIZATION_ID, OrganizationIdOf } from '../../../app/http/callers/organization-id.ts';
import { Attention } from './attention.dto.ts';
import { AttentionQueries } from './attention.queries.ts';

/** The problems at the top of an organization's Home. */
@DashboardController('attention')
@Scopes('metrics:read')
export class AttentionController {
  constructor(private readonly attention: AttentionQueries) {}

  @Get()
  @ApiQuery(ORGANIZATION_ID)
  @Answers(404, 422)
  get(@OrganizationIdOf() organizationId: string, @CallerOf() caller: Caller): Promise<Attention> {
    return this.attention.get(organizationId, caller);
  }
}
