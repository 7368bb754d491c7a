import { createFileRoute } from '@tanstack/react-router';
import { usersQuery, type UserSearch } from '@/api/admin';
import { UserList } from '@/features/admin/UserList';
import { choice, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<UserSearch>({
  page,
  sorting: text('-createdAt'),
  query: text(),
  by: choice('email', 'name'),
  only: choice('', 'admin', 'banned'),
});

export const Route = createFileRoute('/_in/admin/users/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(usersQuery(deps)),
  component: function UsersRoute() {
    const navigate = Route.useNavigate();
    return <UserList search={Route.useSearch()} onSearch={(change) => void navigate(searchChange(change))} />;
  },
});
