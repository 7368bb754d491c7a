import { queryOptions, useMutation } from '@tanstack/react-query';
import { changed, deleted } from './affects';
import { api, body } from './client';
import { fullOrganizationQuery } from './organizations';
import { cutPage } from './paging';
import type { Invitation } from './types';

/** An organization's invitations, only the latest per person: first pending ones, then the others, newest first. */
export function invitationsQuery(organizationId: string, page: number) {
  return queryOptions({
    ...fullOrganizationQuery(organizationId),
    select: ({ invitations }) =>
      cutPage(
        invitations
          .toSorted(
            (a, b) => Number(isPending(b)) - Number(isPending(a)) || Date.parse(b.expiresAt) - Date.parse(a.expiresAt),
          )
          .filter((one, at, all) => isPending(one) || all.findIndex(({ email }) => email === one.email) === at),
        page,
      ),
  });
}

function isPending({ status }: { status: string }): boolean {
  return status === 'pending';
}

export interface NewInvitation {
  email: string;
  role: string[];
  teamId?: string;
}

export function useInvite(organizationId: string) {
  return useMutation({
    mutationFn: (invitation: NewInvitation) =>
      body(api.POST('/api/auth/organization/invite-member', { body: { ...invitation, organizationId } })),
    onSuccess: () => changed('people'),
  });
}

/** Sends the same invitation again; a pending one is canceled, so that a person has only one. */
export function useInviteAgain(organizationId: string) {
  return useMutation({
    mutationFn: async ({ id, email, role, teamId, status }: Invitation) => {
      const again = { email, role: role.split(','), organizationId, resend: true, ...(teamId && { teamId }) };
      await body(api.POST('/api/auth/organization/invite-member', { body: again }));
      if (status === 'pending') await cancel(id);
    },
    onSettled: () => changed('people'),
  });
}

export function useCancelInvitation() {
  return useMutation({ mutationFn: cancel, onSuccess: () => changed('people') });
}

function cancel(invitationId: string) {
  return body(api.POST('/api/auth/organization/cancel-invitation', { body: { invitationId } }));
}

/** An invitation as its recipient sees it. */
export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: ['my-invitation', 'one', id],
    queryFn: () => body(api.GET('/api/auth/organization/get-invitation', { params: { query: { id } } })),
    retry: false,
    staleTime: 0,
  });
}

/** The user's own pending invitations, from any organization. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['my-invitation', 'list'],
  queryFn: async () => {
    const all = await body(api.GET('/api/auth/organization/list-user-invitations'));
    return all.filter(({ status }) => status === 'pending');
  },
});

export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (invitationId: string) =>
      body(api.POST('/api/auth/organization/accept-invitation', { body: { invitationId } })),
    // The page of the answered invitation is being left.
    onSuccess: (_, invitationId) => deleted('my-invitation', invitationId),
  });
}

export function useDeclineInvitation() {
  return useMutation({
    mutationFn: (invitationId: string) =>
      body(api.POST('/api/auth/organization/reject-invitation', { body: { invitationId } })),
    onSuccess: (_, invitationId) => deleted('my-invitation', invitationId),
  });
}
