import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { allowedQuery, peopleQuery } from '@/api/members';
import { useRemoveTeamMember } from '@/api/teams';
import type { Organization, Person } from '@/api/types';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
import { AddTeamMember } from './AddTeamMember';
import { teamRefusals } from './refusals';

interface TeamMembersProps {
  organization: Organization;
  teamId: string;
  page: number;
  onPage: (page: number) => void;
}

export function TeamMembers({ organization, teamId, page, onPage }: TeamMembersProps) {
  const query = useQuery(peopleQuery(organization.id, { team: teamId, page }));
  const { data: mayAdd = false } = useQuery(allowedQuery(organization.id, 'member:update'));
  const { data: mayRemove = false } = useQuery(allowedQuery(organization.id, 'member:delete'));
  const [adding, setAdding] = useState(false);
  const remove = useRemoveTeamMember(organization.id, teamId);

  async function removeFromTeam({ userId, user }: Person) {
    try {
      await rejectWithOwnMessage(remove.mutateAsync(userId), teamRefusals);
      announce(`${personName(user)} is no longer in the team`);
    } catch (error) {
      announce(error instanceof Error ? error.message : 'That did not work. Try again.', true);
    }
  }

  const columns = [...whoColumns, addedColumn(teamId)];
  return (
    <Section title="Members" action={mayAdd && <Button onClick={() => setAdding(true)}>Add a member</Button>}>
      <DataTable
        label="members"
        columns={mayRemove ? [...columns, removing((person) => void removeFromTeam(person))] : columns}
        query={query}
        rowKey={({ userId }) => userId}
        page={page}
        onPage={onPage}
        empty={<p className="border-t border-ink py-4 text-soft">No members in this team yet.</p>}
      />
      <AddTeamMember open={adding} onOpenChange={setAdding} organization={organization} teamId={teamId} />
    </Section>
  );
}

const whoColumns: Column<Person>[] = [
  {
    header: 'Name',
    phone: 'lead',
    grow: true,
    cell: ({ user }) => <span className="font-medium">{personName(user)}</span>,
  },
  { header: 'E-mail', grow: true, cell: ({ user }) => user.email },
];

function addedColumn(teamId: string): Column<Person> {
  return {
    header: 'Added',
    phone: 'hide',
    cell: ({ teams }) => <Time at={teams.find((team) => team.teamId === teamId)?.since} side="left" />,
  };
}

function removing(onRemove: (person: Person) => void): Column<Person> {
  return {
    header: 'Actions',
    actions: true,
    phone: 'trail',
    cell: (person) => (
      <Button kind="quiet" aria-label={`Remove ${personName(person.user)}`} onClick={() => onRemove(person)}>
        Remove
      </Button>
    ),
  };
}
