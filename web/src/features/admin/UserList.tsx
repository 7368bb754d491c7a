import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { usersQuery, type UserSearch } from '@/api/admin';
import type { User } from '@/api/types';
import { word } from '@/lib/format';
import { useNow } from '@/lib/time';
import { Button, ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { SearchFilter, SelectFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';
import { UserStatus } from './user-status';

interface UserListProps {
  search: UserSearch;
  onSearch: (change: Partial<UserSearch>) => void;
}

export function UserList({ search, onSearch }: UserListProps) {
  const query = useQuery(usersQuery(search));
  const now = useNow('machine');
  return (
    <ResourceList
      title="Users"
      note="Everyone with an account here, in whatever organization."
      label="users"
      action={
        <ButtonLink to="/admin/users/new" kind="primary">
          New user
        </ButtonLink>
      }
      columns={columnsAt(now)}
      query={query}
      link={({ id }) => linkOptions({ to: '/admin/users/$id', params: { id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <>
          <SearchFilter
            label={search.by === 'name' ? 'Search by name' : 'Search by e-mail'}
            value={search.query}
            onChange={(typed) => onSearch({ query: typed })}
          />
          <SelectFilter
            label="Search in"
            value={search.by}
            options={[
              { value: 'email', label: 'in e-mails' },
              { value: 'name', label: 'in names' },
            ]}
            onChange={(by) => onSearch({ by })}
          />
          <SelectFilter
            label="Only"
            value={search.only}
            options={[
              { value: '', label: 'All users' },
              { value: 'admin', label: 'Administrators' },
              { value: 'banned', label: 'Banned' },
            ]}
            onChange={(only) => onSearch({ only })}
          />
        </>
      }
      empty={{
        title: 'No matching users',
        text: `No ${search.by === 'name' ? 'name' : 'e-mail'} contains what you search for, or no user is of that kind.`,
        action: <Button onClick={() => onSearch({ query: '', only: '' })}>Show all users</Button>,
      }}
    />
  );
}

function columnsAt(now: number): Column<User>[] {
  return [
    { header: 'E-mail', sort: 'email', phone: 'lead', grow: true, cell: ({ email }) => email },
    { header: 'Name', sort: 'name', grow: true, cell: ({ name }) => name },
    {
      header: 'Role',
      sort: 'role',
      cell: ({ role }) => <span className="whitespace-nowrap">{word(role.split(',').join(', '))}</span>,
    },
    { header: 'Status', phone: 'trail', cell: (user) => <UserStatus user={user} now={now} /> },
    {
      header: 'Signed up',
      sort: 'createdAt',
      phone: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} inRow side="left" />,
    },
  ];
}
