import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerFilters, type CustomerFilters } from '@/lib/list-filters';
import type { Metadata } from '@/lib/metadata';
import { changed, deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import { queryClient } from './query-client';
import type { AddressInput } from './types';

export interface CustomerSearch extends CustomerFilters {
  page: number;
  sorting: string;
  limit: number;
}

export function customersQuery(
  organizationId: string,
  search: Pick<CustomerSearch, 'page' | 'sorting'> & Partial<CustomerSearch>,
) {
  return listQuery('customer', organizationId, search, (params) =>
    body(api.GET('/v1/customers', { params: { query: { ...params, ...customerFilters(search) } } })),
  );
}

/** What a page of customers has bought, by their ids. */
export function customerStandingsQuery(organizationId: string, ids: readonly string[]) {
  const query = { organization_id: organizationId, customer_id: [...ids] };
  return queryOptions({
    queryKey: ['customer', 'standings', organizationId, ids],
    queryFn: async () => {
      const { items } = await body(api.GET('/api/dashboard/customer-standings', { params: { query } }));
      return new Map(items.map((standing) => [standing.customer_id, standing]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Newest first. */
export function customerCardsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', 'cards', id],
    queryFn: async () =>
      (await body(api.GET('/v1/customers/{id}/payment-methods', { params: { path: { id } } }))).items,
  });
}

export function customerQuery(id: string) {
  return oneQuery('customer', id, (path) => body(api.GET('/v1/customers/{id}', { params: { path } })));
}

/** For a filter by customer: the selected customer, and those whose e-mail or name contains the typed text. */
export function useCustomerChoices(organizationId: string, pickedId: string) {
  const [text, setText] = useState('');
  const picked = useQuery({ ...customerQuery(pickedId), enabled: pickedId !== '' });
  const found = useQuery(customersQuery(organizationId, { page: 1, sorting: 'email', query: text }));
  return {
    picked:
      pickedId === '' ? undefined : (picked.data?.email ?? (picked.isError ? 'Unknown customer' : 'One customer')),
    options: found.data?.items.slice(0, 10).map(({ id, email, name }) => ({ id, label: email, note: name })),
    text,
    onText: setText,
  };
}

export function customerStateQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', 'state', id],
    queryFn: () => body(api.GET('/v1/customers/{id}/state', { params: { path: { id } } })),
  });
}

/** What they have paid too much or owe, and the lines that made it. */
export function customerAccountQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', 'account', id],
    queryFn: () => body(api.GET('/api/dashboard/customers/{id}/account', { params: { path: { id } } })),
  });
}

/** The files that they can download, and how often they have. */
export function customerDownloadsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', 'downloads', id],
    queryFn: () => body(api.GET('/api/dashboard/customers/{id}/downloads', { params: { path: { id } } })),
  });
}

/** Newest first. */
export function customerLinkedAccountsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', 'linked accounts', id],
    queryFn: async () =>
      (await body(api.GET('/api/dashboard/customers/{id}/linked-accounts', { params: { path: { id } } }))).items,
  });
}

export function customerMailsQuery(id: string, query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['customer', 'mails', id, query],
    queryFn: () => body(api.GET('/api/dashboard/customers/{id}/mails', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
  });
}

export function useResendMail(customerId: string) {
  return useMutation({
    mutationFn: (mailId: string) => {
      const path = { id: customerId, mail_id: mailId };
      return body(api.POST('/api/dashboard/customers/{id}/mails/{mail_id}/resend', { params: { path } }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['customer', 'mails', customerId] }),
  });
}

/** A session of the customer, as a link that opens their portal. */
export function useCreatePortalLink(customerId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/v1/customer-sessions', { body: { customer_id: customerId } })),
    gcTime: 0,
  });
}

export interface CustomerFields {
  email: string;
  name: string | null;
  external_id?: string | null;
  billing_address?: AddressInput | null;
  tax_id?: string[] | null;
  metadata?: Metadata;
}

export function useCreateCustomer(organizationId: string) {
  return useCreate({
    mutationFn: (fields: CustomerFields, headers) =>
      body(api.POST('/v1/customers', { body: { ...fields, organization_id: organizationId }, headers })),
    onSuccess: (customer) => saved('customer', customer),
  });
}

export function useUpdateCustomer(id: string) {
  return useMutation({
    mutationFn: (fields: Partial<CustomerFields>) =>
      body(api.PATCH('/v1/customers/{id}', { params: { path: { id } }, body: fields })),
    onSuccess: (customer) => saved('customer', customer),
  });
}

export function useRefuseErasure(id: string) {
  return useMutation({
    mutationFn: async (reason: string) => {
      const params = { path: { id } };
      await api.POST('/api/dashboard/customers/{id}/erasure-refusal', { params, body: { reason } });
    },
    onSuccess: () => changed('customer'),
  });
}

export function useDeleteCustomer(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/customers/{id}', { params: { path: { id } } });
    },
    onSuccess: () => deleted('customer', id),
  });
}
