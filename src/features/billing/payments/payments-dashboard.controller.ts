import { Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { Filters, type FilterRequest } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { PaymentExport } from './payment-export.service.ts';
import { paymentList } from './payments.controller.ts';
import { InstalledProcessor, PaymentTotals } from './payments.dto.ts';
import { PaymentQueries, ProcessorQueries } from './payments.queries.ts';

/** Totals and exports the rows of `GET /v1/payments`, with the same filters; and what takes the payments. */
@DashboardController('payments')
@Scopes('payments:read')
export class PaymentsDashboardController {
  constructor(
    private readonly payments: PaymentQueries,
    private readonly exported: PaymentExport,
    private readonly processors: ProcessorQueries,
  ) {}

  @Get('totals')
  totals(@Filters(paymentList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<PaymentTotals> {
    return this.payments.totals(asked, caller);
  }

  @Get('processor')
  processor(): InstalledProcessor {
    return this.processors.installed();
  }

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  export(@Filters(paymentList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.file(asked, caller);
  }
}
