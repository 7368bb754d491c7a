import { createFileRoute } from '@tanstack/react-router';
import { userQuery, userSessionsQuery } from '@/api/admin';
import { orNotFound } from '@/api/one';
import { UserDetail } from '@/features/admin/UserDetail';
import { NoSuch } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/admin/users/$id')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(userSessionsQuery(params.id));
    return orNotFound(context.queryClient.ensureQueryData(userQuery(params.id)));
  },
  notFoundComponent: () => <NoSuch what="user" list={{ label: 'Users', link: { to: '/admin/users' } }} />,
  component: function UserRoute() {
    const navigate = Route.useNavigate();
    return (
      <UserDetail
        id={Route.useParams().id}
        admin={Route.useRouteContext().user}
        onRemoved={() => void navigate({ to: '/admin/users' })}
      />
    );
  },
});
