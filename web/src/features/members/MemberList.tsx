import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { accessTokensQuery } from '@/api/access-tokens';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { allowedQuery, ownRolesQuery, peopleQuery, useRemoveMember, type MemberSearch } from '@/api/members';
import { teamsQuery } from '@/api/teams';
import type { Organization, Person, Team, User } from '@/api/types';
import { plural, text } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Button, IconButton } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import type { Column } from '@/ui/table-column';
import { SearchFilter, SelectFilter } from '@/ui/FilterBar';
import { Menu, MenuItem } from '@/ui/Menu';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';
import { ChangeRoles } from './ChangeRoles';
import { memberRefusals } from './refusals';
import { OWNER, reaches, roleOptions, rolesIn, rolesLabel } from './roles';

interface MemberListProps {
  organization: Organization;
  user: User;
  search: MemberSearch;
  onSearch: (change: Partial<MemberSearch>) => void;
  /** The head's action. */
  action: ReactNode;
}

export function MemberList({ organization, user, search, onSearch, action }: MemberListProps) {
  const query = useQuery(peopleQuery(organization.id, search));
  const { data: teams } = useQuery(teamsQuery(organization.id));
  const [changing, setChanging] = useState<Person>();
  const [removing, setRemoving] = useState<Person>();
  const remove = useRemoveMember(organization.id);
  const may = useMay(organization.id, user.id);
  const met = (query.data?.items ?? []).flatMap(({ role }) => rolesIn(role));
  const columns = useMemo(
    () => columnsWith({ userId: user.id, may, teams, onChange: setChanging, onRemove: setRemoving }),
    [user.id, may, teams],
  );
  return (
    <>
      <ResourceList
        title="Members"
        note="Who works in this organization, and what they may do."
        label="members"
        action={action}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        filters={
          <>
            <SearchFilter
              label="Search by name or e-mail"
              value={search.query}
              onChange={(query) => onSearch({ query })}
            />
            <SelectFilter
              label="Role"
              value={search.role}
              options={[{ value: '', label: 'Any role' }, ...roleOptions(met, [OWNER])]}
              onChange={(role) => onSearch({ role })}
            />
          </>
        }
        empty={{
          title: 'No matching members',
          text: 'No member has that name or that role.',
          action: <Button onClick={() => onSearch({ query: '', role: '' })}>Show all members</Button>,
        }}
      />
      <ChangeRoles
        organizationId={organization.id}
        member={changing}
        options={roleOptions(met, may.own)}
        onClose={() => setChanging(undefined)}
      />
      <Confirm
        open={Boolean(removing)}
        onOpenChange={(open) => !open && setRemoving(undefined)}
        danger
        title={`Remove ${removing && nameOf(removing)}?`}
        description={`They no longer see anything of ${organization.name}. Their own account stays, and they can be invited again.`}
        action="Remove member"
        busy="Removing"
        onConfirm={async () => {
          if (!removing) return;
          await rejectWithOwnMessage(remove.mutateAsync(removing.id), memberRefusals);
          announce(`${nameOf(removing)} was removed`);
        }}
      >
        {removing && <TheirTokens organization={organization} userId={removing.userId} />}
      </Confirm>
    </>
  );
}

/** The access tokens that a member created: they belong to the organization, and go on working without them. */
function TheirTokens({ organization, userId }: { organization: Organization; userId: string }) {
  const { data } = useQuery(accessTokensQuery(organization.id, { page: 1, limit: 100, sorting: '-created_at' }));
  const theirs = data?.items.filter(({ created_by }) => created_by === userId) ?? [];
  if (theirs.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p>
        {plural(theirs.length, 'access token')} that they created {theirs.length === 1 ? 'goes' : 'go'} on working:{' '}
        <Link to="/$org/access-tokens" params={{ org: organization.slug }} className="link">
          revoke what they may have kept
        </Link>
        .
      </p>
      <ul className="list-disc pl-5 text-soft">
        {theirs.slice(0, 10).map(({ id, comment }) => (
          <li key={id}>{comment}</li>
        ))}
        {theirs.length > 10 && <li>and {theirs.length - 10} more</li>}
      </ul>
    </div>
  );
}

interface May {
  /** The user's own roles. */
  own: readonly string[];
  update: (member: Person) => boolean;
  remove: (member: Person) => boolean;
}

/** Actions on a member; nobody changes those who may do more, and users leave by another action. */
function useMay(organizationId: string, userId: string): May {
  const { data: own } = useQuery(ownRolesQuery(organizationId));
  const { data: update = false } = useQuery(allowedQuery(organizationId, 'member:update'));
  const { data: remove = false } = useQuery(allowedQuery(organizationId, 'member:delete'));
  return useMemo(() => {
    const roles = own ?? [];
    const reachesAll = ({ role }: Person) => rolesIn(role).every((one) => reaches(roles, one));
    return {
      own: roles,
      update: (member) => update && reachesAll(member),
      remove: (member) => remove && reachesAll(member) && member.userId !== userId,
    };
  }, [own, update, remove, userId]);
}

function nameOf({ user }: Person): string {
  return user.name || user.email;
}

interface Acting {
  userId: string;
  may: May;
  /** null if there are none. */
  teams: readonly Team[] | null | undefined;
  onChange: (member: Person) => void;
  onRemove: (member: Person) => void;
}

function columnsWith({ userId, may, teams, onChange, onRemove }: Acting): Column<Person>[] {
  return [
    {
      header: 'Name',
      sort: 'name',
      phone: 'lead',
      grow: true,
      cell: (member) => (
        <>
          <span className="font-medium">{nameOf(member)}</span>
          {member.userId === userId && <span className="text-soft"> (you)</span>}
        </>
      ),
    },
    { header: 'E-mail', sort: 'email', grow: true, cell: ({ user }) => user.email },
    { header: 'Role', sort: 'role', cell: ({ role }) => <span className="whitespace-nowrap">{rolesLabel(role)}</span> },
    ...(teams ? [teamsColumn(teams)] : []),
    {
      header: 'Joined',
      sort: 'joined',
      phone: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} side="left" />,
    },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: (member) =>
        (may.update(member) || may.remove(member)) && (
          <Menu trigger={<IconButton icon="more" label={`Actions for ${nameOf(member)}`} />}>
            {may.update(member) && <MenuItem onSelect={() => onChange(member)}>Change roles</MenuItem>}
            {may.remove(member) && (
              <MenuItem danger onSelect={() => onRemove(member)}>
                Remove from the organization
              </MenuItem>
            )}
          </Menu>
        ),
    },
  ];
}

function teamsColumn(teams: readonly Team[]): Column<Person> {
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  return {
    header: 'Teams',
    phone: 'hide',
    cell: (member) => {
      const inTeams = text(member.teams.flatMap(({ teamId }) => names.get(teamId) ?? []).join(', '));
      return (
        <span className="block max-w-40 truncate" title={inTeams}>
          {inTeams}
        </span>
      );
    },
  };
}
