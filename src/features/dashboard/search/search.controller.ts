import { Get, Query } from '@nestjs/common';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { SearchQuery, SearchResult } from './search.dto.ts';
import { SearchLimit } from './search-limit.service.ts';
import { SearchQueries } from './search.queries.ts';

/** Finds entities of one organization by name, e-mail, number or id. */
@DashboardController('search')
export class SearchController {
  constructor(
    private readonly limit: SearchLimit,
    private readonly search: SearchQueries,
  ) {}

  @Get()
  @Scopes('customers:read', 'orders:read', 'products:read', 'subscriptions:read', 'checkouts:read', 'ledger:read')
  @Answers(429)
  async find(@Query() query: SearchQuery, @CallerOf() caller: Caller): Promise<SearchResult> {
    await this.limit.demand(caller);
    return { items: await this.search.find(query, caller) };
  }
}
