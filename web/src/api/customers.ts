import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMIT, type ListSearch } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { streamOf, streamQuery } from './ledger';
import { queryClient } from './query-client';
import type { AddressInput, Customer } from './types';

export function customersQuery(organizationId: string, search: ListSearch) {
  const { page, sorting, query } = search;
  return queryOptions({
    queryKey: ['customers', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/v1/customers', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: sortedBy(sorting),
              ...(query && { query }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id],
    queryFn: () => body(api.GET('/v1/customers/{id}', { params: { path: { id } } })),
  });
}

/** What a filter by customer needs: the one picked, and those whose e-mail or name holds the text typed. */
export function useCustomerChoices(organizationId: string, pickedId: string) {
  const [text, setText] = useState('');
  const picked = useQuery({ ...customerQuery(pickedId), enabled: pickedId !== '' });
  const found = useQuery(customersQuery(organizationId, { page: 1, sorting: 'email', query: text }));
  return {
    picked: pickedId === '' ? undefined : (picked.data?.email ?? 'One customer'),
    options: found.data?.items.slice(0, 10).map(({ id, email, name }) => ({ id, label: email, note: name })),
    text,
    onText: setText,
  };
}

export function customerStateQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'state'],
    queryFn: () => body(api.GET('/v1/customers/{id}/state', { params: { path: { id } } })),
  });
}

export interface CustomerFields {
  email: string;
  name: string | null;
  external_id?: string | null;
  billing_address?: AddressInput | null;
}

function keep(customer: Customer): void {
  queryClient.setQueryData(customerQuery(customer.id).queryKey, customer);
  void queryClient.invalidateQueries({ queryKey: streamQuery(streamOf('customer', customer.id)).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['customers'] });
}

export function useCreateCustomer(organizationId: string) {
  return useMutation({
    mutationFn: (fields: CustomerFields) =>
      body(api.POST('/v1/customers', { body: { ...fields, organization_id: organizationId } })),
    onSuccess: keep,
  });
}

export function useUpdateCustomer(id: string) {
  return useMutation({
    mutationFn: (fields: Partial<CustomerFields>) =>
      body(api.PATCH('/v1/customers/{id}', { params: { path: { id } }, body: fields })),
    onSuccess: keep,
  });
}

export function useDeleteCustomer(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/customers/{id}', { params: { path: { id } } });
    },
    onSuccess: () => {
      // Its page is still shown until it is left, and must not ask for what is gone.
      void queryClient.invalidateQueries({ queryKey: ['customer', id], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['customers'] });
    },
  });
}
