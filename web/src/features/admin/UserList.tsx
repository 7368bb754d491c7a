import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { usersQuery, type UserSearch } from '@/api/admin';
import type { User } from '@/api/types';
import { word } from '@/lib/format';
import { useNow } from '@/lib/time';
import { Button, ButtonLink } from '@/ui/Button';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/FilterBar';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
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
    <>
      <PageHead
        title="Users"
        note="Everybody with an account here, in whatever organization."
        action={
          <ButtonLink to="/admin/users/new" kind="primary">
            New user
          </ButtonLink>
        }
      />
      <FilterBar>
        <SearchFilter
          label={search.by === 'name' ? 'Search by name' : 'Search by e-mail'}
          value={search.query}
          onChange={(query) => onSearch({ query })}
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
            { value: '', label: 'Everybody' },
            { value: 'admin', label: 'Administrators' },
            { value: 'banned', label: 'Banned' },
          ]}
          onChange={(only) => onSearch({ only })}
        />
      </FilterBar>
      <DataTable
        label="users"
        columns={columnsAt(now)}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/admin/users/$id', params: { id } })}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          <EmptyState
            title="No user fits"
            action={<Button onClick={() => onSearch({ query: '', only: '' })}>Show everybody</Button>}
          >
            Nobody’s {search.by === 'name' ? 'name' : 'address'} holds what you look for, or nobody is of that kind.
          </EmptyState>
        }
      />
    </>
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
    { header: 'State', phone: 'trail', cell: (user) => <UserStatus user={user} now={now} /> },
    {
      header: 'Signed up',
      sort: 'createdAt',
      phone: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} inRow side="left" />,
    },
  ];
}
