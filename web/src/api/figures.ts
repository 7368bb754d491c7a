import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { spanOf, type Interval, type Range, type Span } from '@/lib/span';
import { api, body } from './client';

export interface FigureSearch {
  range?: Range;
  from: string;
  to: string;
  interval?: Interval;
}

/** The requested days; undefined for the server's default. */
function askedSpan({ range, from, to }: FigureSearch, today: string): Span | undefined {
  if (from && to && from <= to) return { start: from, end: to };
  return range && spanOf(range, today);
}

export function figuresQuery(organizationId: string, search: FigureSearch, today: string) {
  const span = askedSpan(search, today);
  const { interval } = search;
  const range = span && { start_date: span.start, end_date: span.end };
  return queryOptions({
    queryKey: ['metrics', organizationId, 'figures', { ...range, interval }],
    queryFn: () =>
      body(
        api.GET('/api/dashboard/figures', {
          params: { query: { organization_id: organizationId, ...range, ...(interval && { interval }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Failing endpoints, payments in doubt and unpaid orders. */
export function attentionQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['metrics', organizationId, 'attention'],
    queryFn: () =>
      body(api.GET('/api/dashboard/attention', { params: { query: { organization_id: organizationId } } })),
  });
}
