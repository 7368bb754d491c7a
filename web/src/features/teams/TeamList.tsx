import { useQueries, useQuery } from '@tanstack/react-query';
import { linkOptions, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { allowedQuery, peopleQuery } from '@/api/members';
import { teamPageQuery, useCreateTeam } from '@/api/teams';
import type { Organization, Team } from '@/api/types';
import { count } from '@/lib/format';
import { announceWith } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { NameDialog } from '@/ui/NameDialog';
import { ResourceList } from '@/ui/ResourceList';
import { useCommands } from '@/ui/commands';
import { Time } from '@/ui/Value';
import { teamNames, teamRefusals } from './refusals';

interface TeamListProps {
  organization: Organization;
  page: number;
  onPage: (page: number) => void;
}

export function TeamList({ organization, page, onPage }: TeamListProps) {
  const query = useQuery(teamPageQuery(organization.id, page));
  const router = useRouter();
  const shown = query.data?.items ?? [];
  // Only the count is needed.
  const sizes = useQueries({ queries: shown.map(({ id }) => peopleQuery(organization.id, { team: id, limit: 1 })) });
  const sizeOf = (id: string) => sizes[shown.findIndex((team) => team.id === id)]?.data?.pagination.total_count;
  const { data: mayCreate = false } = useQuery(allowedQuery(organization.id, 'team:create'));
  const [naming, setNaming] = useState(false);
  const create = useCreateTeam(organization.id);
  const commands = useMemo(
    () => (mayCreate ? [{ id: 'team new', label: 'New team', group: 'This page', run: () => setNaming(true) }] : []),
    [mayCreate],
  );
  useCommands(commands);

  const add = mayCreate && (
    <Button kind="primary" onClick={() => setNaming(true)}>
      New team
    </Button>
  );
  const columns: Column<Team>[] = [
    { header: 'Name', phone: 'lead', grow: true, cell: ({ name }) => name },
    { header: 'Members', figures: true, phone: 'trail', cell: ({ id }) => count(sizeOf(id)) },
    {
      header: 'Created',
      phone: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} inRow side="left" />,
    },
  ];
  return (
    <>
      <ResourceList
        title="Teams"
        note="Members grouped by what they work on. A member may be in several."
        action={add}
        label="teams"
        columns={columns}
        query={query}
        link={({ id }) => linkOptions({ to: '/$org/teams/$id', params: { org: organization.slug, id } })}
        search={{ page }}
        onSearch={(change) => change.page && onPage(change.page)}
        empty={{
          title: 'No teams yet',
          text: 'A team is a name for some of the members. Programs that use Tillbook’s sign-in can tell by it who belongs together.',
          action: add,
        }}
      />
      <NameDialog
        {...teamNames}
        open={naming}
        onOpenChange={setNaming}
        title="New team"
        action="Create team"
        onNamed={async (name) => {
          const { id } = await rejectWithOwnMessage(create.mutateAsync(name), teamRefusals);
          const view = () => router.navigate({ to: '/$org/teams/$id', params: { org: organization.slug, id } });
          announceWith({ label: 'View', run: view }, `${name} was created`);
        }}
      />
    </>
  );
}
