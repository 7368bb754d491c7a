import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { forgetPeople, fullOrganizationQuery } from './organizations';
import { cutPage } from './paging';
import type { Team } from './types';

/** An organization's teams by their names; null where this server has no teams. */
export function teamsQuery(organizationId: string) {
  return queryOptions({
    ...fullOrganizationQuery(organizationId),
    select: ({ teams }) => teams && byName(teams),
  });
}

export function teamPageQuery(organizationId: string, page: number) {
  return queryOptions({
    ...fullOrganizationQuery(organizationId),
    select: ({ teams }) => cutPage(byName(teams ?? []), page),
  });
}

export function useCreateTeam(organizationId: string) {
  return useMutation({
    mutationFn: (name: string) =>
      body(api.POST('/api/auth/organization/create-team', { body: { name, organizationId } })),
    onSuccess: () => forgetPeople(organizationId),
  });
}

export function useRenameTeam(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: (name: string) =>
      body(api.POST('/api/auth/organization/update-team', { body: { teamId, data: { name, organizationId } } })),
    onSuccess: () => forgetPeople(organizationId),
  });
}

export function useRemoveTeam(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/organization/remove-team', { body: { teamId, organizationId } })),
    onSuccess: () => forgetPeople(organizationId),
  });
}

export function useAddTeamMember(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: (userId: string) =>
      body(api.POST('/api/auth/organization/add-team-member', { body: { organizationId, teamId, userId } })),
    onSuccess: () => forgetPeople(organizationId),
  });
}

export function useRemoveTeamMember(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: (userId: string) =>
      body(api.POST('/api/auth/organization/remove-team-member', { body: { organizationId, teamId, userId } })),
    onSuccess: () => forgetPeople(organizationId),
  });
}

function byName(teams: readonly Team[]): Team[] {
  return teams.toSorted((a, b) => a.name.localeCompare(b.name));
}
