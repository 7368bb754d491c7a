import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { usersQuery, type UserSearch } from '@/api/admin';
import { UserList } from '@/features/admin/UserList';
import { listDefaults, listSearch, oneOf, type SearchInput } from '@/lib/search';

const defaults = { ...listDefaults, sorting: '-createdAt', by: 'email' as const, only: '' as const };

export const Route = createFileRoute('/_in/admin/users/')({
  validateSearch: (raw: SearchInput<UserSearch>): UserSearch => ({
    ...listSearch(raw, defaults.sorting),
    by: oneOf(raw.by, ['email', 'name'], 'email'),
    only: oneOf(raw.only, ['', 'admin', 'banned'], ''),
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(usersQuery(deps)),
  component: function UsersRoute() {
    const navigate = Route.useNavigate();
    return (
      <UserList
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
