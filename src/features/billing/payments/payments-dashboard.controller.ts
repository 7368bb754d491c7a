import { Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { Filters, type FilterRequest } from '../../../app/http/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { PaymentExport } from './payment-export.service.ts';
import { paymentList } from './payments.controller.ts';
import { PaymentTotals } from './payments.dto.ts';
import { PaymentQueries } from './payments.queries.ts';

/** Totals and exports the rows of `GET /v1/payments`, with the same filters. */
@DashboardController('payments')
@Scopes('payments:read')
export class PaymentsDashboardController {
  constructor(
    private readonly payments: PaymentQueries,
    private readonly exported: PaymentExport,
  ) {}

  @Get('totals')
  totals(@Filters(paymentList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<PaymentTotals> {
    return this.payments.totals(asked, caller);
  }

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  export(@Filters(paymentList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.file(asked, caller);
  }
}
