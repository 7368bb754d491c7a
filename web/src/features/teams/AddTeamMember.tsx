import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { peopleQuery } from '@/api/members';
import { useAddTeamMember } from '@/api/teams';
import type { Organization, Person } from '@/api/types';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Dialog } from '@/ui/Dialog';
import { SearchFilter } from '@/ui/FilterBar';
import { FormError } from '@/ui/Form';
import { PickList } from '@/ui/PickList';
import { teamRefusals } from './refusals';

interface AddTeamMemberProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  organization: Organization;
  teamId: string;
}

/** Picks a member of the organization who is not in the team yet. */
export function AddTeamMember({ open, onOpenChange, organization, teamId }: AddTeamMemberProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { data } = useQuery({ ...peopleQuery(organization.id, { query: text }), enabled: open });
  const add = useAddTeamMember(organization.id, teamId);
  const others = data?.items.filter(({ teams }) => !teams.some((team) => team.teamId === teamId));

  async function pick(userId: string) {
    try {
      await rejectWithOwnMessage(add.mutateAsync(userId), teamRefusals);
      announce(`${nameOf(userId, others)} is in the team now`);
      close(false);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'That did not work. Try again.');
    }
  }

  function close(on: boolean) {
    setText('');
    setError(undefined);
    onOpenChange(on);
  }

  return (
    <Dialog open={open} onOpenChange={close} title="Add a member">
      <FormError message={error} />
      <SearchFilter label="Search, then choose a member" value={text} onChange={setText} />
      <PickList
        label="Member"
        options={others?.map(({ userId, user }) => ({ id: userId, label: personName(user), note: user.email }))}
        onPick={(id) => void pick(id)}
      />
    </Dialog>
  );
}

function nameOf(userId: string, people: readonly Person[] = []): string {
  const found = people.find((person) => person.userId === userId);
  return found ? personName(found.user) : 'The member';
}
