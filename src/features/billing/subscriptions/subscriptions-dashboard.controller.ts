import { Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { Filters, type FilterRequest } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { SubscriptionCsv } from './subscription-csv.service.ts';
import { subscriptionList } from './subscriptions.controller.ts';
import { CancellationReasons, SubscriptionTotals } from './subscriptions.dto.ts';
import { SubscriptionQueries } from './subscriptions.queries.ts';

/** Totals and exports the rows of `GET /v1/subscriptions`, with the same filters. */
@DashboardController('subscriptions')
@Scopes('subscriptions:read', 'subscriptions:write')
export class SubscriptionsDashboardController {
  constructor(
    private readonly subscriptions: SubscriptionQueries,
    private readonly csv: SubscriptionCsv,
  ) {}

  @Get('totals')
  totals(@Filters(subscriptionList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<SubscriptionTotals> {
    return this.subscriptions.totals(asked, caller);
  }

  @Get('cancellation-reasons')
  cancellationReasons(
    @Filters(subscriptionList) asked: FilterRequest,
    @CallerOf() caller: Caller,
  ): Promise<CancellationReasons> {
    return this.subscriptions.cancellationReasons(asked, caller);
  }

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  export(@Filters(subscriptionList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.csv.file(asked, caller);
  }
}
