import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FinanceInterval } from '@/lib/finance';
import { financeFilters, type FinanceEntryFilters, type TaxLineFilters } from '@/lib/list-filters';
import type { DayRange } from '@/lib/presets';
import { api, body } from './client';
import { listQuery, totalsQuery } from './lists';

interface PageSearch {
  page: number;
  sorting: string;
  limit: number;
}

export type FinanceEntrySearch = FinanceEntryFilters & PageSearch;
export type TaxLineSearch = TaxLineFilters & PageSearch;

/** What came in, was refunded and is owed in tax; `range` has both days. */
export function financeQuery(organizationId: string, range: DayRange, interval: FinanceInterval) {
  const query = { organization_id: organizationId, start_date: range.from, end_date: range.to, interval };
  return queryOptions({
    queryKey: ['finance', organizationId, 'overview', query],
    queryFn: () => body(api.GET('/api/dashboard/finance', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

/** Paid orders and refunds. */
export function financeEntriesQuery(organizationId: string, search: FinanceEntrySearch) {
  return listQuery('finance', organizationId, search, (params) =>
    body(api.GET('/api/dashboard/finance/entries', { params: { query: { ...params, ...financeFilters(search) } } })),
  );
}

export function financeEntryTotalsQuery(organizationId: string, search: Partial<FinanceEntryFilters>) {
  return totalsQuery('finance', organizationId, financeFilters(search), (query) =>
    body(api.GET('/api/dashboard/finance/entries/totals', { params: { query } })),
  );
}

/** What each rate made of them. */
export function taxLinesQuery(organizationId: string, search: TaxLineSearch) {
  return listQuery('tax-line', organizationId, search, (params) =>
    body(api.GET('/api/dashboard/finance/tax-lines', { params: { query: { ...params, ...financeFilters(search) } } })),
  );
}

export function taxLineTotalsQuery(organizationId: string, search: Partial<TaxLineFilters>) {
  return totalsQuery('tax-line', organizationId, financeFilters(search), (query) =>
    body(api.GET('/api/dashboard/finance/tax-lines/totals', { params: { query } })),
  );
}
