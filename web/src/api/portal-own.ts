import { queryOptions, useMutation } from '@tanstack/react-query';
import { allPages, firstPages } from '@/lib/pages';
import { body } from './client';
import { ownKey, portalApi } from './portal';
import { queryClient } from './query-client';
import type { AddressInput, CancellationReason, Portal, PortalAddedMethod, PortalGrant, PortalOrder } from './types';

/** All of what a customer has few of. */
const ALL = { query: { limit: 100 } };

export function portalCustomerQuery(slug: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'customer'),
    queryFn: () => body(portalApi(slug).GET('/v1/customer-portal/customers/me')),
  });
}

export function portalSubscriptionsQuery(slug: string, pages = 1) {
  return queryOptions({
    queryKey: ownKey(slug, 'subscriptions', pages),
    queryFn: () =>
      firstPages(pages, 100, (query) =>
        body(portalApi(slug).GET('/v1/customer-portal/subscriptions', { params: { query } })),
      ),
  });
}

/** All of them: a failing payment, or a metered price, may be on any page. */
export function portalAllSubscriptionsQuery(slug: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'subscriptions', 'all'),
    queryFn: () =>
      allPages(100, (query) => body(portalApi(slug).GET('/v1/customer-portal/subscriptions', { params: { query } }))),
  });
}

/** What meters have counted in the open period. */
export function portalMetersQuery(slug: string, pages = 1) {
  return queryOptions({
    queryKey: ownKey(slug, 'meters', pages),
    queryFn: () =>
      firstPages(pages, 100, (query) =>
        body(
          portalApi(slug).GET('/v1/customer-portal/meters', {
            params: { query: { ...query, sorting: ['meter_name'] } },
          }),
        ),
      ),
  });
}

export function portalSubscriptionQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'subscription', id),
    queryFn: () => body(portalApi(slug).GET('/v1/customer-portal/subscriptions/{id}', { params: { path: { id } } })),
  });
}

/** The next order, as it would be created now; null if there will be none. */
export function portalNextOrderQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'next order', id),
    queryFn: async () =>
      (await body(portalApi(slug).GET('/v1/customer-portal/subscriptions/{id}/preview', { params: { path: { id } } })))
        .next,
  });
}

/** What a change of plan would cost; nothing is asked before one is chosen. */
export function portalChangeQuery(slug: string, id: string, productId: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'change', id, productId],
    queryFn: () =>
      body(
        portalApi(slug).POST('/v1/customer-portal/subscriptions/{id}/preview', {
          params: { path: { id } },
          body: { product_id: productId },
        }),
      ),
    enabled: productId !== '',
    retry: false,
    staleTime: 0,
  });
}

export function portalOrdersQuery(slug: string, pages: number) {
  return queryOptions({
    queryKey: ownKey(slug, 'orders', pages),
    queryFn: () =>
      firstPages(pages, 20, (query) => body(portalApi(slug).GET('/v1/customer-portal/orders', { params: { query } }))),
  });
}

export function portalOrderQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'order', id),
    queryFn: () => body(portalApi(slug).GET('/v1/customer-portal/orders/{id}', { params: { path: { id } } })),
  });
}

const GRANTING_MS = 3_000;

/** What is being granted is there within seconds, unless somebody has to act. */
function againWhileGranting(grants: readonly PortalGrant[] = []): number | false {
  return grants.some(({ is_granted, error }) => !is_granted && !error) && GRANTING_MS;
}

export function portalPlatformGrantsQuery(slug: string, platform: Platform) {
  return queryOptions({
    queryKey: ownKey(slug, 'grants', platform),
    refetchInterval: ({ state }) => againWhileGranting(state.data),
    queryFn: () => platformGrants(slug, platform),
  });
}

/** All grants of benefits at a platform. */
function platformGrants(slug: string, platform: Platform): Promise<PortalGrant[]> {
  const type = [platform === 'discord' ? ('discord' as const) : ('github_repository' as const)];
  return allPages(100, (page) =>
    body(portalApi(slug).GET('/v1/customer-portal/benefit-grants', { params: { query: { type, ...page } } })),
  );
}

export function portalGrantsQuery(slug: string, pages = 1) {
  return queryOptions({
    queryKey: ownKey(slug, 'grants', pages),
    refetchInterval: ({ state }) => againWhileGranting(state.data?.items),
    queryFn: () =>
      firstPages(pages, 100, (query) =>
        body(portalApi(slug).GET('/v1/customer-portal/benefit-grants', { params: { query } })),
      ),
  });
}

export function portalLicenseKeyQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'license key', id),
    queryFn: () => body(portalApi(slug).GET('/v1/customer-portal/license-keys/{id}', { params: { path: { id } } })),
  });
}

const DOWNLOADS_MS = 5 * 60_000;

export function portalDownloadsQuery(slug: string, benefitId: string, pages: number) {
  return queryOptions({
    queryKey: ownKey(slug, 'downloads', benefitId, pages),
    queryFn: () =>
      firstPages(pages, 100, (page) => {
        const query = { benefit_id: [benefitId], ...page };
        return body(portalApi(slug).GET('/v1/customer-portal/downloadables', { params: { query } }));
      }),
    // The links are valid for ten minutes.
    refetchInterval: DOWNLOADS_MS,
  });
}

export function portalMethodsQuery(slug: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'payment methods'),
    queryFn: async () =>
      (await body(portalApi(slug).GET('/v1/customer-portal/customers/me/payment-methods', { params: ALL }))).items,
  });
}

/** Any change may show anywhere: a new card pays what was due, a change of plan what is charged next. */
async function reload(slug: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ownKey(slug) });
}

export type SubscriptionChange =
  | { kind: 'cancel'; reason: CancellationReason | null; comment: string | null }
  | { kind: 'keep' }
  | { kind: 'plan'; productId: string }
  | { kind: 'keep plan' };

export function usePortalSubscriptionChange(slug: string, id: string) {
  return useMutation({
    mutationFn: (change: SubscriptionChange) => {
      const api = portalApi(slug);
      const params = { path: { id } };
      if (change.kind === 'keep plan')
        return body(api.DELETE('/v1/customer-portal/subscriptions/{id}/pending-change', { params }));
      return body(api.PATCH('/v1/customer-portal/subscriptions/{id}', { params, body: bodyOf(change) }));
    },
    onSuccess: () => reload(slug),
  });
}

function bodyOf(change: Exclude<SubscriptionChange, { kind: 'keep plan' }>) {
  if (change.kind === 'plan') return { product_id: change.productId };
  if (change.kind === 'keep') return { cancel_at_period_end: false };
  const { reason, comment } = change;
  return { cancel_at_period_end: true, cancellation_reason: reason, cancellation_comment: comment };
}

/** Opens a checkout in which the customer is known; answers where it is. */
export function usePortalCheckout(slug: string) {
  return useMutation({
    mutationFn: (productId: string) =>
      body(portalApi(slug).POST('/v1/customer-portal/checkouts', { body: { product_id: productId } })),
  });
}

export interface CustomerChange {
  name?: string | null;
  billing_address?: AddressInput | null;
  tax_id?: string | null;
}

export function usePortalCustomerChange(slug: string) {
  return useMutation({
    mutationFn: (change: CustomerChange) =>
      body(portalApi(slug).PATCH('/v1/customer-portal/customers/me', { body: change })),
    onSuccess: () => reload(slug),
  });
}

/** Mails a code to an address that the customer wants to have. */
export function useNewEmail(slug: string) {
  return useMutation({
    mutationFn: (email: string) =>
      body(portalApi(slug).POST('/v1/customer-portal/customers/me/email-change', { body: { email } })),
  });
}

export function useConfirmEmail(slug: string) {
  return useMutation({
    mutationFn: (given: { email: string; code: string }) =>
      body(portalApi(slug).POST('/v1/customer-portal/customers/me/email-change/confirm', { body: given })),
    onSuccess: () => reload(slug),
  });
}

/** Asks the seller to erase the customer, or takes that back. */
export function usePortalErasure(slug: string) {
  return useMutation({
    mutationFn: (asks: boolean) => {
      const path = '/v1/customer-portal/customers/me/erasure-request';
      return body(asks ? portalApi(slug).POST(path) : portalApi(slug).DELETE(path));
    },
    onSuccess: () => reload(slug),
  });
}

const CHARGES_LOOKED_FOR = 6;

/**
 * Has another card charged with what is due, and waits a while until it is.
 * @param change answers false if the card can't be charged yet
 * @returns the orders that were paid
 */
async function chargingWith(slug: string, change: () => Promise<boolean>): Promise<PortalOrder[]> {
  const ordersNow = async () => (await queryClient.fetchQuery({ ...portalOrdersQuery(slug, 1), staleTime: 0 })).items;
  const due = (await ordersNow()).filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (!(await change())) return [];
  for (let looks = 0; ; looks += 1) {
    const paid =
      due.length === 0 ? [] : (await ordersNow()).filter(({ id, status }) => due.includes(id) && status === 'paid');
    if (paid.length === due.length || looks === CHARGES_LOOKED_FOR) return paid;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

export function useAddPortalMethod(slug: string) {
  return useMutation({
    mutationFn: async (token: string) => {
      let added: PortalAddedMethod | undefined;
      const charged = await chargingWith(slug, async () => {
        added = await body(
          portalApi(slug).POST('/v1/customer-portal/customers/me/payment-methods', {
            body: { confirmation_token_id: token, set_default: true, return_url: window.location.href },
          }),
        );
        return added.status === 'succeeded';
      });
      return { ...added!, charged };
    },
    onSuccess: () => reload(slug),
  });
}

/** Charges with one from now on. */
export function useChoosePortalMethod(slug: string) {
  const path = '/v1/customer-portal/customers/me/payment-methods/{id}/default';
  return useMutation({
    mutationFn: (id: string) =>
      chargingWith(slug, async () => {
        await body(portalApi(slug).POST(path, { params: { path: { id } } }));
        return true;
      }),
    onSuccess: () => reload(slug),
  });
}

/** Removes a card, however often it was saved. */
export function useRemovePortalMethod(slug: string) {
  const path = '/v1/customer-portal/customers/me/payment-methods/{id}';
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await body(portalApi(slug).DELETE(path, { params: { path: { id } } }));
    },
    onSettled: () => reload(slug),
  });
}

export type Platform = Portal['linkable_platforms'][number];

/** Goes to the platform, which sends the customer back to the settings. */
export function useLinkAccount(slug: string) {
  return useMutation({
    mutationFn: (platform: Platform) => {
      const return_to = `${window.location.origin}/${slug}/portal/settings`;
      return body(
        portalApi(slug).GET('/v1/customer-portal/oauth-accounts/authorize', {
          params: { query: { platform, return_to } },
          // Takes the cookie that the browser is recognized by when it comes back.
          credentials: 'same-origin',
        }),
      );
    },
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Takes what it was given from the account, and waits a while until that is so. */
export function useUnlinkAccount(slug: string) {
  return useMutation({
    mutationFn: async ({ platform, account_id }: { platform: Platform; account_id: string }) => {
      const params = { path: { platform, account_id } };
      await body(portalApi(slug).DELETE('/v1/customer-portal/oauth-accounts/{platform}/{account_id}', { params }));
      const look = () => platformGrants(slug, platform);
      await lookUntil(
        await look(),
        look,
        (grants) => !grants.some(({ error, properties }) => error === null && properties['account_id'] === account_id),
      );
    },
    onSuccess: () => reload(slug),
  });
}

/** Has another linked account get what a grant gives, and waits a while until it has. */
export function useChooseAccount(slug: string, { id, benefit }: PortalGrant) {
  const path = '/v1/customer-portal/benefit-grants/{id}';
  const params = { path: { id } };
  return useMutation({
    mutationFn: async (account_id: string) => {
      const change = { benefit_type: benefit.type, properties: { account_id } };
      await lookUntil(
        await body(portalApi(slug).PATCH(path, { params, body: change })),
        () => body(portalApi(slug).GET(path, { params })),
        ({ error, properties }) => error !== null || properties['account_id'] === account_id,
      );
    },
    onSuccess: () => reload(slug),
  });
}

const LOOKS = 10;

/** Each second, until what is found follows what was asked for. */
async function lookUntil<T>(found: T, look: () => Promise<T>, isDone: (found: T) => boolean): Promise<void> {
  for (let looks = 0; looks < LOOKS && !isDone(found); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    found = await look();
  }
}

/** Releases a device, so that the key can be activated on another one. */
export function useReleaseDevice(slug: string) {
  return useMutation({
    mutationFn: (device: { key: string; organization_id: string; activation_id: string }) =>
      body(portalApi(slug).POST('/v1/customer-portal/license-keys/deactivate', { body: device })),
    onSuccess: () => reload(slug),
  });
}

/** The server sends the invoice as an attachment, so the page stays. */
export function usePortalInvoice(slug: string) {
  return useMutation({
    mutationFn: (id: string) =>
      body(portalApi(slug).GET('/v1/customer-portal/orders/{id}/invoice', { params: { path: { id } } })),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

export function portalCreditNotesQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ownKey(slug, 'credit notes', id),
    queryFn: async () =>
      (await body(portalApi(slug).GET('/v1/customer-portal/orders/{id}/credit-notes', { params: { path: { id } } })))
        .items,
  });
}

/** By a link that is asked for now: one opens its file for ten minutes. */
export function usePortalCreditNote(slug: string, orderId: string) {
  return useMutation({
    mutationFn: async (id: string) => {
      const notes = await queryClient.fetchQuery({ ...portalCreditNotesQuery(slug, orderId), staleTime: 0 });
      const note = notes.find((one) => one.id === id);
      if (note) window.location.assign(note.url);
    },
  });
}

/** Saves all that is known of the customer as a file. */
export function usePortalExport(slug: string) {
  return useMutation({
    mutationFn: async () => {
      const data = await body(portalApi(slug).GET('/v1/customer-portal/customers/me/export'));
      const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = 'my-data.json';
      link.click();
      URL.revokeObjectURL(url);
    },
  });
}
