import { Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { Filters, type FilterRequest } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { OrderExport } from './order-export.service.ts';
import { orderList } from './orders.controller.ts';
import { OrderTotals } from './orders.dto.ts';
import { OrderQueries } from './orders.queries.ts';

/** Totals and exports the rows of `GET /v1/orders`, with the same filters. */
@DashboardController('orders')
export class OrdersDashboardController {
  constructor(
    private readonly orders: OrderQueries,
    private readonly exported: OrderExport,
  ) {}

  @Get('totals')
  @Scopes('orders:read')
  totals(@Filters(orderList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<OrderTotals> {
    return this.orders.totals(asked, caller);
  }

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Scopes('orders:read')
  export(@Filters(orderList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.file(asked, caller);
  }
}
