import { createFileRoute } from '@tanstack/react-router';
import { userQuery, userSessionsQuery } from '@/api/admin';
import { UserDetail } from '@/features/admin/UserDetail';

export const Route = createFileRoute('/_in/admin/users/$id')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(userSessionsQuery(params.id));
    return context.queryClient.ensureQueryData(userQuery(params.id));
  },
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
