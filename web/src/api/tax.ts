import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { changed } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery } from './lists';
import type { paths } from './schema';

export interface TaxSearch {
  page: number;
  sorting: string;
  limit: number;
  /** A country, or '' for any. */
  country: string;
  shown: 'current' | 'all';
}

/** @param day of UTC, on which current rates have not ended */
export function taxRatesQuery(organizationId: string, search: TaxSearch, day: string) {
  const { country, shown } = search;
  return listQuery('tax', organizationId, { ...search, day }, (params) =>
    body(
      api.GET('/api/dashboard/tax-rates', {
        params: {
          query: {
            ...params,
            ...(country && { country: [country] }),
            ...(shown === 'current' && { unended_on: day }),
          },
        },
      }),
    ),
  );
}

/** Every rate in force or to come. @param day of UTC, on which they have not ended */
export function everyTaxRateQuery(organizationId: string, day: string) {
  return queryOptions({
    queryKey: ['tax', 'every', organizationId, day],
    queryFn: async () => {
      const query = { organization_id: [organizationId], unended_on: day, limit: 100 };
      const page = (n: number) =>
        body(api.GET('/api/dashboard/tax-rates', { params: { query: { ...query, page: n } } }));
      const first = await page(1);
      const items = [...first.items];
      for (let n = 2; n <= first.pagination.max_page; n += 1) items.push(...(await page(n)).items);
      return items;
    },
  });
}

export function taxOriginQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['tax', 'origin', organizationId],
    queryFn: () =>
      body(api.GET('/api/dashboard/tax/origin', { params: { query: { organization_id: organizationId } } })),
  });
}

export interface TaxedBuyer {
  country: string;
  state: string;
  /** Of a business, or ''. */
  taxId: string;
  /** Net, in minor units. */
  amount: number;
  currency: string;
}

export function taxPreviewQuery(organizationId: string, { country, state, taxId, amount, currency }: TaxedBuyer) {
  const query = {
    organization_id: organizationId,
    country: country as never,
    amount: String(amount),
    currency,
    ...(state && { state }),
    ...(taxId && { tax_id: taxId }),
  };
  return queryOptions({
    queryKey: ['tax', 'preview', query],
    queryFn: () => body(api.GET('/api/dashboard/tax/preview', { params: { query } })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

type NewTaxRate = Omit<
  paths['/api/dashboard/tax-rates']['post']['requestBody']['content']['application/json'],
  'organization_id'
>;

export function useAddTaxRate(organizationId: string) {
  return useCreate({
    mutationFn: (rate: NewTaxRate, headers) =>
      body(api.POST('/api/dashboard/tax-rates', { body: { ...rate, organization_id: organizationId }, headers })),
    onSuccess: () => changed('tax'),
  });
}

export function useEndTaxRate(organizationId: string) {
  return useMutation({
    mutationFn: ({ id, endsOn }: { id: string; endsOn: string | null }) =>
      body(
        api.POST('/api/dashboard/tax-rates/{id}/end', {
          params: { path: { id } },
          body: { organization_id: organizationId, ends_on: endsOn },
        }),
      ),
    onSuccess: () => changed('tax'),
  });
}

export function useChangeTaxOrigin(organizationId: string) {
  return useMutation({
    mutationFn: (country: string | null) =>
      body(
        api.PUT('/api/dashboard/tax/origin', {
          body: { organization_id: organizationId, country: country as never },
        }),
      ),
    onSuccess: () => changed('tax'),
  });
}
