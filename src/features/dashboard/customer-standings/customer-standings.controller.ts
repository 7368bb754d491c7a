import { Get, Query } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { CustomerStandings, CustomerStandingsQuery } from './customer-standings.dto.ts';
import { CustomerStandingQueries } from './customer-standings.queries.ts';

/** What the list of customers shows of each besides their details. */
@DashboardController('customer-standings')
export class CustomerStandingsController {
  constructor(private readonly standings: CustomerStandingQueries) {}

  @Get()
  @Scopes('metrics:read')
  async get(@Query() query: CustomerStandingsQuery, @CallerOf() caller: Caller): Promise<CustomerStandings> {
    return { items: await this.standings.of(query, caller) };
  }
}
