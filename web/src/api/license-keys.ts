import { useMutation } from '@tanstack/react-query';
import type { LicenseKeyFilters } from '@/lib/list-filters';
import { changed } from './affects';
import { api, body } from './client';
import { listQuery, oneQuery } from './lists';
import type { LicenseKey } from './types';

export interface LicenseKeySearch extends LicenseKeyFilters {
  page: number;
  sorting: string;
  limit: number;
}

export function licenseKeysQuery(organizationId: string, search: LicenseKeySearch) {
  const { status, benefit, customer } = search;
  return listQuery('license-key', organizationId, search, (params) =>
    body(
      api.GET('/v1/license-keys', {
        params: {
          query: {
            ...params,
            ...(status !== 'all' && { status: [status] }),
            ...(benefit && { benefit_id: [benefit] }),
            ...(customer && { customer_id: [customer] }),
          },
        },
      }),
    ),
  );
}

/** With its activations. */
export function licenseKeyQuery(id: string) {
  return oneQuery('license-key', id, (path) => body(api.GET('/v1/license-keys/{id}', { params: { path } })));
}

export interface LicenseKeyFields {
  status?: LicenseKey['status'];
  usage?: number;
  limit_activations?: number | null;
  limit_usage?: number | null;
  expires_at?: string | null;
}

export function useUpdateLicenseKey(id: string) {
  return useMutation({
    mutationFn: (fields: LicenseKeyFields) =>
      body(api.PATCH('/v1/license-keys/{id}', { params: { path: { id } }, body: fields })),
    onSuccess: () => changed('license-key'),
  });
}

export function useRotateLicenseKey(id: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/v1/license-keys/{id}/rotate', { params: { path: { id } } })),
    onSuccess: () => changed('license-key'),
  });
}
