import { queryOptions, useMutation } from '@tanstack/react-query';
import { changed } from './affects';
import { api, body } from './client';
import { fullOrganizationQuery } from './organizations';
import { cutPage } from './paging';
import type { Team } from './types';

/** An organization's teams by name; null where teams are turned off. */
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
    onSuccess: () => changed('people'),
  });
}

export function useRenameTeam(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: (name: string) =>
      body(api.POST('/api/auth/organization/update-team', { body: { teamId, data: { name, organizationId } } })),
    onSuccess: () => changed('people'),
  });
}

export function useRemoveTeam(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/organization/remove-team', { body: { teamId, organizationId } })),
    onSuccess: () => changed('people'),
  });
}

export function useAddTeamMember(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: (userId: string) =>
      body(api.POST('/api/auth/organization/add-team-member', { body: { organizationId, teamId, userId } })),
    onSuccess: () => changed('people'),
  });
}

export function useRemoveTeamMember(organizationId: string, teamId: string) {
  return useMutation({
    mutationFn: (userId: string) =>
      body(api.POST('/api/auth/organization/remove-team-member', { body: { organizationId, teamId, userId } })),
    onSuccess: () => changed('people'),
  });
}

function byName(teams: readonly Team[]): Team[] {
  return teams.toSorted((a, b) => a.name.localeCompare(b.name));
}
