import { Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyCurrency, anyId, anyOf, between } from '../../../app/http/lists/filters.ts';
import { Filters, List, type FilterRequest, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { BILLING_REASONS } from '../orders/order.events.ts';
import { FinanceExport } from './finance-export.service.ts';
import { FinanceEntryQueries, TaxLineQueries } from './finance-lists.queries.ts';
import {
  FinanceEntryList,
  FinanceEntryTotals,
  FinanceOverview,
  FinanceQuery,
  TaxLineList,
  TaxLineTotals,
} from './finance.dto.ts';
import { FinanceQueries } from './finance.queries.ts';
import { FINANCE_KINDS, TAX_TREATMENTS } from './finance.rules.ts';

const BOOKED = {
  kind: anyOf('kind', FINANCE_KINDS),
  billing_reason: anyOf('billing_reason', BILLING_REASONS),
  currency: anyCurrency('currency'),
  country: anyOf('country'),
  order_id: anyId('order_id'),
  customer_id: anyId('customer_id'),
  ...between('booked', 'booked_at'),
};

export const financeEntryList: ListSpec = {
  sorting: { booked_at: 'booked_at', total: 'total_amount' },
  defaultSorting: ['-booked_at'],
  filters: BOOKED,
  search: true,
};

export const taxLineList: ListSpec = {
  sorting: { booked_at: 'booked_at', tax: 'tax_amount' },
  defaultSorting: ['-booked_at'],
  filters: { row: anyOf('row'), treatment: anyOf('treatment', TAX_TREATMENTS), ...BOOKED },
  search: true,
};

/** What came in, was refunded and is owed in tax, and the rows that make it (docs/BILLING.md#finance). */
@DashboardController('finance')
@Scopes('orders:read')
export class FinanceController {
  constructor(
    private readonly finance: FinanceQueries,
    private readonly exported: FinanceExport,
    private readonly entries: FinanceEntryQueries,
    private readonly taxLines: TaxLineQueries,
  ) {}

  @Get()
  @Answers(404)
  get(@Query() query: FinanceQuery, @CallerOf() caller: Caller): Promise<FinanceOverview> {
    return this.finance.overview(query, caller);
  }

  @Get('export')
  @Answers(404)
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(@Query() query: FinanceQuery, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.taxes(await this.finance.overview(query, caller));
  }

  @Get('entries')
  listEntries(@List(financeEntryList) list: ListRequest, @CallerOf() caller: Caller): Promise<FinanceEntryList> {
    return this.entries.list(list, caller);
  }

  @Get('entries/totals')
  entryTotals(
    @Filters(financeEntryList) asked: FilterRequest,
    @CallerOf() caller: Caller,
  ): Promise<FinanceEntryTotals> {
    return this.entries.totals(asked, caller);
  }

  @Get('entries/export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  exportEntries(@Filters(financeEntryList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.entries(asked, caller);
  }

  @Get('tax-lines')
  listTaxLines(@List(taxLineList) list: ListRequest, @CallerOf() caller: Caller): Promise<TaxLineList> {
    return this.taxLines.list(list, caller);
  }

  @Get('tax-lines/totals')
  taxLineTotals(@Filters(taxLineList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<TaxLineTotals> {
    return this.taxLines.totals(asked, caller);
  }

  @Get('tax-lines/export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  exportTaxLines(@Filters(taxLineList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.taxLines(asked, caller);
  }
}
